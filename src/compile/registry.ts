/** Lists of crawlers → the registry of a bundle (I3, I5): the known crawlers, with their names in one automaton. */
import type { Registry } from '../bundle/program.ts'
import type { CrawlerList } from '../registry/crawler-list.ts'
import {
  AI_ROBOTS_LIST,
  CORRECTIONS,
  CRAWLER_ADDRESSES,
  type ListedCrawler,
  mergedLists,
  namesAnywhere,
} from '../registry/crawler-lists.ts'
import { NAME_PROOFS } from '../registry/name-proofs.ts'
import { COMMON_NAMES } from '../registry/reader-words.ts'
import { nameTrie } from './name-trie.ts'

/** Compiles the list of expressions, with other lists and the corrections. Equal input gives an equal registry. */
export function compileRegistry(
  list: readonly ListedCrawler[],
  others: readonly CrawlerList[] = [AI_ROBOTS_LIST],
): Registry {
  const crawlers = mergedLists(list, others)
  const corrected = CORRECTIONS.map(({ name }) => name)
  const loose = new Set(list.flatMap((listed) => namesAnywhere(listed, corrected)))
  return {
    crawlers,
    trie: nameTrie(crawlers.map(({ name }) => (COMMON_NAMES.has(name) ? { name, phrases: [] } : name))),
    addresses: CRAWLER_ADDRESSES,
    proofs: NAME_PROOFS,
    anywhere: crawlers.flatMap(({ name }, number) => (loose.has(name) ? [number] : [])),
  }
}
