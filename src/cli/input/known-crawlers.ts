/**
 * A folder of policies → the registry that its sites are built with: the shipped lists of crawlers, and those that
 * `acap crawlers` wrote beside the sites.
 */
import { join } from 'node:path'
import type { Registry } from '../../bundle/program.ts'
import { type CrawlerList, readCrawlerList } from '../../registry/crawler-list.ts'
import { knownCrawlersWith } from '../../registry.ts'
import { listsFolder, loadLists } from './load-site.ts'

/** A list's file, and what is in it, or why it cannot be read. */
interface CrawlerFile {
  readonly path: string
  readonly list: CrawlerList | null
  readonly fault: string | null
}

/** The lists of crawlers beside the sites of a folder, or beside the one site that the folder is. */
export function crawlerFiles(folder: string): readonly CrawlerFile[] {
  return [...loadLists(folder, '.crawlers')].map(([name, bytes]) => {
    const path = join(listsFolder(folder, '.crawlers'), `${name}.json`)
    try {
      return { path, list: readCrawlerList(new TextDecoder().decode(bytes)), fault: null }
    } catch (fault) {
      return { path, list: null, fault: (fault as Error).message }
    }
  })
}

/** The known crawlers of a folder of policies, or of one site in it. A list that cannot be read counts for nothing. */
export function crawlersOf(folder: string): Registry {
  return registryWith(crawlerFiles(folder).flatMap(({ list }) => list ?? []))
}

/** A registry takes about half a second to make, and one folder is read many times. */
const registries = new Map<string, Registry>()
const MOST_KEPT = 8

/** The known crawlers with these lists. */
export function registryWith(lists: readonly CrawlerList[]): Registry {
  const key = JSON.stringify(lists)
  const known = registries.get(key)
  if (known !== undefined) return known
  if (registries.size >= MOST_KEPT) registries.clear()
  const made = knownCrawlersWith(lists)
  registries.set(key, made)
  return made
}
