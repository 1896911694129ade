/**
 * Merges lists into the known crawlers (I3, I5), with category and operator. The expressions of
 * crawler-user-agents are never run: an entry is left out if whole tokens (I1) miss one of its own
 * samples. A missed crawler counts as a reader.
 */

import type { Category } from '../words/decision-words.ts'
import { HeaderText } from '../words/header-text.ts'
import { isNamedAsProduct, matchesUserAgent } from '../words/name-token.ts'
import { foldCase } from '../words/path-form.ts'
import { type CrawlerList, isCrawlersName, type NamedCrawler } from './crawler-list.ts'
import aiRobots from './lists/ai-robots.json' with { type: 'json' }
import { policyToken } from './policy-tokens.ts'
import { CORRECTED_CRAWLERS, FAMILY_OPERATORS } from './tables.ts'

/** AI crawlers of ai.robots.txt, with categories from its descriptions. */
export const AI_ROBOTS_LIST = aiRobots as CrawlerList

/**
 * Merges the lists by name. Priority: corrections, lists with categories, expressions, lists of
 * names.
 */
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
  // An operator that a list of names leaves open may come from the crawler's own header, but not
  // from another such list.
  for (const each of named) if (!byName.has(each.name)) add(each)
  for (const listed of list) {
    const host = operatorOf(listed)
    const names = namesOf(listed).filter((name) => !isPartOfLibrary(listed, name, byName))
    for (const name of names) {
      const operator = host ?? OPERATORS.get(name) ?? null
      add({ name, category: categoryOfTags(listed, name), operator })
    }
  }
  for (const each of others.filter(({ states }) => !states).flatMap(({ crawlers }) => crawlers))
    add(each)
  return [...byName.values()]
    .filter(({ name }) => policyToken(name) === undefined)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Of crawlers whose header has no host, as `Googlebot-Image/1.0`. */
const OPERATORS = new Map(FAMILY_OPERATORS)

/**
 * Whether only headers of a known library contain the name: `Jersey/2.25 (HttpUrlConnection 1.8)`
 * is Jersey's.
 */
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

/** An entry of `crawler-user-agents`: an expression with samples. */
export interface ListedCrawler {
  readonly pattern: string
  readonly instances: readonly string[]
  readonly tags?: readonly string[]
}

/** Tag → category; the first match counts. Other tags are `other`. */
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

/** The whole-token names of a pattern. Samples without one (I1) add their own first product. */
function namesOf({ pattern, instances }: ListedCrawler): readonly string[] {
  const headers = textsOf(instances)
  const useful = namesIn(pattern, headers)
  const missed = headers.filter((each) => !useful.some((name) => matchesUserAgent(name, each)))
  // The first product that no browser sends.
  const own = missed.map((each) =>
    Array.from(each.matchAll(PRODUCTS), ([product]) => product).find(isCrawlersName),
  )
  return [...new Set([...useful, ...own.filter((name) => name !== undefined)])]
}

/**
 * Those of an entry's names, and of `others`, that its headers contain beside a browser's
 * engine and not as a product (I5).
 */
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

/**
 * The names in the pattern itself. Those from samples are left out, because they may belong to
 * others.
 */
export function literalNamesOf({ pattern, instances }: ListedCrawler): readonly string[] {
  return namesIn(pattern, textsOf(instances))
}

function textsOf(headers: readonly string[]): readonly string[] {
  const reader = new HeaderText()
  return headers.map((each) => reader.read(each).toString())
}

function namesIn(pattern: string, headers: readonly string[]): readonly string[] {
  // Without a version, and trimmed to word characters: a name ends where its token ends.
  const tokens = expand(pattern).map((text) =>
    text.replace(/\/[0-9.]*$/, '').replace(/^[^a-z0-9_]+|[^a-z0-9_]+$/g, ''),
  )
  const names = [...new Set(tokens)].filter(isCrawlersName)
  return names.filter(
    (name) => headers.length === 0 || headers.some((each) => matchesUserAgent(name, each)),
  )
}

/** A product: at the start of a header or comment, after `compatible;`, or before a version. */
const PRODUCTS =
  /(?<=^\s*|\(\s*|compatible;\s*|[\s;](?=[a-z0-9_.-]+\/v?[0-9]))([a-z0-9_][a-z0-9_.-]*[a-z0-9_])(?![a-z0-9_])/g

/** The texts that an expression matches; none if it is more than alternatives of literals. */
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
  // Fetchers that act on a person's request have such names.
  if (tags.includes('ai-crawler') && /user$|assistant/.test(name)) return 'assistant'
  if (tags.includes('ai-crawler') && tags.includes('search-engine')) return 'ai-search'
  return CATEGORY_OF_TAG.find(([tag]) => tags.includes(tag))?.[1] ?? 'other'
}

/** The host in the crawler's own header. Pages about crawlers do not prove who runs them. */
function operatorOf({ instances }: ListedCrawler): string | null {
  const hosts = instances.flatMap(
    (header) => /https?:\/\/(?:www\.)?([a-z0-9.-]+\.[a-z]{2,})/i.exec(header)?.[1] ?? [],
  )
  const host = hosts[0]?.toLowerCase()
  return host === undefined || SHARED_HOSTS.test(host) ? null : host
}

const SHARED_HOSTS =
  /(?:^|\.)(?:github\.com|github\.io|gitlab\.com|googlecode\.com|code\.google\.com|sites\.google\.com|sourceforge\.net|wikipedia\.org|wordpress\.com|blogspot\.com|medium\.com|npmjs\.com|bit\.ly|example\.(?:com|org))$/
