/**
 * The library's entry point to the engine: one question about one site, also about App-Directives (A2). The engine of a
 * program is made once, and goes when its program does (docs/decisions/engine.md).
 */
import { type DirectiveRule, membersIn, programAt, type Registry, type SiteProgram } from '../bundle/program.ts'
import { targetForm } from '../grammar/path-form.ts'
import type { Directives } from '../vocabulary/restriction.ts'
import type { Agent } from './agents.ts'
import { checkFacts } from './check-facts.ts'
import type { Decision, Facts } from './decision.ts'
import { Engine } from './engine.ts'
import { matchesPattern } from './globs.ts'
import type { Ruling } from './ruling.ts'

type Engines = WeakMap<SiteProgram, Engine>

const ENGINES: Engines = new WeakMap()
const ENGINES_WITH = new WeakMap<Registry, Engines>()

/** The engine of a loaded site. @throws TypeError for what is no compiled site. */
export function engineOf(site: SiteProgram, registry: Registry | null = null): Engine {
  const engines = registry === null ? ENGINES : (ENGINES_WITH.get(registry) ?? new WeakMap())
  if (registry !== null) ENGINES_WITH.set(registry, engines)
  let engine = engines.get(site)
  if (engine === undefined) {
    engine = new Engine(checkSite(site), registry)
    engines.set(site, engine)
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
  return engineOf(site, registry).agents.find(userAgent)
}

/** The decision with the directives for the application that was asked about; itself where none was. */
export function withDirectives(ruling: Ruling): Decision {
  if (ruling.facts.application === undefined) return ruling
  const { reason, ...others } = ruling.toJSON()
  return { ...others, directives: directivesFor(ruling, ruling.facts.application), reason }
}

/**
 * The directives that the groups of a product token give an application. The longest matching path alone counts, and rules
 * with that path, character for character, are one.
 */
function directivesFor({ facts, site, evaluations }: Ruling, application: string): Directives {
  const target = targetForm(facts.target)
  const matching = evaluations[0].leads[0]!.groups.flatMap(({ settings }) =>
    membersIn(site.settings.directives, settings.directives),
  ).filter(({ pattern }) => matchesPattern(pattern, target))
  const longest = matching.reduce<DirectiveRule | null>(
    (best, rule) => (best === null || rule.pattern.length > best.pattern.length ? rule : best),
    null,
  )
  const joined: Record<string, Directives[string]> = {}
  for (const { path, applications } of matching) {
    if (path !== longest?.path) continue
    for (const { token, directives } of applications) if (token === application) Object.assign(joined, directives)
  }
  return joined
}
