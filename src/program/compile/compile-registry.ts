/** Lists of crawlers → the registry of a bundle (I3, I5): the known crawlers, with their names in one automaton. */

import type { CrawlerList } from '../../crawlers/crawler-list.ts'
import {
  AI_ROBOTS_LIST,
  type ListedCrawler,
  mergedLists,
  namesAnywhere,
} from '../../crawlers/crawler-lists.ts'
import { COMMON_NAMES } from '../../crawlers/reader-words.ts'
import { NAME_PROOFS } from '../../crawlers/shipped-proofs.ts'
import { CORRECTED_CRAWLERS, SELF_NAMED_ADDRESSES } from '../../crawlers/tables.ts'
import type { Registry } from '../program.ts'
import { nameTrie } from './name-trie.ts'

/** Compiles the list of expressions, with other lists and the corrections. Equal input gives an equal registry. */
export function compileRegistry(
  list: readonly ListedCrawler[],
  others: readonly CrawlerList[] = [AI_ROBOTS_LIST],
): Registry {
  const crawlers = mergedLists(list, others)
  const corrected = CORRECTED_CRAWLERS.map(({ name }) => name)
  const loose = new Set(list.flatMap((listed) => namesAnywhere(listed, corrected)))
  return {
    crawlers,
    trie: nameTrie(
      crawlers.map(({ name }) => (COMMON_NAMES.has(name) ? { name, phrases: [] } : name)),
    ),
    addresses: SELF_NAMED_ADDRESSES,
    proofs: NAME_PROOFS,
    anywhere: crawlers.flatMap(({ name }, number) => (loose.has(name) ? [number] : [])),
  }
}
