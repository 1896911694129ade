/**
 * The counts of a crawler, by what they are called: one table for the terminal, the page and CSV, so that a number is the
 * same everywhere. Null is what was not checked.
 */
import type { CrawlerConduct } from '../../analysis/report/crawl-report.ts'
import { bytes, grouped } from '../output/table.ts'

export const NOT_CHECKED = 'not checked'

const NUMBERS = {
  requests: ({ requests }) => requests,
  proven: ({ violations }) => violations.proven,
  unseen: ({ violations }) => violations.unseen,
  grace: ({ violations }) => violations.grace,
  incomparable: ({ violations }) => violations.incomparable,
  'robots.txt': ({ robots }) => robots.fetches,
  verified: ({ proof }) => proof.verified,
  claimed: ({ proof }) => proof.claimed,
  unchecked: ({ proof }) => proof.unchecked,
  forged: ({ forged }) => forged?.requests ?? null,
  refused: ({ refused }) => refused,
  failed: ({ failed }) => failed,
  sent: (crawler) => crawler.bytes,
} as const satisfies Readonly<Record<string, (crawler: CrawlerConduct) => number | null>>
export type CrawlerNumber = keyof typeof NUMBERS
export const CRAWLER_NUMBERS = Object.keys(NUMBERS) as readonly CrawlerNumber[]

/** A count. */
export function numberOf(crawler: CrawlerConduct, name: CrawlerNumber): number | null {
  return NUMBERS[name](crawler)
}

/** The count for people. */
export function shownNumber(crawler: CrawlerConduct, name: CrawlerNumber): string {
  const number = numberOf(crawler, name)
  return number === null ? NOT_CHECKED : name === 'sent' ? bytes(number) : grouped(number)
}
