/**
 * A report → what the author wants of it: text, JSON or CSV on standard output, a page, and alerts.
 */
import * as v from 'valibot'
import { type CrawlReport, REPORT_VERSION } from '../../analysis/report/crawl-report.ts'
import { changesSince } from '../../analysis/report/report-changes.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { checkedJson } from '../input/checked-value.ts'
import { readNamed } from '../input/read-file.ts'
import type { Io } from '../io.ts'
import { writeFiles } from '../output/write-files.ts'
import { crawlPage } from './crawl-page.ts'
import { crawlReportText } from './crawl-report-text.ts'
import { tellAlerts } from './report-alerts.ts'
import { reportCsv } from './report-csv.ts'

/** What to do with reports: options, and what they say. */
export const OUTPUT_OPTIONS = {
  '--csv': 'print a line of CSV for each crawler',
  '--html FILE': 'write the report as a page, too',
  '--compare FILE': 'the JSON of an earlier report: say what changed since',
  '--alerts FILE': 'thresholds (report.toml): end with 1 where one is exceeded',
} as const

interface OutputOptions {
  readonly csv: boolean
  readonly json: boolean
  readonly html: string | null
  readonly compare: string | null
  readonly alerts: string | null
}

/** Writes a report. */
export async function writeReport(counted: CrawlReport, options: OutputOptions, io: Io): Promise<ExitCode> {
  const { csv, json, html, compare, alerts } = options
  const report =
    compare === null ? counted : { ...counted, changes: changesSince(earlierAt(compare), counted.crawlers) }
  if (html !== null) writeFiles([{ path: html, content: crawlPage(report) }])
  if (csv) io.file(reportCsv(report))
  else if (json) io.json(report)
  else io.out(crawlReportText(report))
  return alerts === null ? EXIT.ok : tellAlerts(report, alerts, io)
}

const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0))
const TIME = v.nullable(v.pipe(v.string(), v.isoTimestamp()))
/** What is read of an earlier report. */
const EARLIER = v.object({
  version: v.literal(REPORT_VERSION),
  period: v.object({ from: TIME, to: TIME }),
  crawlers: v.array(
    v.object({
      name: v.string(),
      requests: COUNT,
      refused: COUNT,
      violations: v.object({ proven: COUNT }),
    }),
  ),
})
/** JSON may be much larger than a policy. */
const MOST_BYTES = 256 << 20

function earlierAt(file: string) {
  return checkedJson(EARLIER, readNamed(file, MOST_BYTES).toString(), file)
}
