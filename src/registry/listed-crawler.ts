/**
 * An entry of a list of expressions → the names that it stands for, and what for. The expression is never run: one that is
 * plain text except for case classes, alternatives and anchors becomes names, whole tokens by I1.
 */
import { HeaderText } from '../grammar/header-text.ts'
import { isNamedAsProduct, matchesUserAgent } from '../grammar/name-token.ts'
import { foldCase } from '../grammar/path-form.ts'
import type { Category } from '../vocabulary/decision-words.ts'
import { isCrawlersName } from './crawler-list.ts'

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

/**
 * The whole-token names that a pattern stands for, in lower case. Samples in which none of them stands (I1: it may be
 * in their URL) give the product that they call themselves.
 */
export function namesOf({ pattern, instances }: ListedCrawler): readonly string[] {
  const headers = textsOf(instances)
  const useful = namesIn(pattern, headers)
  const missed = headers.filter((each) => !useful.some((name) => matchesUserAgent(name, each)))
  return [...new Set([...useful, ...missed.flatMap((each) => ownProduct(each) ?? [])])]
}

/** Those of its names, and of `others`, that its headers hold beside a browser's engine and not as a product (I5). */
export function namesAnywhere(listed: ListedCrawler, others: readonly string[]): readonly string[] {
  const reader = new HeaderText()
  const texts = listed.instances.flatMap((each) => (reader.read(each).isBrowsers() ? [reader.toString()] : []))
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
  const names = [...new Set(expand(pattern).map(trimToToken))].filter(isCrawlersName)
  return names.filter((name) => headers.length === 0 || headers.some((each) => matchesUserAgent(name, each)))
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

export function categoryOfTags({ tags = [] }: ListedCrawler, name: string): Category {
  // Fetchers that act for a person on demand name themselves so.
  if (tags.includes('ai-crawler') && /-user$|assistant/.test(name)) return 'assistant'
  return CATEGORY_OF_TAG.find(([tag]) => tags.includes(tag))?.[1] ?? 'other'
}

/** The host that the crawler itself names in its header: a page that lists the crawler does not say who runs it. */
export function operatorOf({ instances }: ListedCrawler): string | null {
  const hosts = instances.flatMap((header) => /https?:\/\/(?:www\.)?([a-z0-9.-]+\.[a-z]{2,})/i.exec(header)?.[1] ?? [])
  const host = hosts[0]?.toLowerCase()
  return host === undefined || SHARED_HOSTS.test(host) ? null : host
}

const SHARED_HOSTS =
  /(?:^|\.)(?:github\.com|github\.io|gitlab\.com|googlecode\.com|code\.google\.com|sites\.google\.com|sourceforge\.net|wikipedia\.org|wordpress\.com|blogspot\.com|medium\.com|npmjs\.com|bit\.ly|example\.(?:com|org))$/
