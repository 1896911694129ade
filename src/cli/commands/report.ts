/**
 * `acap report`: reports from logs of any size what crawlers did and could know (docs/report.md).
 * Logs are read twice.
 */
import * as v from 'valibot'
import { checkedJson } from '../../author/files/checked-value.ts'
import { EXIT, type ExitCode, UsageError } from '../../base/faults.ts'
import { readNamed } from '../../base/files/read-file.ts'
import { type CrawlReport, REPORT_VERSION } from '../../logs/report/crawl-report.ts'
import { tellAlerts } from '../../logs/report/report-alerts.ts'
import { changesSince } from '../../logs/report/report-changes.ts'
import { crawlReportText, reportCsv } from '../../logs/report/report-forms.ts'
import { printedSql } from '../../logs/sql/clickhouse-sql.ts'
import type { CommandIo, Options, Run } from '../command.ts'
import { countedReport, type ReportSubject, reportSubject } from '../input/counted-report.ts'
import { writeReportPage } from '../output/report-page.ts'
import { writeEvents } from '../output/telemetry.ts'

const SQL_TRUST = [
  '`--trust` is for lines, not for SQL',
  'name the column that has the address of the client: --map ip=NAME',
] as const

export const reportCommand: Run<'report'> = async (given, options, io) => {
  const paths = options.for === null ? given : given.slice(0, -1)
  if (paths.length === 0)
    throw new UsageError('missing FOLDER', 'acap report LOG… --for OPERATOR FOLDER')
  if (options.events !== null && options.events !== 'spur')
    throw new UsageError(`\`${options.events}\` is no kind of events`, '--events spur')
  if (options.events !== null) return writeEvents(paths, io)
  const subject = await reportSubject(options, io)
  if (options['print-sql'] !== null && options.trust.length > 0) throw new UsageError(...SQL_TRUST)
  if (options['print-sql'] !== null) {
    const texts = subject.contexts.map((_, place) => subject.textsOf(place, []))
    io.out(printedSql(options['print-sql'], paths, { ...subject, ...subject.readerOptions, texts }))
    return EXIT.ok
  }
  const folder = options.for === null ? null : given.at(-1)!
  const counted = await countedReport(subject, paths, folder, options, io)
  return showReport(counted, subject, paths, options, io)
}

function showReport(
  counted: CrawlReport,
  subject: ReportSubject,
  paths: readonly string[],
  options: Options<'report'>,
  io: CommandIo,
): ExitCode {
  const { csv, html, compare, alerts } = options
  const report =
    compare === null
      ? counted
      : { ...counted, changes: changesSince(earlierReport(compare), counted) }
  if (html !== null) writeReportPage(html, report, subject, paths)
  if (csv) io.file(reportCsv(report))
  else io.answer(report, crawlReportText(report, subject.programs.shown))
  return alerts === null ? EXIT.ok : tellAlerts(report, alerts, io)
}

const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0))
const TIME = v.nullable(v.pipe(v.string(), v.isoTimestamp()))
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

function earlierReport(file: string) {
  return checkedJson(EARLIER, readNamed(file, MOST_BYTES).toString(), file)
}
