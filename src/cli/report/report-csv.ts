/**
 * A report → CSV (RFC 4180), a line for each crawler. What was not checked is empty.
 */
import type { CrawlerConduct, CrawlReport } from '../../analysis/report/crawl-report.ts'

type Cell = string | number | boolean | null

const COLUMNS: readonly (readonly [head: string, cell: (crawler: CrawlerConduct) => Cell])[] = [
  ['name', ({ name }) => name],
  ['operator', ({ operator }) => operator],
  ['category', ({ category }) => category],
  ['listed', ({ listed }) => listed],
  ['requests', ({ requests }) => requests],
  ['bytes', ({ bytes }) => bytes],
  ['robots_fetches', ({ robots }) => robots.fetches],
  ['proven', ({ violations }) => violations.proven],
  ['unseen', ({ violations }) => violations.unseen],
  ['grace', ({ violations }) => violations.grace],
  ['incomparable', ({ violations }) => violations.incomparable],
  ['verified', ({ proof }) => proof.verified],
  ['claimed', ({ proof }) => proof.claimed],
  ['unchecked', ({ proof }) => proof.unchecked],
  ['forged', ({ forged }) => forged?.requests ?? null],
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
