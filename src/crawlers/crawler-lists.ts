/**
 * Lists of crawlers → the known crawlers (I3, I5): names with a category and an operator. Expressions of crawler-user-agents are
 * never run: where whole tokens (I1) miss what one found in its own samples, the entry stays out. A missed crawler is a reader.
 */

import type { Category } from '../words/decision-words.ts'
import { HeaderText } from '../words/header-text.ts'
import { isNamedAsProduct, matchesUserAgent } from '../words/name-token.ts'
import { foldCase } from '../words/path-form.ts'
import { type CrawlerList, isCrawlersName, type NamedCrawler } from './crawler-list.ts'
import aiRobots from './lists/ai-robots.json' with { type: 'json' }
import { policyToken } from './policy-tokens.ts'
import { CORRECTED_CRAWLERS } from './tables.ts'

/** Crawlers of AI operators, from ai.robots.txt: names alone, with a category from what the list says of each. */
export const AI_ROBOTS_LIST = aiRobots as CrawlerList

/** Merges the lists, sorted by name: corrections first, then lists with categories, then expressions, then names. */
export function mergedLists(
  list: readonly ListedCrawler[],
  others: readonly CrawlerList[],
): readonly NamedCrawler[] {
  const byName = new Map<string, NamedCrawler>()
  const add = ({ name, category, operator }: NamedCrawler) => {
    const known = byName.get(name)
    if (known === undefined) byName.set(name, { name, category, operator })
    else if (known.operator === null && operator !== null) byName.set(name, { ...known, operator })
  }
  const stated = others.filter(({ states }) => states).flatMap(({ crawlers }) => crawlers)
  const named = [...CORRECTED_CRAWLERS, ...stated].filter(({ name }) => isCrawlersName(name))
  // What a list of names leaves open about an operator, the crawler's own header may tell; another list of names may not.
  for (const each of named) if (!byName.has(each.name)) add(each)
  for (const listed of list) {
    const operator = operatorOf(listed)
    const names = namesOf(listed).filter((name) => !isPartOfLibrary(listed, name, byName))
    for (const name of names) add({ name, category: categoryOfTags(listed, name), operator })
  }
  for (const each of others.filter(({ states }) => !states).flatMap(({ crawlers }) => crawlers))
    add(each)
  return [...byName.values()]
    .filter(({ name }) => policyToken(name) === undefined)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Whether only headers of a known library hold the name: `Jersey/2.25 (HttpUrlConnection 1.8)` is Jersey's. */
function isPartOfLibrary(
  listed: ListedCrawler,
  name: string,
  known: ReadonlyMap<string, NamedCrawler>,
): boolean {
  const { instances } = listed
  if (instances.length === 0 || categoryOfTags(listed, name) !== 'library') return false
  return instances.every((header) => {
    const [first = ''] = /^[\w.-]+/.exec(foldCase(header)) ?? []
    return first !== name && known.get(first)?.category === 'library'
  })
}

/** An entry of a list of expressions, as `crawler-user-agents` has them. */
export interface ListedCrawler {
  readonly pattern: string
  readonly instances: readonly string[]
  readonly tags?: readonly string[]
}

/** Tag → category, the first that fits; a tag of no row is `other`. */
const CATEGORY_OF_TAG: readonly (readonly [tag: string, category: Category])[] = [
  ['search-engine', 'search'],
  ['ai-crawler', 'training'],
  ['archiver', 'archive'],
  ['social-preview', 'preview'],
  ['feed-reader', 'feed'],
  ['monitoring', 'monitor'],
  ['seo', 'seo'],
  ['http-library', 'library'],
]

/** The whole-token names of a pattern; samples that have none of them (I1) give what they call themselves. */
function namesOf({ pattern, instances }: ListedCrawler): readonly string[] {
  const headers = textsOf(instances)
  const useful = namesIn(pattern, headers)
  const missed = headers.filter((each) => !useful.some((name) => matchesUserAgent(name, each)))
  // The first product of such a header that no browser sends.
  const own = missed.map((each) =>
    Array.from(each.matchAll(PRODUCTS), ([product]) => product).find(isCrawlersName),
  )
  return [...new Set([...useful, ...own.filter((name) => name !== undefined)])]
}

/** Those of its names, and of `others`, that its headers hold beside a browser's engine and not as a product (I5). */
export function namesAnywhere(listed: ListedCrawler, others: readonly string[]): readonly string[] {
  const reader = new HeaderText()
  const texts = listed.instances.flatMap((each) =>
    reader.read(each).isBrowsers() ? [reader.toString()] : [],
  )
  if (texts.length === 0) return []
  return [...namesOf(listed), ...others].filter((name) =>
    texts.some((text) => matchesUserAgent(name, text) && !isNamedAsProduct(name, text)),
  )
}

/** The names that a pattern itself holds, without what its samples call themselves: those may be anybody's. */
export function literalNamesOf({ pattern, instances }: ListedCrawler): readonly string[] {
  return namesIn(pattern, textsOf(instances))
}

function textsOf(headers: readonly string[]): readonly string[] {
  const reader = new HeaderText()
  return headers.map((each) => reader.read(each).toString())
}

function namesIn(pattern: string, headers: readonly string[]): readonly string[] {
  // Without a version, and without what is not a word character at either end: a name ends where the token ends.
  const tokens = expand(pattern).map((text) =>
    text.replace(/\/[0-9.]*$/, '').replace(/^[^a-z0-9_]+|[^a-z0-9_]+$/g, ''),
  )
  const names = [...new Set(tokens)].filter(isCrawlersName)
  return names.filter(
    (name) => headers.length === 0 || headers.some((each) => matchesUserAgent(name, each)),
  )
}

/** At the beginning of a header or comment, after `compatible;`, or before a version. */
const PRODUCTS =
  /(?<=^\s*|\(\s*|compatible;\s*|[\s;](?=[a-z0-9_.-]+\/v?[0-9]))([a-z0-9_][a-z0-9_.-]*[a-z0-9_])(?![a-z0-9_])/g

/** The literal texts that an expression matches; none where it is more than alternatives of literals. */
function expand(pattern: string): readonly string[] {
  const plain = foldCase(pattern)
    .replace(/^\^|\$$/g, '')
    .replaceAll('([^-]|$)', '')
    .replaceAll('(^| )', '')
    .replace(/\[([a-z])\1\]/g, '$1')
    .replace(/\\([/.()+*?-])/g, '$1')
  const group = /^([^()|]*)\(([^()]+)\)(.*)$/.exec(plain)
  const texts =
    group === null
      ? plain.split('|')
      : group[2]!.split('|').map((each) => group[1]! + each + group[3]!)
  return texts.filter((text) => !/[[\]\\|^$*]/.test(text))
}

export function categoryOfTags({ tags = [] }: ListedCrawler, name: string): Category {
  // Fetchers that act for a person on demand name themselves so.
  if (tags.includes('ai-crawler') && /user$|assistant/.test(name)) return 'assistant'
  if (tags.includes('ai-crawler') && tags.includes('search-engine')) return 'ai-search'
  return CATEGORY_OF_TAG.find(([tag]) => tags.includes(tag))?.[1] ?? 'other'
}

/** The host that the crawler itself names in its header: a page that lists the crawler does not say who runs it. */
function operatorOf({ instances }: ListedCrawler): string | null {
  const hosts = instances.flatMap(
    (header) => /https?:\/\/(?:www\.)?([a-z0-9.-]+\.[a-z]{2,})/i.exec(header)?.[1] ?? [],
  )
  const host = hosts[0]?.toLowerCase()
  return host === undefined || SHARED_HOSTS.test(host) ? null : host
}

const SHARED_HOSTS =
  /(?:^|\.)(?:github\.com|github\.io|gitlab\.com|googlecode\.com|code\.google\.com|sites\.google\.com|sourceforge\.net|wikipedia\.org|wordpress\.com|blogspot\.com|medium\.com|npmjs\.com|bit\.ly|example\.(?:com|org))$/
