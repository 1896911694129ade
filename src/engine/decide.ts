/**
 * The engine's entrance: one question about one site. Engines are kept per loaded program, so nothing is built twice.
 */
import type { Registry, SiteProgram } from '../bundle/program.ts'
import type { Agent } from './agents.ts'
import type { Decision } from './decision.ts'
import { Engine } from './engine.ts'
import type { Facts } from './facts.ts'

const ENGINES = new WeakMap<SiteProgram, Engine>()
let lastSite: SiteProgram | null = null
let lastEngine: Engine | null = null

/** The engine of a loaded site; `registry` counts when it is made, at the first call. */
export function engineOf(site: SiteProgram, registry: Registry | null = null): Engine {
  if (site === lastSite) return lastEngine!
  let engine = ENGINES.get(site)
  if (engine === undefined) {
    engine = new Engine(site, registry)
    ENGINES.set(site, engine)
  }
  lastSite = site
  lastEngine = engine
  return engine
}

/**
 * Decides one question by docs/semantics.md.
 * The target is taken as it is written: spellings an origin might accept are the caller's to try (P6).
 */
export function decide(site: SiteProgram, facts: Facts): Decision {
  return engineOf(site).decide(facts)
}

/** Who a User-Agent header says it is (I1-I3); an empty one is an absent one. */
export function recognise(site: SiteProgram, userAgent: string): Agent {
  return engineOf(site).agents.find(userAgent)
}
