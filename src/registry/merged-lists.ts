/**
 * Lists of crawlers → the known crawlers (I3, I5): names with a category and an operator. One list has the shape
 * of crawler-user-agents (regular expressions with tags and sample headers), the others are names. Runs offline only.
 *
 * Where whole tokens (I1) miss what an expression found in its own samples, the entry stays out: a missed crawler is a
 * reader, which harms nobody.
 */
import type { Category } from '../vocabulary/decision-words.ts'
import { type CrawlerList, isCrawlersName, type NamedCrawler } from './crawler-list.ts'
import addresses from './data/addresses.json' with { type: 'json' }
import aiRobots from './data/ai-robots.json' with { type: 'json' }
import corrections from './data/corrections.json' with { type: 'json' }
import { categoryOfTags, type ListedCrawler, namesOf, operatorOf } from './listed-crawler.ts'
import { policyToken } from './policy-tokens.ts'

/** Crawlers of AI operators, from ai.robots.txt: names alone, with a category from what the list says of each. */
export const AI_ROBOTS_LIST = aiRobots as CrawlerList

/** The day on which the pages of the corrections were last read. */
export const CORRECTIONS_DATE = corrections.date

/** Corrections and additions to the lists: they override every list. */
export const CORRECTIONS: readonly NamedCrawler[] = corrections.operators.flatMap(({ operator, crawlers }) =>
  Object.entries(crawlers as Readonly<Record<string, Category>>).map(([name, category]) => ({
    name,
    category,
    operator,
  })),
)

/**
 * Crawlers whose headers name them by an address alone (I3), mostly behind a browser's header: the operator's own page about
 * the crawler, or its mailbox. In lower case, without a scheme, `www.` or `+`. An address that goes on with a path is the
 * same crawler's. Monitors and previews are left out: they are readers where no policy names them (I5).
 */
export const CRAWLER_ADDRESSES: readonly string[] = addresses

/**
 * Merges the lists; equal input gives equal output, sorted by name. Of several entries for one name, the corrections count
 * first, then the lists that state categories, the first before the next, then the list of expressions. The other lists
 * only add names.
 */
export function mergedLists(list: readonly ListedCrawler[], others: readonly CrawlerList[]): readonly NamedCrawler[] {
  const byName = new Map<string, NamedCrawler>()
  const add = ({ name, category, operator }: NamedCrawler) => {
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
  return [...byName.values()]
    .filter(({ name }) => policyToken(name) === undefined)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}
