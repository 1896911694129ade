/**
 * A question about a crawl → the ruling that is enforced: the strictest of all spellings of the target that an origin may
 * take for the same resource (P6), each with the route and the fields of its own.
 */
import type { Engine } from '../engine/engine.ts'
import type { Facts } from '../engine/facts.ts'
import type { Ruling } from '../engine/ruling.ts'
import type { Outcome } from '../vocabulary/decision-words.ts'
import { shorterTargets } from './spellings.ts'

const STRICTNESS: Readonly<Record<Outcome, number>> = { permitted: 0, deferred: 1, prohibited: 2 }

/**
 * Decides under every spelling. `spellings` are those of the request's Standing, and `facts.target` is the first of them;
 * `home` is where the URLs begin, scheme and host: with it each spelling has a URI of its own (E3).
 */
export function decideCrawl(engine: Engine, facts: Facts, home: string, spellings: readonly string[]): Ruling {
  let strictest = decideOne(engine, facts)
  for (let i = 1; i < spellings.length && strictest.outcome !== 'prohibited'; i++) {
    const target = spellings[i]!
    strictest = stricter(strictest, decideOne(engine, { ...facts, target, uri: home + target }))
  }
  return strictest
}

/** One spelling: with what matches it, and together with what matches it without an empty query or a slash at its end. */
function decideOne(engine: Engine, facts: Facts): Ruling {
  const alone = engine.decide(facts)
  if (alone.outcome === 'prohibited') return alone
  const joined = shorterTargets(facts.target)
  if (joined.length === 0 || !mayMatchMore(engine, facts.target, joined)) return alone
  return stricter(alone, engine.decide({ ...facts, joined }))
}

/** Whether shorter targets may have fields of their own: what is open at its end matches the longer target, too. */
function mayMatchMore({ hasAnchors }: Engine, target: string, shorter: readonly string[]): boolean {
  return hasAnchors || shorter.some((each) => !target.startsWith(each))
}

/** The stricter of two rulings; the first where they are equally strict. */
function stricter(a: Ruling, b: Ruling): Ruling {
  return STRICTNESS[b.outcome] > STRICTNESS[a.outcome] ? b : a
}
