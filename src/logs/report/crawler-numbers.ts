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
  labels: Labels = {},
): readonly TableColumn<CrawlerConduct>[] {
  return names.map((name) => {
    return [labels[name] ?? name, NUMBERS[name], name === 'sent' ? bytes : grouped]
  })
}

type Labels = Readonly<Partial<Record<CrawlerNumber, string>>>

/** How a crawler asked for closed pages, in the words of the desk. */
export const VIOLATION_WORDS = {
  proven: 'after reading robots.txt',
  unseen: 'not seen reading robots.txt',
} as const

const PAGE_LABELS: Labels = {
  proven: `for closed pages ${VIOLATION_WORDS.proven}`,
  unseen: `for closed pages, ${VIOLATION_WORDS.unseen}`,
  grace: 'for pages perhaps open in its copy of robots.txt',
  incomparable: 'with a robots.txt that is not known',
  'robots.txt': 'fetches of robots.txt',
  verified: 'name verified',
  claimed: 'name not in its operator’s list, which is old',
  unchecked: 'name not checked',
  forged: 'name forged by others',
}

/** All numbers of a crawler, by the words of its page. */
export const CRAWLER_NUMBERS = numberColumns(NUMBER_NAMES, PAGE_LABELS)

/** Where all requests failed the check, none is verified. */
function checked(crawler: CrawlerConduct, kind: 'verified' | 'claimed'): number | null {
  const { proof, requests, forged } = crawler
  const allFailed = requests === 0 && forged !== null
  return proof.unchecked === requests && !allFailed ? null : proof[kind]
}
