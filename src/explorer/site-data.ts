/**
 * What `acap serve` answers to the page: the sites of the folder of policies, and the crawlers that everybody knows.
 */
import type { KnownCrawler, Registry } from '../bundle/program.ts'
import { nameTrie } from '../compile/name-trie.ts'
import type { Draft } from './draft.ts'

/** A site as it is sent. */
export interface SentSite {
  readonly site: string
  readonly files: Readonly<Record<string, string>>
}

/** The files that a page can do something with: those that mean something, in the order of their weight. */
export function draftOf({ site, files }: SentSite): Draft {
  const weigh = (path: string) => ['robots.txt', 'site.toml'].indexOf(path) >>> 0
  const order = Object.keys(files).sort((a, b) => weigh(a) - weigh(b) || (a < b ? -1 : 1))
  return { site, files: new Map(order.map((path) => [path, files[path]!])) }
}

/** The registry, its automaton made in the page. */
export function registryOf(crawlers: readonly KnownCrawler[]): Registry {
  return { crawlers, trie: nameTrie(crawlers.map(({ name }) => name)) }
}
