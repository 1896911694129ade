/**
 * Lists of crawlers → the registry of a bundle (I3, I5): the known crawlers, with their names in one automaton.
 */
import type { Registry } from '../bundle/program.ts'
import type { CrawlerList } from '../registry/crawler-list.ts'
import type { ListedCrawler } from '../registry/listed-crawler.ts'
import { AI_ROBOTS_LIST, CRAWLER_ADDRESSES, mergedLists } from '../registry/merged-lists.ts'
import { nameTrie } from './name-trie.ts'

/** Compiles the list of expressions, with other lists and the corrections. Equal input gives an equal registry. */
export function compileRegistry(
  list: readonly ListedCrawler[],
  others: readonly CrawlerList[] = [AI_ROBOTS_LIST],
): Registry {
  const crawlers = mergedLists(list, others)
  return { crawlers, trie: nameTrie(crawlers.map(({ name }) => name)), addresses: CRAWLER_ADDRESSES }
}
