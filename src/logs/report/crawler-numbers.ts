/** The numbers of a crawler with the names that tables and pages use; null means not checked. */
import { bytes, grouped, type TableColumn } from '../../base/text-table.ts'
import type { CrawlerConduct } from './crawl-report.ts'

export const NUMBERS = {
  requests: ({ requests }) => requests,
  proven: ({ violations }) => violations.proven,
  unseen: ({ violations }) => violations.unseen,
  grace: ({ violations }) => violations.grace,
  incomparable: ({ violations }) => violations.incomparable,
  'robots.txt': ({ robots }) => robots.fetches,
  verified: (crawler) => checked(crawler, 'verified'),
  claimed: (crawler) => checked(crawler, 'claimed'),
  unchecked: ({ proof }) => proof.unchecked,
  forged: ({ forged }) => forged?.requests ?? null,
  refused: ({ refused }) => refused,
  'would be refused': ({ observed }) => observed,
  failed: ({ failed }) => failed,
  sent: ({ requests, bytes: sent }) => (requests === 0 ? 0 : sent),
} as const satisfies Readonly<Record<string, (crawler: CrawlerConduct) => number | null>>
type CrawlerNumber = keyof typeof NUMBERS
const NUMBER_NAMES = Object.keys(NUMBERS) as readonly CrawlerNumber[]

export function numberColumns(
  names: readonly CrawlerNumber[],
): readonly TableColumn<CrawlerConduct>[] {
  return names.map((name) => [name, NUMBERS[name], name === 'sent' ? bytes : grouped])
}

/** All numbers of a crawler, by the words of its page. */
export const CRAWLER_NUMBERS = numberColumns(NUMBER_NAMES)

/** Where all requests failed the check, none is verified. */
function checked(crawler: CrawlerConduct, kind: 'verified' | 'claimed'): number | null {
  const { proof, requests, forged } = crawler
  const allFailed = requests === 0 && forged !== null
  return proof.unchecked === requests && !allFailed ? null : proof[kind]
}
