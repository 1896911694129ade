/**
 * The library's entry point to the engine: one question about one site. The engine of a program is made once, and goes
 * when its program does (docs/decisions/engine.md).
 */
import { programAt, type Registry, type SiteProgram } from '../bundle/program.ts'
import type { Agent } from './agents.ts'
import { checkFacts } from './check-facts.ts'
import type { Decision } from './decision.ts'
import { withDirectives } from './directives.ts'
import { Engine } from './engine.ts'
import type { Facts } from './facts.ts'

const ENGINES = new WeakMap<SiteProgram, Engine>()

/** The engine of a loaded site, without a registry. @throws TypeError for what is no compiled site. */
export function engineOf(site: SiteProgram): Engine {
  let engine = ENGINES.get(site)
  if (engine === undefined) {
    engine = new Engine(checkSite(site), null)
    ENGINES.set(site, engine)
  }
  return engine
}

function checkSite(site: SiteProgram): SiteProgram {
  if (site?.nameTrie !== undefined) return site
  throw new TypeError(
    '`site` must be a compiled site: of `compile` or `compileAsWritten`, or one of `sites` of a bundle',
  )
}

/**
 * Decides one question by docs/semantics.md. The target is a path with its query, or a URL, whose address then is the
 * resource's own too. It is taken as it is written: spellings an origin might accept are the caller's to try (P6).
 * @throws TypeError for what is no compiled site, and for facts that are missing or wrong, such as a target that is
 * neither, or an unknown usage.
 */
export function decide(site: SiteProgram, facts: Facts): Decision {
  const checked = checkFacts(facts)
  return withDirectives(engineOf(programAt(checkSite(site), checked.now)).decide(checked))
}

/** The same of an engine that its caller keeps, for a site without dates. */
export function decideBy(engine: Engine, facts: Facts): Decision {
  return withDirectives(engine.decide(checkFacts(facts)))
}

/**
 * Who a User-Agent header says it is (I1-I3); an empty one is an absent one. Without a registry only the names that the
 * policy addresses are known, and every other header is a reader's.
 */
export function recognise(site: SiteProgram, userAgent: string, registry: Registry | null = null): Agent {
  return (registry === null ? engineOf(site) : engineWith(site, registry)).agents.find(userAgent)
}

const ENGINES_WITH = new WeakMap<Registry, WeakMap<SiteProgram, Engine>>()

function engineWith(site: SiteProgram, registry: Registry): Engine {
  const engines = ENGINES_WITH.get(registry) ?? new WeakMap<SiteProgram, Engine>()
  ENGINES_WITH.set(registry, engines)
  const engine = engines.get(site) ?? new Engine(checkSite(site), registry)
  engines.set(site, engine)
  return engine
}
