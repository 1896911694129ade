/**
 * A view → the crawlers to compare: headers that stand for all crawlers which the two programs could
 * distinguish, each with the chains of names that concern it in both.
 */
import type { NameProgram, SiteProgram } from '../bundle/program.ts'
import type { Lead, Level } from '../engine/chains.ts'
import { matchesUserAgent } from '../grammar/name-token.ts'
import type { CrawlerProfile } from '../vocabulary/site-config.ts'
import type { View } from './views.ts'

/** How many pairs of names are asked about. */
const MOST_PAIRS = 2000

type Sides = readonly [meant: readonly Lead[], served: readonly Lead[]]

/** A crawler that stands for all crawlers which both programs treat as they treat it. */
export interface Representative {
  readonly userAgent: string
  readonly meant: readonly Lead[]
  readonly served: readonly Lead[]
  /** F1: whether a field may mean another usage to it. */
  readonly fallsBack: boolean
}

/** The crawlers to ask about. Of several leading names each is evaluated alone (I2), so chains are asked about once. */
export function representatives({ meant, served }: View): readonly Representative[] {
  const ids = new Map<unknown, number>()
  const idOf = (each: unknown) => ids.get(each) ?? ids.set(each, ids.size).size - 1
  const keyOf = (profile: CrawlerProfile | null, sides: Sides) =>
    JSON.stringify([
      idOf(profile),
      sides.map((leads) => leads.map(({ levels, groups }) => [levels.map(classesOf), groups.map(idOf)])),
      sides[0].flatMap(({ levels }) => levels.flatMap(({ names }) => names)).filter((name) => speaks(meant.site, name)),
    ])
  const found = new Map<string, Representative>()
  for (const userAgent of headersOf(meant.site, served.site)) {
    const [{ profile, leads }, other] = [meant.agents.find(userAgent), served.agents.find(userAgent)]
    const sides: Sides = [leads.acap, other.leads.acap]
    const key = keyOf(profile, sides)
    if (found.has(key) || chainsOf(sides).every((chain) => found.has(keyOf(profile, chain)))) continue
    const fallsBack = (profile?.interprets ?? 'all') !== 'all'
    found.set(key, { userAgent, meant: sides[0], served: sides[1], fallsBack })
  }
  return [...found.values()]
}

/** The chains of a crawler in both programs, each with its counterpart; all as one where they have none. */
function chainsOf(sides: Sides): readonly Sides[] {
  const [meant, served] = sides
  return meant.length === served.length ? meant.map((lead, i) => [[lead], [served[i]!]]) : [sides]
}

function classesOf({ classes }: Level): readonly number[] {
  return classes
}

/** Whether a route has a field for a name. */
function speaks({ routes }: SiteProgram, name: string): boolean {
  return name !== 'robots' && routes.some(({ fields }) => fields.some((field) => field.name === name))
}

/**
 * Every name, and one that begins with it, which a name of several words does not fit (C1); one that none of them fits;
 * and names beside others where that alone shows whether they are known (I2): those that only one of the programs knows,
 * and those that count only within a scope (R11), in one of them or in both. What is for everybody within a scope is
 * hidden where another name has a group of its own (C1).
 */
function headersOf(meant: SiteProgram, served: SiteProgram): ReadonlySet<string> {
  const programs = [...meant.names, ...served.names]
  const names = [...new Set(programs.map(({ name }) => name))]
  const headers = programs.flatMap(({ header }) => header ?? [])
  const pools = [poolOf, unscopedPoolOf].map((pool) => [pool(meant), pool(served)] as const)
  const alone = names.filter((name) => pools.some(([a, b]) => a.has(name) !== b.has(name)))
  const everybody = [...new Set([meant.any, served.any].flatMap(scopesOf))]
  const beside = besideEachOther([
    ...programs.map((each) => [each.name, scopesOf(each)] as const),
    ...names.map((name) => [name, everybody] as const),
    ...alone.map((name) => [name, names] as const),
  ])
  const longer = names.map((name) => `${name}-x`)
  return new Set([...names, ...headers, nobody(names), ...beside, ...longer])
}

/** The names within whose scope something addresses a name (R11). */
function scopesOf({ classes, groups }: NameProgram): readonly string[] {
  return [...classes, ...groups].flatMap(({ scope }) => scope ?? [])
}

/**
 * Headers with two names, each beside its others, in both orders: some names are found at the beginning alone (I1). Of
 * too many others, each name has some, and not all the same.
 */
function besideEachOther(pairs: readonly (readonly [name: string, others: readonly string[]])[]): readonly string[] {
  const lists = pairs.filter(([, others]) => others.length > 0)
  const most = Math.ceil(MOST_PAIRS / lists.length)
  return lists.flatMap(([name, others], i) =>
    Array.from({ length: Math.min(most, others.length) }, (_, k) => others[(i + k) % others.length]!)
      .filter((other) => other !== name)
      .flatMap((other) => [`${name} ${other}`, `${other} ${name}`]),
  )
}

/** The names that distinguish crawlers. */
function poolOf(site: SiteProgram): ReadonlySet<string> {
  const isKnown = ({ classes, groups }: SiteProgram['names'][number]) => classes.length + groups.length > 0
  const own = site.names.filter((each) => isKnown(each) || speaks(site, each.name))
  return new Set(own.map(({ name }) => name))
}

/** The names that tell a crawler apart no matter which others stand beside them (R11). */
function unscopedPoolOf(site: SiteProgram): ReadonlySet<string> {
  const isKnown = ({ classes, groups }: SiteProgram['names'][number]) =>
    [...classes, ...groups].some(({ scope }) => scope === null)
  return new Set(site.names.filter(isKnown).map(({ name }) => name))
}

/** A header that none of the names fits. */
function nobody(names: readonly string[]): string {
  let userAgent = 'unnamed-crawler'
  while (names.some((name) => matchesUserAgent(name, userAgent))) userAgent = `x${userAgent.replace('-', '')}`
  return userAgent
}
