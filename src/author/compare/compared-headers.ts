/** Finds User-Agent headers in which two compiled sites recognise different names (I1, I2). */

import { cached } from '../../base/cached.ts'
import { routeNames } from '../../decide/chains.ts'
import { patternsOf } from '../../program/compile/trie-builder.ts'
import type { ClassRef, NameProgram, SiteProgram } from '../../program/program.ts'
import { MARKS, matchesUserAgent } from '../../words/name-token.ts'

const MOST_PAIRS = 2000

/** A User-Agent header in which the name is found. In most cases it is the name itself (I1). */
export function headerOf(name: string, ...sites: readonly SiteProgram[]): string {
  return (
    sites.flatMap(({ names }) => names.find((each) => each.name === name) ?? [])[0]?.header ?? name
  )
}

export function unnamedHeader(names: ReadonlySet<string>, word: string): string {
  let userAgent = word
  while ([...names].some((name) => matchesUserAgent(name, userAgent)))
    userAgent = `x${userAgent.replace('-', '')}`
  return userAgent
}

/**
 * Headers in which only one site finds a name, because one has it as one word and the other as
 * several (C1). `before` is a word that is no name.
 */
export function headersReadApart(
  old: SiteProgram,
  now: SiteProgram,
  before: string,
): ReadonlySet<string> {
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

/**
 * Maps the first word of a name to the whole name, such as `yahoo` to `yahoo pipes 1.0`, unless a
 * site also has the first word alone (C1).
 */
export function rowsOfWords(old: SiteProgram, now: SiteProgram): ReadonlyMap<string, string> {
  const sides = [spellings(old), spellings(now)]
  const rowOf = (name: string, side: (typeof sides)[number]) =>
    [...(side.get(name) ?? [])].find((each) => each.startsWith(`${name} `))
  return new Map(
    sides.flatMap((side) =>
      [...side.keys()].flatMap((name) => {
        const row = rowOf(name, side)
        const isAlone = sides.some((each) => each.has(name) && rowOf(name, each) === undefined)
        return row === undefined || isAlone ? [] : [[name, row] as const]
      }),
    ),
  )
}

function spellings({ names, nameTrie }: SiteProgram): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  // A trie without names has only node 0, which is no name.
  for (const { pattern, entries } of patternsOf(nameTrie, nameTrie.childCount.length > 1 ? 1 : 0)) {
    for (const entry of entries) cached(found, names[entry]!.name, () => new Set()).add(pattern)
  }
  return found
}

/**
 * The headers by which two sites are compared: every name; a longer word that begins with it (C1);
 * a word that is no name; and two names in one header, where a difference may show only so:
 *
 * - a name that counts in one of the sites alone, beside every other name (I2);
 * - a name whose records count only within a scope, beside the names of that scope (R11);
 * - every name beside the scopes that have records for `*`: a group of its own may hide these (C1).
 */
export function headersOfBoth(old: SiteProgram, now: SiteProgram): ReadonlySet<string> {
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

/**
 * Headers with two names in both orders: some are found at the beginning alone (I1). At most
 * MOST_PAIRS.
 */
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

/**
 * The names that tell a crawler apart, and those that do no matter which others stand beside them
 * (R11).
 */
function poolsOf(site: SiteProgram): readonly ReadonlySet<string>[] {
  const routed = routeNames(site)
  const named = (isIn: (each: NameProgram) => boolean) =>
    new Set(site.names.filter(isIn).map(({ name }) => name))
  return [
    named((each) => refsOf(each).length > 0 || routed.has(each.name)),
    named((each) => refsOf(each).some(({ scope }) => scope === null)),
  ]
}
