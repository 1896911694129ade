/**
 * A question about a crawl → the ruling that is enforced: permitted only if every spelling of the target that an origin
 * may take for the same page is (P6).
 */
import type { Engine } from '../engine/engine.ts'
import type { Facts } from '../engine/facts.ts'
import type { Ruling } from '../engine/ruling.ts'
import { hasOthers, spellings } from './spellings.ts'

/** Decides under every spelling; `home` is where the site's URLs begin, for the URI of each. */
export function decideSpelled(engine: Engine, facts: Facts, home: string): Ruling {
  const asReceived = engine.decide(facts)
  if (asReceived.outcome === 'prohibited' || !hasOthers(facts.target)) return asReceived
  const others = spellings(facts.target, engine.site.config.distinct)
  const rulings = others.map((target) =>
    target === facts.target ? asReceived : engine.decide({ ...facts, target, uri: home + target }),
  )
  return rulings.find(({ outcome }) => outcome === 'prohibited') ?? asReceived
}
