/**
 * Public lists of crawlers → the registry of known crawlers (I3, I5): whole-token names in one automaton. One list has the shape
 * of crawler-user-agents (regular expressions with tags and sample headers), the others are names. Runs offline only.
 *
 * Where whole tokens (I1) miss what an expression found in its own samples, the entry stays out: a missed crawler is a
 * reader, which harms nobody.
 */
import type { KnownCrawler, Registry } from '../bundle/program.ts'
import { AI_ROBOTS_LIST } from './ai-robots-list.ts'
import { CRAWLER_ADDRESSES } from './crawler-addresses.ts'
import type { CrawlerList } from './crawler-list.ts'
import { isCrawlersName, isPolicyToken } from './crawler-names.ts'
import { categoryOfTags, type ListedCrawler, namesOf } from './listed-crawler.ts'
import { nameTrie } from './name-trie.ts'
import { CORRECTIONS } from './registry-corrections.ts'

/**
 * Compiles the list, with other lists and the corrections. Equal input gives an equal registry. Of several entries for one name, the
 * corrections count first, then the lists that state categories, the first before the next, then the list of expressions. The
 * other lists only add names.
 */
export function compileRegistry(
  list: readonly ListedCrawler[],
  others: readonly CrawlerList[] = [AI_ROBOTS_LIST],
): Registry {
  const byName = new Map<string, KnownCrawler>()
  const add = ({ name, category, operator }: KnownCrawler) => {
    const known = byName.get(name)
    if (known === undefined) byName.set(name, { name, category, operator })
    else if (known.operator === null && operator !== null) byName.set(name, { ...known, operator })
  }
  const stated = others.filter(({ states }) => states).flatMap(({ crawlers }) => crawlers)
  const named = [...CORRECTIONS, ...stated].filter(({ name }) => isCrawlersName(name))
  // What a list of names leaves open about an operator, the crawler's own header may tell; another list of names may not.
  for (const each of named) if (!byName.has(each.name)) add(each)
  for (const listed of list) {
    const operator = operatorOf(listed)
    for (const name of namesOf(listed)) add({ name, category: categoryOfTags(listed, name), operator })
  }
  for (const each of others.filter(({ states }) => !states).flatMap(({ crawlers }) => crawlers)) add(each)
  const crawlers = [...byName.values()]
    .filter(({ name }) => !isPolicyToken(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return { crawlers, trie: nameTrie(crawlers.map(({ name }) => name)), addresses: CRAWLER_ADDRESSES }
}

/** The host that the crawler itself names in its header: a page that lists the crawler does not say who runs it. */
function operatorOf({ instances }: ListedCrawler): string | null {
  const hosts = instances.flatMap((header) => /https?:\/\/(?:www\.)?([a-z0-9.-]+\.[a-z]{2,})/i.exec(header)?.[1] ?? [])
  const host = hosts[0]?.toLowerCase()
  return host === undefined || SHARED_HOSTS.test(host) ? null : host
}

/** Hosts that serve pages of many people. */
const SHARED_HOSTS =
  /(?:^|\.)(?:github\.com|github\.io|gitlab\.com|googlecode\.com|code\.google\.com|sites\.google\.com|sourceforge\.net|wikipedia\.org|wordpress\.com|blogspot\.com|medium\.com|npmjs\.com|bit\.ly|example\.(?:com|org))$/
