/** Chooses the crawlers to compare between two compiled sites, each with a header. */

import { cached } from '../../base/cached.ts'
import type { Agent } from '../../decide/agents.ts'
import { type Lead, routeNames } from '../../decide/chains.ts'
import { engineOf } from '../../decide/decide.ts'
import type { Registry, SiteProgram } from '../../program/program.ts'
import type { Dialect } from '../../words/decision-words.ts'
import { headerOf, headersOfBoth, headersReadApart, unnamedHeader } from './compared-headers.ts'

/** The known crawlers of both sides, and the names about which these differ. */
export interface Registries {
  readonly old: Registry
  readonly now: Registry
  readonly names: ReadonlySet<string>
}

export interface Side {
  readonly site: SiteProgram
  readonly agent: Agent
  /** The names whose rules apply, with their levels (I2), as this site reads the header. */
  readonly leads: readonly Lead[]
  readonly isReader: boolean
}

export type Sides = readonly [old: Side, now: Side]

/** Crawlers that the two sites treat alike, with a header of one of them. */
export interface ComparedCrawler {
  readonly names: readonly string[]
  readonly userAgent: string
  readonly sides: Sides
}

/**
 * The crawlers to compare: each name in either policy, `*` for all others, headers in which only
 * one side finds a name, and names that only one registry knows.
 */
export function crawlersToCompare(
  old: SiteProgram,
  now: SiteProgram,
  registries: Registries | null,
): readonly ComparedCrawler[] {
  const named = new Set([...old.names, ...now.names].map(({ name }) => name))
  const sidesOf = (userAgent: string, by: Registries | null): Sides => [
    sideOf(old, userAgent, by?.old ?? null),
    sideOf(now, userAgent, by?.now ?? null),
  ]
  const unnamed = unnamedHeader(named, 'somebody')
  const kinds = new Map<string, ComparedCrawler>()
  const keyOf = sideKeys(old, now)
  for (const name of [...named, '*']) {
    const userAgent = name === '*' ? unnamed : headerOf(name, old, now)
    const sides = sidesOf(userAgent, registries?.names.has(name) ? registries : null)
    addTo(kinds, keyOf(sides), name, userAgent, sides)
  }
  for (const userAgent of headersReadApart(old, now, unnamed)) {
    const sides = sidesOf(userAgent, null)
    cached(kinds, keyOf(sides), () => ({ names: [userAgent], userAgent, sides }))
  }
  const others = new Map<string, ComparedCrawler>()
  for (const name of registries?.names ?? []) {
    const sides = sidesOf(name, registries)
    if (named.has(name) || sides[0].isReader === sides[1].isReader) continue
    addTo(
      others,
      JSON.stringify(sides.map(({ isReader, agent }) => [isReader, agent.matched])),
      name,
      name,
      sides,
    )
  }
  return [...kinds.values(), ...others.values()]
}

/**
 * A crawler for every header that two sites could treat differently, all as readers of ACAP. A
 * header with several names is left out if each name has its own crawler (I2).
 */
export function crawlersToProve(old: SiteProgram, now: SiteProgram): readonly ComparedCrawler[] {
  const kinds = new Map<string, ComparedCrawler>()
  const keyOf = sideKeys(old, now)
  for (const userAgent of headersOfBoth(old, now)) {
    const sides: Sides = [
      sideOf(old, userAgent, null, 'acap'),
      sideOf(now, userAgent, null, 'acap'),
    ]
    const key = keyOf(sides)
    const isKnown = kinds.has(key) || chainsOf(sides).every((each) => kinds.has(keyOf(each)))
    if (!isKnown) kinds.set(key, { names: [userAgent], userAgent, sides })
  }
  return [...kinds.values()]
}

/** Groups names that a site treats alike; `*` stands for any other name. */
export function crawlerKinds(
  site: SiteProgram,
  names: Iterable<string>,
): readonly ComparedCrawler[] {
  const kinds = new Map<string, ComparedCrawler>()
  const keyOf = sideKeys(site, site)
  const unnamed = unnamedHeader(new Set(site.names.map(({ name }) => name)), 'somebody')
  for (const name of names) {
    const userAgent = name === '*' ? unnamed : headerOf(name, site)
    const side = sideOf(site, userAgent, null)
    addTo(kinds, keyOf([side, side]), name, userAgent, [side, side])
  }
  return [...kinds.values()]
}

/**
 * Without a registry every client counts as a crawler. Without a dialect it reads as its profile
 * says.
 */
export function sideOf(
  site: SiteProgram,
  userAgent: string,
  registry: Registry | null,
  dialect?: Dialect,
): Side {
  const agent = engineOf(site, registry).agents.find(userAgent)
  const isReader = registry !== null && agent.kind === 'reader'
  return { site, agent, leads: agent.leads[dialect ?? agent.profile?.dialect ?? 'acap'], isReader }
}

function addTo(
  kinds: Map<string, ComparedCrawler>,
  key: string,
  name: string,
  userAgent: string,
  sides: Sides,
): void {
  const alike = kinds.get(key) ?? { names: [], userAgent, sides }
  kinds.set(key, { ...alike, names: [...alike.names, name] })
}

/** Computes a key that is equal for clients that the sites treat alike. */
function sideKeys(old: SiteProgram, now: SiteProgram): (sides: Sides) => string {
  const ids = new Map<unknown, number>()
  const routed = new Set([...routeNames(old), ...routeNames(now)])
  const idOf = (value: unknown) => cached(ids, value, () => ids.size)
  return (sides) =>
    JSON.stringify(
      sides.map(({ agent, leads, isReader }) => [
        isReader,
        idOf(agent.profile),
        leads.map(({ levels, groups }) => [
          levels.map(({ names, classes }) => [names.filter((each) => routed.has(each)), classes]),
          groups.map(idOf),
        ]),
      ]),
    )
}

function chainsOf([old, now]: Sides): readonly Sides[] {
  if (old.leads.length !== now.leads.length) return [[old, now]]
  return old.leads.map((lead, i) => [
    { ...old, leads: [lead] },
    { ...now, leads: [now.leads[i]!] },
  ])
}
