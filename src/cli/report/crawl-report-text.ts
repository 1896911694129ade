/**
 * A report → text for a terminal: sentences first, then a table. Words are those of docs/report.md.
 */
import type { CrawlerConduct, CrawlReport } from '../../analysis/report/crawl-report.ts'
import {
  changeSentences,
  coverageSentence,
  furtherFindings,
  leadSentences,
  proofSentence,
} from '../../analysis/report/report-sentences.ts'
import { bytes, grouped, type TableColumn, table } from '../output/table.ts'
import { shownNumber } from './crawler-numbers.ts'

const MOST_ROWS = 20
const MOST_FINDINGS = 10

const NUMBERS = ['requests', 'proven', 'unseen', 'grace', 'incomparable', 'verified', 'forged', 'sent'] as const
const COLUMNS: readonly (TableColumn & { readonly cell: (crawler: CrawlerConduct) => string })[] = [
  { head: 'crawler', side: 'left', cell: ({ name }) => name },
  { head: 'for', side: 'left', cell: ({ category }) => category ?? '' },
  ...NUMBERS.map((name) => {
    return { head: name, side: 'right', cell: (crawler: CrawlerConduct) => shownNumber(crawler, name) } as const
  }),
]

/** The report as a terminal shows it. */
export function crawlReportText(report: CrawlReport): string {
  const { crawlers } = report
  const bound = crawlers.filter(({ onBehalf }) => !onBehalf)
  const others = crawlers.filter(({ onBehalf }) => onBehalf)
  return [
    ...leadSentences(report),
    ...changeSentences(report),
    ...furtherFindings(report)
      .slice(0, MOST_FINDINGS)
      .map(({ text }) => text),
    ...rows('', bound),
    ...rows('On a person’s behalf: their operators say that robots.txt does not bind them.', others),
    '',
    costSentence(report),
    proofSentence(report),
    coverageSentence(report),
  ]
    .join('\n')
    .concat('\n')
}

function rows(title: string, crawlers: readonly CrawlerConduct[]): readonly string[] {
  if (crawlers.length === 0) return []
  const cells = crawlers.slice(0, MOST_ROWS).map((crawler) => COLUMNS.map(({ cell }) => cell(crawler)))
  const more = crawlers.length - MOST_ROWS
  return [
    '',
    ...(title === '' ? [] : [title]),
    table(COLUMNS, cells).trimEnd(),
    ...(more > 0 ? [`and ${grouped(more)} more (--json has all of them)`] : []),
  ]
}

/** What crawlers were sent, without requests under forged names. */
export function costSentence({ crawlers }: CrawlReport): string {
  const sum = (of: (crawler: CrawlerConduct) => number | null) =>
    crawlers.reduce<number | null>((total, each) => (of(each) === null ? total : (total ?? 0) + of(each)!), null)
  const share = sum(({ cost }) => cost.share)
  const money = sum(({ cost }) => cost.money)
  const part = share === null ? '' : `, ${Math.round(100 * share)}% of all bytes`
  return `Crawlers were sent ${bytes(sum((crawler) => crawler.bytes) ?? 0)}${part}${money === null ? '' : `, which cost ${money.toFixed(2)}`}.`
}
