/**
 * Compiles lists of crawlers into the registry of a bundle (I3, I5), with all names in one
 * automaton.
 */

import { checkArgument, isRecord } from '../../base/check-argument.ts'
import { type CrawlerList, checkLists } from '../../crawlers/crawler-list.ts'
import {
  AI_ROBOTS_LIST,
  type ListedCrawler,
  mergedLists,
  namesAnywhere,
} from '../../crawlers/merged-lists.ts'
import { COMMON_NAMES } from '../../crawlers/reader-words.ts'
import { NAME_PROOFS } from '../../crawlers/shipped-proofs.ts'
import { CORRECTED_CRAWLERS, SELF_NAMED_ADDRESSES } from '../../crawlers/tables.ts'
import type { Registry } from '../program.ts'
import { nameTrie } from './name-trie.ts'

/**
 * Compiles a list of expressions, with other lists and the corrections. Equal input gives an equal
 * registry.
 * @param list Crawlers in the form of the package `crawler-user-agents`.
 * @param others Lists of names. @default the shipped list of ai.robots.txt
 * @throws TypeError for anything but such lists.
 * @example compileRegistry([{ pattern: 'SomeBot', instances: ['SomeBot/1.0'] }])
 */
export function compileRegistry(
  list: readonly ListedCrawler[],
  others: readonly CrawlerList[] = [AI_ROBOTS_LIST],
): Registry {
  const isListed = (each: unknown) => isRecord(each) && Array.isArray(each.instances)
  const isList = Array.isArray(list) && list.every(isListed)
  checkArgument(isList, 'compileRegistry', 'list', 'a list of `{ pattern, instances }`')
  checkLists('compileRegistry', 'others', others)
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
