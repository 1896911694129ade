/**
 * The library's entrance to the engine: one question about one site. Whoever asks often, or knows a registry, makes an
 * Engine and keeps it.
 */
import type { SiteProgram } from '../bundle/program.ts'
import type { Agent } from './agents.ts'
import type { Decision } from './decision.ts'
import { Engine } from './engine.ts'
import type { Facts } from './facts.ts'

/** So that the library builds nothing twice. An engine goes when its program does. */
const ENGINES = new WeakMap<SiteProgram, Engine>()

/** The engine of a loaded site, without a registry. */
export function engineOf(site: SiteProgram): Engine {
  let engine = ENGINES.get(site)
  if (engine === undefined) {
    engine = new Engine(site, null)
    ENGINES.set(site, engine)
  }
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
