/**
 * Public lists of crawlers → the registry of known crawlers (I3, I5): whole-token names in one automaton. One list has the shape
 * of crawler-user-agents (regular expressions with tags and sample headers), the others are names. Runs offline only.
 *
 * A pattern that is plain text but for case classes, alternatives and anchors becomes names. Where whole tokens (I1)
 * miss what the expression found in its own samples, the pattern stays out: a missed crawler is a reader, which harms
 * nobody.
 */
import type { KnownCrawler, Registry } from '../bundle/program.ts'
import { HeaderText } from '../grammar/header-text.ts'
import { matchesUserAgent } from '../grammar/name-token.ts'
import { foldCase } from '../grammar/path-form.ts'
import type { Category } from '../vocabulary/decision-words.ts'
import { POLICY_TOKENS } from '../vocabulary/policy-tokens.ts'
import { isReadersName, SHARED_NAMES } from '../vocabulary/reader-words.ts'
import { AI_ROBOTS_LIST } from './ai-robots-list.ts'
import type { CrawlerList } from './crawler-list.ts'
import { nameTrie } from './name-trie.ts'
import { CORRECTIONS } from './registry-corrections.ts'

/** An entry of the list. */
export interface ListedCrawler {
  readonly pattern: string
  readonly instances: readonly string[]
  readonly tags?: readonly string[]
}

/** Tag → category, the first that fits; what no row names is `other`. */
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

/** Words of no crawler in particular, beside those of readers' headers (vocabulary/reader-words.ts). */
const NO_NAMES: ReadonlySet<string> = new Set(['spider', 'bot', 'robot', 'crawler', 'code', 'compatible', 'http'])

const SHORTEST = 3

/**
 * Compiles the list, with other lists and the corrections. Equal input gives an equal registry. Of what is said of one name, the
 * corrections count first, then the lists of names, the first before the next, then the list of patterns.
 */
export function compileRegistry(
  list: readonly ListedCrawler[],
  others: readonly CrawlerList[] = [AI_ROBOTS_LIST],
): Registry {
  const byName = new Map<string, KnownCrawler>()
  const named = [...CORRECTIONS, ...others.flatMap((each) => each.crawlers)]
  for (const { name, category, operator } of named) {
    if (!byName.has(name) && isCrawlersName(name)) byName.set(name, { name, category, operator })
  }
  for (const listed of list) {
    for (const name of namesOf(listed)) {
      const known = byName.get(name)
      const operator = known?.operator ?? operatorOf(listed)
      byName.set(
        name,
        known === undefined ? { name, category: categoryOf(listed, name), operator } : { ...known, operator },
      )
    }
  }
  const crawlers = [...byName.values()].filter(isIdentified).sort((a, b) => (a.name < b.name ? -1 : 1))
  return { crawlers, trie: nameTrie(crawlers.map(({ name }) => name)) }
}

/** Policy tokens are published and identify nobody. */
function isIdentified({ name }: KnownCrawler): boolean {
  return !POLICY_TOKENS.some(({ token }) => foldCase(token) === name)
}

/**
 * The whole-token names that a pattern stands for, in lower case. Samples in which none of them stands (I1: it may be
 * in their URL) give the product that they call themselves.
 */
export function namesOf({ pattern, instances }: ListedCrawler): readonly string[] {
  const reader = new HeaderText()
  const headers = instances.map((each) => reader.read(each).toString())
  const names = [...new Set(expand(pattern).map(trimToToken))].filter(isCrawlersName)
  const useful = names.filter((name) => headers.length === 0 || headers.some((each) => matchesUserAgent(name, each)))
  const missed = headers.filter((each) => !useful.some((name) => matchesUserAgent(name, each)))
  return [...new Set([...useful, ...missed.flatMap((each) => ownProduct(each) ?? [])])]
}

function isCrawlersName(name: string): boolean {
  return (name.length >= SHORTEST || SHARED_NAMES.has(name)) && !NO_NAMES.has(name) && !isReadersName(name)
}

/** The first product of a header's text that no browser sends; null where there is none. */
function ownProduct(text: string): string | null {
  const products = [...text.matchAll(PRODUCTS)].map(([, product]) => product!)
  return products.find(isCrawlersName) ?? null
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
  const texts = group === null ? plain.split('|') : group[2]!.split('|').map((each) => group[1]! + each + group[3]!)
  return texts.filter((text) => !/[[\]\\|^$*]/.test(text))
}

/** Without a version, and without what is not a word character at either end: a name ends where the token ends. */
function trimToToken(text: string): string {
  return text.replace(/\/[0-9.]*$/, '').replace(/^[^a-z0-9_]+|[^a-z0-9_]+$/g, '')
}

function categoryOf({ tags = [] }: ListedCrawler, name: string): Category {
  // Fetchers that act for a person on demand name themselves so.
  if (tags.includes('ai-crawler') && /-user$|assistant/.test(name)) return 'assistant'
  return CATEGORY_OF_TAG.find(([tag]) => tags.includes(tag))?.[1] ?? 'other'
}

/** The host that the crawler itself names in its header: the page of somebody who lists it says nothing of who runs it. */
function operatorOf({ instances }: ListedCrawler): string | null {
  const hosts = instances.flatMap((header) => /https?:\/\/(?:www\.)?([a-z0-9.-]+\.[a-z]{2,})/i.exec(header)?.[1] ?? [])
  const host = hosts[0]?.toLowerCase()
  return host === undefined || SHARED_HOSTS.test(host) ? null : host
}

/** Hosts that serve pages of many people. */
const SHARED_HOSTS =
  /(?:^|\.)(?:github\.com|github\.io|gitlab\.com|googlecode\.com|code\.google\.com|sites\.google\.com|sourceforge\.net|wikipedia\.org|wordpress\.com|blogspot\.com|medium\.com|npmjs\.com|bit\.ly|example\.(?:com|org))$/
