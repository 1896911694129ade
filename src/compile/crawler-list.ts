/**
 * A list of crawlers as names alone: the shape of the lists that are shipped beside the package crawler-user-agents, of the
 * corrections, and of what `acap crawlers` fetches. No regular expression of somebody else's is in it.
 */
import type { Category } from '../vocabulary/decision-words.ts'

/** A crawler of a list; the name in lower case. */
export interface NamedCrawler {
  readonly name: string
  readonly category: Category
  /** Who runs it; null where the list does not say so. */
  readonly operator: string | null
}

/** A list with where it comes from. */
export interface CrawlerList {
  readonly name: string
  /** The URL of the list. */
  readonly source: string
  /** The day of its version, `YYYY-MM-DD`. */
  readonly date: string
  /** An SPDX identifier; `unknown` for a list that says none. */
  readonly licence: string
  readonly crawlers: readonly NamedCrawler[]
}
