/**
 * A report → text for a terminal: sentences first, then a table. Words are those of docs/report.md.
 */
import type { CrawlerConduct, CrawlReport } from '../../analysis/report/crawl-report.ts'
import { bytes, grouped, type TableColumn, table } from '../output/table.ts'

const MOST_ROWS = 20
const MOST_FINDINGS = 10

const COLUMNS: readonly (TableColumn & { readonly cell: (crawler: CrawlerConduct) => string })[] = [
  { head: 'crawler', side: 'left', cell: ({ name }) => name },
  { head: 'for', side: 'left', cell: ({ category }) => category ?? '' },
  { head: 'requests', side: 'right', cell: ({ requests }) => grouped(requests) },
  { head: 'proven', side: 'right', cell: ({ violations }) => grouped(violations.proven) },
  { head: 'unseen', side: 'right', cell: ({ violations }) => grouped(violations.unseen) },
  { head: 'grace', side: 'right', cell: ({ violations }) => grouped(violations.grace) },
  { head: 'incomparable', side: 'right', cell: ({ violations }) => grouped(violations.incomparable) },
  { head: 'verified', side: 'right', cell: ({ proof }) => grouped(proof.verified) },
  { head: 'forged', side: 'right', cell: ({ forged }) => (forged === null ? 'not checked' : grouped(forged.requests)) },
  { head: 'sent', side: 'right', cell: (crawler) => bytes(crawler.bytes) },
]

/** The report as a terminal shows it. */
export function crawlReportText(report: CrawlReport): string {
  const { crawlers, findings } = report
  const bound = crawlers.filter(({ onBehalf }) => !onBehalf)
  const others = crawlers.filter(({ onBehalf }) => onBehalf)
  return [
    summary(report),
    ...findings.slice(0, MOST_FINDINGS).map(({ text }) => text),
    ...rows('', bound),
    ...rows('On a person’s behalf: their operators say that robots.txt does not bind them.', others),
    trust(report),
  ]
    .join('\n')
    .concat('\n')
}

function summary({ requests, period, crawlers }: CrawlReport): string {
  const { total, readers } = requests
  if (total === 0) return 'The log has no requests of this period and these sites.'
  const span = `From ${period.from} to ${period.to}, `
  const share = readers === null ? '' : `, ${Math.round((100 * requests.crawlers) / total)}% of all`
  const unlogged = readers === null ? ' Readers are not in this log.' : ''
  const proven = crawlers.filter(({ violations }) => violations.proven > 0).length
  const broke = proven === 0 ? 'None is' : proven === 1 ? 'One is' : `${grouped(proven)} are`
  return `${span}${counted(crawlers.length, 'crawler')} made ${counted(requests.crawlers, 'request')}${share}.${unlogged} ${broke} proven to have asked for pages that a robots.txt prohibits after reading it.`
}

function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
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

function trust({ trust: { hours }, lines }: CrawlReport): string {
  const covered = `\nThe log covers ${grouped(hours.covered)} of ${counted(hours.asked, 'hour')}. Missing coverage is not zero.`
  const others = lines.otherHosts === 0 ? '' : ` ${grouped(lines.otherHosts)} lines are for other hosts.`
  return `${covered}${others}`
}
