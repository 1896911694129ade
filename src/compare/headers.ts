/**
 * Two compiled sites → User-Agent headers by which crawlers could differ to them. Which of them stand alike is found in
 * crawlers.ts.
 */
import type { NameProgram, SiteProgram, Trie } from '../bundle/program.ts'
import { routeNames } from '../engine/chains.ts'
import { AS_HEADER, AS_PRODUCT, AS_PRODUCT_OUTSIDE_BROWSERS, matchesUserAgent } from '../grammar/name-token.ts'
import { patternsOf } from './paths/trie-patterns.ts'

/** How many pairs of names are asked about. */
const MOST_PAIRS = 2000

/** A header that matches none of the names, of this word. */
export function unnamedHeader(names: readonly string[], word: string): string {
  let userAgent = word
  while (names.some((name) => matchesUserAgent(name, userAgent))) userAgent = `x${userAgent.replace('-', '')}`
  return userAgent
}

/** A name trie without names has node 0 alone, which stands for nothing. */
const rootOf = ({ childCount }: Trie) => (childCount.length > 1 ? 1 : 0)
const MARKS: readonly string[] = [AS_HEADER, AS_PRODUCT, AS_PRODUCT_OUTSIDE_BROWSERS]

/**
 * Headers that only one of the sites may read a name in, though both have the name: it is written as one word in one, as
 * several words in the other (C1). `before` is a word that matches no name, for those that do not count at the beginning.
 */
export function headersReadApart(old: SiteProgram, now: SiteProgram, before: string): readonly string[] {
  const [was, is] = [spellings(old), spellings(now)]
  const found = new Set<string>()
  for (const [name, some] of was) {
    const others = is.get(name) ?? some
    for (const each of [...some, ...others])
      if (!some.has(each) || !others.has(each)) found.add(headerWith(each, before))
  }
  return [...found]
}

/** What is looked for in headers, by name. */
function spellings({ names, nameTrie }: SiteProgram): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const { pattern, entries } of patternsOf(nameTrie, rootOf(nameTrie))) {
    for (const entry of entries) {
      const { name } = names[entry]!
      found.set(name, (found.get(name) ?? new Set()).add(pattern))
    }
  }
  return found
}

function headerWith(spelling: string, before: string): string {
  return MARKS.includes(spelling[0]!) ? spelling.slice(1) : `${before} ${spelling}`
}

/**
 * Every name, and one that begins with it, which a name of several words does not fit (C1); one that none of them fits;
 * and names beside others where that alone shows whether they are known (I2): those that only one of the sites knows,
 * and those that count only within a scope (R11), in one of them or in both. What is for everybody within a scope is
 * hidden where another name has a group of its own (C1).
 */
export function headersOfBoth(old: SiteProgram, now: SiteProgram): ReadonlySet<string> {
  const programs = [...old.names, ...now.names]
  const names = [...new Set(programs.map(({ name }) => name))]
  const headers = programs.flatMap(({ header }) => header ?? [])
  const pools = [poolOf, unscopedPoolOf].map((pool) => [pool(old), pool(now)] as const)
  const alone = names.filter((name) => pools.some(([a, b]) => a.has(name) !== b.has(name)))
  const everybody = [...new Set([old.any, now.any].flatMap(scopesOf))]
  const beside = besideEachOther([
    ...programs.map((each) => [each.name, scopesOf(each)] as const),
    ...names.map((name) => [name, everybody] as const),
    ...alone.map((name) => [name, names] as const),
  ])
  const longer = names.map((name) => `${name}-x`)
  return new Set([...names, ...headers, unnamedHeader(names, 'unnamed-crawler'), ...beside, ...longer])
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

/** The names that distinguish crawlers: records, groups or routes address them. */
function poolOf(site: SiteProgram): ReadonlySet<string> {
  const routed = routeNames(site)
  const own = site.names.filter(({ name, classes, groups }) => classes.length + groups.length > 0 || routed.has(name))
  return new Set(own.map(({ name }) => name))
}

/** The names that tell a crawler apart no matter which others stand beside them (R11). */
function unscopedPoolOf(site: SiteProgram): ReadonlySet<string> {
  const own = site.names.filter(({ classes, groups }) => [...classes, ...groups].some(({ scope }) => scope === null))
  return new Set(own.map(({ name }) => name))
}
