/**
 * A report → CSV (RFC 4180), a line for each crawler. What was not checked is empty.
 */
import type { CrawlerConduct, CrawlReport } from '../../analysis/report/crawl-report.ts'
import { type CrawlerNumber, numberOf } from './crawler-numbers.ts'

type Cell = string | number | boolean | null

const CSV_NUMBERS: readonly (readonly [head: string, name: CrawlerNumber])[] = [
  ['requests', 'requests'],
  ['bytes', 'sent'],
  ['robots_fetches', 'robots.txt'],
  ...(['proven', 'unseen', 'grace', 'incomparable'] as const).map((name) => [name, name] as const),
  ...(['verified', 'claimed', 'unchecked', 'forged'] as const).map((name) => [name, name] as const),
]
const COLUMNS: readonly (readonly [head: string, cell: (crawler: CrawlerConduct) => Cell])[] = [
  ['name', ({ name }) => name],
  ['operator', ({ operator }) => operator],
  ['category', ({ category }) => category],
  ['listed', ({ listed }) => listed],
  ...CSV_NUMBERS.map(([head, name]) => [head, (crawler: CrawlerConduct) => numberOf(crawler, name)] as const),
  ['first', ({ first }) => first],
  ['last', ({ last }) => last],
]

/** The crawlers of a report. */
export function reportCsv({ crawlers }: CrawlReport): string {
  const rows = crawlers.map((crawler) => COLUMNS.map(([, cell]) => quoted(cell(crawler))))
  return [COLUMNS.map(([head]) => head), ...rows].map((cells) => `${cells.join(',')}\r\n`).join('')
}

/** A spreadsheet takes a text that begins like this for a formula. */
const FORMULA = /^[=+\-@\t\r]/

function quoted(cell: Cell): string {
  const text = cell === null ? '' : typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
