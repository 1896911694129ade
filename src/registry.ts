/**
 * The library's `acap-edge/registry`: the public list of crawlers, compiled. It is the only owner of which list that is; an
 * entry point of its own, because a list of well over a thousand crawlers must not burden callers that need none.
 */
import list from 'crawler-user-agents'
import type { CrawlerList } from './crawlers/crawler-list.ts'
import { AI_ROBOTS_LIST, CORRECTIONS_DATE } from './crawlers/crawler-lists.ts'
import { compileRegistry } from './program/compile/compile-registry.ts'
import type { Registry } from './program/program.ts'

/** The lists that are shipped, with the day of each. */
export const SHIPPED_LISTS: readonly { readonly name: string; readonly date: string }[] = [
  { name: 'crawler-user-agents 1.60.0', date: '2026-08-10' },
  { name: AI_ROBOTS_LIST.name, date: AI_ROBOTS_LIST.date },
  { name: 'corrections', date: CORRECTIONS_DATE },
]

/** The known crawlers: their names, categories and operators (I3, I5). Made when it is first asked for. */
export function knownCrawlers(): Registry {
  known ??= compileRegistry(list)
  return known
}

/** The same, with lists of the author's own: they count in their order. */
export function knownCrawlersWith(lists: readonly CrawlerList[]): Registry {
  return lists.length === 0 ? knownCrawlers() : compileRegistry(list, [...lists, AI_ROBOTS_LIST])
}

let known: Registry | undefined
