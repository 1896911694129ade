/** Two compiled sites, perhaps two registries → the crawlers to compare, each with a header. Knows no paths. */

import { cached } from '../../base/cached.ts'
import type { Agent } from '../../decide/agents.ts'
import { type Lead, routeNames } from '../../decide/chains.ts'
import { engineOf } from '../../decide/decide.ts'
import { patternsOf } from '../../program/compile/trie-builder.ts'
import type { ClassRef, NameProgram, Registry, SiteProgram } from '../../program/program.ts'
import type { Dialect } from '../../words/decision-words.ts'
import { MARKS, matchesUserAgent } from '../../words/name-token.ts'

/** The known crawlers of both sides, and the names about which these differ. */
export interface Registries {
  readonly old: Registry
  readonly now: Registry
  readonly names: ReadonlySet<string>
}

export interface Side {
  readonly site: SiteProgram
  readonly agent: Agent
  /** Its chains of names (I2), as it reads the site. */
  readonly leads: readonly Lead[]
  readonly isReader: boolean
}

export type Sides = readonly [old: Side, now: Side]

/** Crawlers that stand alike on both sides, with a header that shows one of them. */
export interface ComparedCrawler {
  readonly names: readonly string[]
  readonly userAgent: string
  readonly sides: Sides
}

const MOST_PAIRS = 2000

/** Every name of either policy, `*`, headers that one reads a name in, names that one registry knows. */
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

/** All that two sites could distinguish, as readers of ACAP. Of several leads each is asked about once (I2). */
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

/** Crawlers of one site by their names, `*` for any other: those that stand alike are one. */
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

/** Without a registry every client counts as a crawler. Without a dialect it reads as its profile says. */
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

/** Keys that are equal for what decides alike about crawlers, however they are called. */
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

/** A User-Agent by which a crawler shows a name: mostly the name itself (I1). */
function headerOf(name: string, ...sites: readonly SiteProgram[]): string {
  return (
    sites.flatMap(({ names }) => names.find((each) => each.name === name) ?? [])[0]?.header ?? name
  )
}

function unnamedHeader(names: ReadonlySet<string>, word: string): string {
  let userAgent = word
  while ([...names].some((name) => matchesUserAgent(name, userAgent)))
    userAgent = `x${userAgent.replace('-', '')}`
  return userAgent
}

/** Headers that one site reads a name in: one word here, several there (C1). `before` matches no name. */
function headersReadApart(old: SiteProgram, now: SiteProgram, before: string): ReadonlySet<string> {
  const [was, is] = [spellings(old), spellings(now)]
  const apart = [...was].flatMap(([name, some]) => {
    const others = is.get(name) ?? some
    return [...some, ...others].filter((each) => !some.has(each) || !others.has(each))
  })
  const marks: readonly string[] = Object.values(MARKS)
  return new Set(
    apart.map((each) => (marks.includes(each[0]!) ? each.slice(1) : `${before} ${each}`)),
  )
}

function spellings({ names, nameTrie }: SiteProgram): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  // Without names it has node 0 alone, which stands for nothing.
  for (const { pattern, entries } of patternsOf(nameTrie, nameTrie.childCount.length > 1 ? 1 : 0)) {
    for (const entry of entries) cached(found, names[entry]!.name, () => new Set()).add(pattern)
  }
  return found
}

/**
 * Every name, and one that begins with it (C1); one that none fits; and names beside others where that alone shows
 * whether they are known (I2): those of one of the sites, and those that count only within a scope (R11), which hides
 * what is for everybody where another name has a group of its own (C1).
 */
function headersOfBoth(old: SiteProgram, now: SiteProgram): ReadonlySet<string> {
  const programs = [...old.names, ...now.names]
  const names = [...new Set(programs.map(({ name }) => name))]
  const headers = programs.flatMap(({ header }) => header ?? [])
  const [was, is] = [poolsOf(old), poolsOf(now)]
  const alone = names.filter((name) => was.some((pool, i) => pool.has(name) !== is[i]!.has(name)))
  const everybody = [
    ...new Set(
      [old.any, now.any].flatMap((any) => refsOf(any).flatMap(({ scope }) => scope ?? [])),
    ),
  ]
  const beside = besideEachOther([
    ...programs.map(
      (each) => [each.name, refsOf(each).flatMap(({ scope }) => scope ?? [])] as const,
    ),
    ...names.map((name) => [name, everybody] as const),
    ...alone.map((name) => [name, names] as const),
  ])
  const longer = names.map((name) => `${name}-x`)
  return new Set([
    ...names,
    ...headers,
    unnamedHeader(new Set(names), 'unnamed-crawler'),
    ...beside,
    ...longer,
  ])
}

function refsOf({ classes, groups }: NameProgram): readonly ClassRef[] {
  return [...classes, ...groups]
}

/** Headers with two names in both orders: some are found at the beginning alone (I1). At most MOST_PAIRS. */
function besideEachOther(
  pairs: readonly (readonly [name: string, others: readonly string[]])[],
): readonly string[] {
  const lists = pairs.filter(([, others]) => others.length > 0)
  const most = Math.ceil(MOST_PAIRS / lists.length)
  return lists.flatMap(([name, others], i) =>
    Array.from(
      { length: Math.min(most, others.length) },
      (_, k) => others[(i + k) % others.length]!,
    )
      .filter((other) => other !== name)
      .flatMap((other) => [`${name} ${other}`, `${other} ${name}`]),
  )
}

/** The names that tell a crawler apart, and those that do no matter which others stand beside them (R11). */
function poolsOf(site: SiteProgram): readonly ReadonlySet<string>[] {
  const routed = routeNames(site)
  const named = (isIn: (each: NameProgram) => boolean) =>
    new Set(site.names.filter(isIn).map(({ name }) => name))
  return [
    named((each) => refsOf(each).length > 0 || routed.has(each.name)),
    named((each) => refsOf(each).some(({ scope }) => scope === null)),
  ]
}
