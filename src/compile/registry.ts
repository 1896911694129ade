/**
 * A public list of crawlers (the shape of crawler-user-agents: regular expressions with tags and sample headers) →
 * the registry of known crawlers (I3, I5): whole-token names in one automaton. Runs offline only.
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
import { isReadersName } from '../vocabulary/reader-words.ts'
import { nameTrie } from './name-trie.ts'

/** An entry of the list. */
export interface ListedCrawler {
  readonly pattern: string
  readonly url?: string
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
const NO_NAMES: ReadonlySet<string> = new Set([
  'spider',
  'bot',
  'robot',
  'crawler',
  'lcc',
  'code',
  'compatible',
  'http',
])

const SHORTEST = 3

/** Compiles the list. Equal input gives an equal registry. */
export function compileRegistry(list: readonly ListedCrawler[]): Registry {
  const byName = new Map<string, KnownCrawler>()
  for (const listed of list) {
    for (const name of namesOf(listed)) {
      if (!byName.has(name))
        byName.set(name, { name, category: categoryOf(listed, name), operator: operatorOf(listed) })
    }
  }
  const crawlers = [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  return { crawlers, trie: nameTrie(crawlers.map(({ name }) => name)) }
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
  return name.length >= SHORTEST && !NO_NAMES.has(name) && !isReadersName(name)
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

/** The host of the page that describes it. */
function operatorOf({ url }: ListedCrawler): string | null {
  return /^https?:\/\/(?:www\.)?([^/:?#]+)/.exec(url ?? '')?.[1]?.toLowerCase() ?? null
}
