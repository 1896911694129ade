/**
 * Writes a report as text for a terminal and as CSV (RFC 4180), from one table of numbers. Null
 * means not checked.
 */

import type { DisplayName } from '../../author/explain/display-names.ts'
import { type TableColumn, textTable } from '../../base/text-table.ts'
import type { CrawlerConduct, CrawlReport, DeclaredReader } from './crawl-report.ts'
import { NUMBERS, numberColumns } from './crawler-numbers.ts'
import { replayText } from './replay-sentences.ts'
import { cardSentences } from './report-cards.ts'
import {
  changeSentences,
  costSentence,
  counted,
  coverageSentence,
  furtherFindings,
  leadSentences,
  ON_BEHALF,
  proofSentence,
  spelledName,
} from './report-sentences.ts'

/** Two groups of rows: crawlers that act for themselves, then those that act for a person. */
function crawlerGroups(crawlers: readonly CrawlerConduct[]) {
  const [own, others] = [false, true].map((isFor) =>
    crawlers.filter(({ onBehalf }) => onBehalf === isFor),
  )
  return [['', own!] as const, [ON_BEHALF, others!] as const]
}

const NOT_CHECKED = 'not checked'
const MOST_FINDINGS = 10
const LONGEST_AGENT = 120

const TEXT_COLUMNS: readonly TableColumn<CrawlerConduct>[] = [
  ['crawler', ({ name }) => name],
  ['for', ({ category }) => category],
  ...numberColumns([
    'requests',
    'proven',
    'unseen',
    'grace',
    'incomparable',
    'verified',
    'forged',
    'sent',
  ]),
]

const DECLARED =
  'Not known as crawlers, though they declare a name; the policy treats them as readers:'

function withNames(report: CrawlReport, shown: DisplayName): CrawlReport {
  const { crawlers, changes } = report
  const named = <T extends { readonly name: string }>(each: T) => {
    return { ...each, name: shown(each.name) }
  }
  return {
    ...report,
    crawlers: crawlers.map(named),
    changes: changes && {
      ...changes,
      appeared: changes.appeared.map(shown),
      gone: changes.gone.map(shown),
    },
  }
}

/** What crawlers were charged for pages with a price; empty where that is nothing. */
function chargedSentences({ crawlers }: Pick<CrawlReport, 'crawlers'>): readonly string[] {
  return crawlers.flatMap(({ name, charged }) =>
    Object.entries(charged).map(
      ([currency, sum]) => `${name} was charged ${currency} ${sum} for pages with a price.`,
    ),
  )
}

function declaredText(declared: readonly DeclaredReader[]): readonly string[] {
  const lines = declared.map((client) => {
    const agent = client.example.slice(0, LONGEST_AGENT)
    return `${spelledName(client)}, ${counted(client.requests, 'request')}: ${agent}`
  })
  return lines.length === 0 ? [] : ['', DECLARED, ...lines]
}

/** `shown`: names as people are shown them. */
export function crawlReportText(counted: CrawlReport, shown: DisplayName): string {
  const report = withNames(counted, shown)
  const found = furtherFindings(report).slice(0, MOST_FINDINGS)
  return `${[
    ...leadSentences(report),
    ...changeSentences(report),
    ...found.map(({ text }) => text),
    ...crawlerGroups(report.crawlers).flatMap(([title, rows]) =>
      rows.length === 0
        ? []
        : ['', ...(title === '' ? [] : [title]), ...textTable(TEXT_COLUMNS, rows, NOT_CHECKED)],
    ),
    ...declaredText(report.declared ?? []),
    '',
    costSentence(report),
    ...chargedSentences(report),
    proofSentence(report),
    coverageSentence(report),
    ...cardSentences(report.cards),
    ...(report.replay === null
      ? []
      : ['', replayText(report.replay, report.replay.against).trimEnd()]),
  ].join('\n')}\n`
}

const CSV_COLUMNS: readonly TableColumn<CrawlerConduct>[] = [
  ['name', ({ name }) => name],
  ['operator', ({ operator }) => operator],
  ['category', ({ category }) => category],
  ['listed', ({ listed }) => String(listed)],
  ['requests', NUMBERS.requests],
  ['bytes', NUMBERS.sent],
  ['robots_fetches', NUMBERS['robots.txt']],
  ...numberColumns(['proven', 'unseen', 'grace', 'incomparable']),
  ...numberColumns(['verified', 'claimed', 'unchecked', 'forged']),
  ['first', ({ first }) => first],
  ['last', ({ last }) => last],
]

/** The crawlers of a report as CSV, a line each. What was not checked is empty. */
export function reportCsv({ crawlers }: CrawlReport): string {
  const rows = crawlers.map((crawler) => CSV_COLUMNS.map(([, value]) => quoted(value(crawler))))
  return [CSV_COLUMNS.map(([head]) => head), ...rows]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')
}

/** A spreadsheet takes a text that begins like this for a formula. */
const FORMULA = /^[=+\-@\t\r]/

function quoted(cell: string | number | null): string {
  const text =
    cell === null ? '' : typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
