/**
 * Two compiled sites, and perhaps two registries → the crawlers to compare, each with what it is to either site.
 * compare-sites.ts chooses the paths.
 */
import type { Registry, SiteProgram } from '../bundle/program.ts'
import type { Agent } from '../engine/agents.ts'
import { routeNames } from '../engine/chains.ts'
import { recognise } from '../engine/decide.ts'
import { matchesUserAgent } from '../grammar/name-token.ts'
import type { Dialect } from '../vocabulary/decision-words.ts'
import { headersReadApart } from './name-headers.ts'

/** The known crawlers of both sides, and the names about which these differ. */
export interface Registries {
  readonly old: Registry
  readonly now: Registry
  readonly names: ReadonlySet<string>
}

/** A site and who the crawler is to it. */
export interface Side {
  readonly site: SiteProgram
  readonly agent: Agent
  readonly dialect: Dialect
  /** Whether it is a reader there: no rule binds readers (I3). */
  readonly isReader: boolean
}

/** Crawlers that stand alike on both sides, with a header that shows one of them. */
export interface Compared {
  readonly names: readonly string[]
  readonly userAgent: string
  readonly sides: readonly [Side, Side]
}

/**
 * Every name that either policy addresses, `*`, the headers that only one policy reads a name in, and the names that only
 * one registry takes for a crawler's.
 */
export function crawlersToCompare(
  old: SiteProgram,
  now: SiteProgram,
  registries: Registries | null,
): readonly Compared[] {
  const named = new Set([...old.names, ...now.names].map(({ name }) => name))
  const sidesOf = (userAgent: string, by: Registries | null) =>
    [sideOf(old, userAgent, by?.old ?? null), sideOf(now, userAgent, by?.now ?? null)] as const
  const routed = new Set([...routeNames(old), ...routeNames(now)])
  const keyOf = (sides: Compared['sides']) => JSON.stringify(sides.map((side) => standing(side, routed)))
  const unnamed = nobody([...named])
  const addressed = new Map<string, Compared>()
  for (const name of [...named, '*']) {
    const userAgent = name === '*' ? unnamed : headerOf(name, old, now)
    const sides = sidesOf(userAgent, registries?.names.has(name) ? registries : null)
    const key = keyOf(sides)
    const alike = addressed.get(key)
    addressed.set(
      key,
      alike === undefined ? { names: [name], userAgent, sides } : { ...alike, names: [...alike.names, name] },
    )
  }
  for (const userAgent of headersReadApart(old, now, unnamed)) {
    const sides = sidesOf(userAgent, null)
    const key = keyOf(sides)
    if (!addressed.has(key)) addressed.set(key, { names: [userAgent], userAgent, sides })
  }
  const others = new Map<string, Compared>()
  for (const name of registries?.names ?? []) {
    const sides = sidesOf(name, registries)
    if (named.has(name) || sides[0].isReader === sides[1].isReader) continue
    const key = JSON.stringify(sides.map(({ isReader, agent }) => [isReader, agent.matched]))
    const alike = others.get(key)
    others.set(key, { names: [...(alike?.names ?? []), name], userAgent: alike?.userAgent ?? name, sides })
  }
  return [...addressed.values(), ...others.values()]
}

/** What decides about a crawler on one side, however it is called. Routes find crawlers by names. */
function standing({ agent, dialect, isReader }: Side, routed: ReadonlySet<string>): unknown {
  const leads = agent.leads[dialect].map(({ levels, groups }) => ({
    levels: levels.map(({ names, classes }) => ({ names: names.filter((each) => routed.has(each)), classes })),
    groups,
  }))
  return [isReader, agent.profile, leads]
}

/** A User-Agent by which a crawler shows a name: mostly the name itself (I1). */
function headerOf(name: string, ...sites: readonly SiteProgram[]): string {
  const [known] = sites.flatMap((site) => site.names.filter((each) => each.name === name))
  return known?.header ?? name
}

/** A User-Agent that matches none of the names. */
function nobody(names: readonly string[]): string {
  let userAgent = 'somebody'
  while (names.some((name) => matchesUserAgent(name, userAgent))) userAgent += 'x'
  return userAgent
}

/** Without a registry everybody is taken for a crawler. */
function sideOf(site: SiteProgram, userAgent: string, registry: Registry | null): Side {
  const agent = recognise(site, userAgent, registry)
  const isReader = registry !== null && agent.kind === 'reader'
  return { site, agent, dialect: agent.profile?.dialect ?? 'acap', isReader }
}
