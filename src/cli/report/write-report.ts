/** A report → what the author wants of it: text, JSON or CSV, a page, what changed, and alerts. */
import * as v from 'valibot'
import { type CrawlReport, REPORT_VERSION } from '../../analysis/report/crawl-report.ts'
import type { Options } from '../command.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { checkedJson } from '../input/checked-value.ts'
import { readNamed } from '../input/read-file.ts'
import type { Io } from '../io.ts'
import { writeFiles } from '../output/write-files.ts'
import { crawlPage } from './crawl-page.ts'
import { tellAlerts } from './report-alerts.ts'
import { crawlReportText, reportCsv } from './report-forms.ts'

export async function writeReport(
  counted: CrawlReport,
  { csv, json, html, compare, alerts }: Options<'report'>,
  io: Io,
): Promise<ExitCode> {
  const report = compare === null ? counted : { ...counted, changes: changesSince(compare, counted) }
  if (html !== null) writeFiles([{ path: html, content: crawlPage(report) }])
  if (csv) io.file(reportCsv(report))
  else if (json) io.json(report)
  else io.out(crawlReportText(report))
  return alerts === null ? EXIT.ok : tellAlerts(report, alerts, io)
}

const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0))
const TIME = v.nullable(v.pipe(v.string(), v.isoTimestamp()))
const EARLIER = v.object({
  version: v.literal(REPORT_VERSION),
  period: v.object({ from: TIME, to: TIME }),
  crawlers: v.array(
    v.object({ name: v.string(), requests: COUNT, refused: COUNT, violations: v.object({ proven: COUNT }) }),
  ),
})
/** JSON may be much larger than a policy. */
const MOST_BYTES = 256 << 20

function changesSince(file: string, { crawlers }: CrawlReport): CrawlReport['changes'] {
  const earlier = checkedJson(EARLIER, readNamed(file, MOST_BYTES).toString(), file)
  const before = new Map(earlier.crawlers.map((crawler) => [crawler.name, crawler]))
  const now = new Set(crawlers.map(({ name }) => name))
  const changed = crawlers.flatMap((crawler) => {
    const { name, requests, refused, violations } = crawler
    const other = before.get(name)
    if (other === undefined) return []
    return {
      name,
      requests: { before: other.requests, now: requests },
      proven: { before: other.violations.proven, now: violations.proven },
      refused: { before: other.refused, now: refused },
    }
  })
  return {
    period: earlier.period,
    appeared: [...now].filter((name) => !before.has(name)),
    gone: [...before.keys()].filter((name) => !now.has(name)),
    crawlers: changed
      .filter((each) => [each.requests, each.proven, each.refused].some((count) => count.before !== count.now))
      .sort((a, b) => b.proven.now - a.proven.now || b.requests.now - a.requests.now || (a.name < b.name ? -1 : 1)),
  }
}
