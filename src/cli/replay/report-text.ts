/**
 * ReplayReport → text for a terminal.
 */
import { bytes, type Column, grouped, table } from '../table.ts'
import type { CrawlerReport, ReplayReport } from './tally.ts'

const MOST_ROWS = 20
const MOST_PATHS = 3

const LEFT: readonly Column[] = [
  { head: 'crawler', side: 'left' },
  { head: 'for', side: 'left' },
]
const COUNTS = ['requests', 'permitted', 'refused', 'deferred', 'forged', 'against robots', 'saved']

/** The report as a terminal shows it. */
export function reportText(report: ReplayReport): string {
  const { lines, unread, readers, exempt, total, crawlers } = report
  const span = report.from === null ? '' : `, ${report.from} to ${report.to}`
  const heads = report.compared ? [...COUNTS, 'opened', 'closed'] : COUNTS
  const columns = [...LEFT, ...heads.map((head): Column => ({ head, side: 'right' }))]
  return [
    `${grouped(lines)} lines${span}${unread > 0 ? `, ${grouped(unread)} not understood` : ''}`,
    `${grouped(readers)} by readers, who are never refused; ${grouped(exempt)} for what is served to everybody`,
    `${grouped(total.requests)} by crawlers: ${grouped(total.permitted)} permitted, ${grouped(total.refused)} refused, ${grouped(total.deferred)} deferred; ${bytes(total.bytesSaved)} saved`,
    '',
    table(
      columns,
      crawlers.slice(0, MOST_ROWS).map((row) => cells(row, report.compared)),
    ).trimEnd(),
    crawlers.length > MOST_ROWS ? `and ${grouped(crawlers.length - MOST_ROWS)} more (--json has all of them)` : '',
    ...refusedPaths(crawlers),
  ]
    .filter((line, i) => line !== '' || i === 3)
    .join('\n')
    .concat('\n')
}

function cells(row: CrawlerReport, compared: boolean): readonly string[] {
  const counts = [row.requests, row.permitted, row.refused, row.deferred, row.forged, row.ignoredRobots].map(grouped)
  const changes = compared ? [row.opened, row.closed].map(grouped) : []
  return [row.name, row.category ?? '', ...counts, bytes(row.bytesSaved), ...changes]
}

function refusedPaths(crawlers: readonly CrawlerReport[]): readonly string[] {
  const refused = crawlers.filter((row) => row.refused > 0).slice(0, MOST_PATHS)
  return refused.map(({ name, refusedPaths: paths }) => {
    const most = paths.slice(0, MOST_PATHS).map(({ path, requests }) => `${path} (${grouped(requests)})`)
    return `most refused to ${name}: ${most.join(', ')}`
  })
}
