/** `acap report`: logs of any size, read twice → what crawlers did, and could know (docs/report.md). */
import { gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { checkedJson, readMoment } from '../../author/files/checked-value.ts'
import { loadPrograms } from '../../author/files/load-programs.ts'
import { DEFAULT_POLICIES, policyPath } from '../../author/files/load-site.ts'
import { EXIT, type ExitCode, UsageError } from '../../base/faults.ts'
import { readNamed } from '../../base/files/read-file.ts'
import { writeFiles } from '../../base/files/write-files.ts'
import type { Io } from '../../base/io.ts'
import { siteContextsOf } from '../../decide/judge.ts'
import { EvidenceWriter } from '../../logs/letter/evidence-writer.ts'
import { crawlPage } from '../../logs/page/crawl-page.ts'
import { misread } from '../../logs/read/log-faults.ts'
import type { FormatChoice } from '../../logs/read/log-reader.ts'
import { type LogSource, readLogs, spooled } from '../../logs/read/read-logs.ts'
import { HOUR, LogTally } from '../../logs/report/counting.ts'
import { type CrawlReport, changesSince, REPORT_VERSION } from '../../logs/report/crawl-report.ts'
import type { SitemapPage } from '../../logs/report/page-coverage.ts'
import { tellAlerts } from '../../logs/report/report-alerts.ts'
import { crawlReportText, reportCsv } from '../../logs/report/report-forms.ts'
import { Reporter } from '../../logs/report/reporter.ts'
import { printedSql } from '../../logs/sql/clickhouse-sql.ts'
import { countByDuckDb } from '../../logs/sql/duckdb-rows.ts'
import type { Options, Run } from '../command.ts'
import { formatChoiceOf } from '../input/log-options.ts'
import { misplaced } from '../input/misplaced.ts'
import { textsFor } from '../input/texts-in-force.ts'
import { storedPrograms } from '../store/stored-texts.ts'
import { targetAt } from '../store/target-at.ts'

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: HOUR, d: 24 * HOUR, w: 168 * HOUR }

const SQL_TRUST = [
  '`--trust` is for lines, not for SQL',
  'name the column that has the address of the client: --map ip=NAME',
] as const

export const reportCommand: Run<'report'> = async (given, options, io) => {
  const paths = options.for === null ? given : given.slice(0, -1)
  if (paths.length === 0)
    throw new UsageError('missing FOLDER', 'acap report LOG… --for OPERATOR FOLDER')
  const policies = policyPath(options.policies ?? DEFAULT_POLICIES)
  const programs = loadPrograms(policies, io, {
    past: true,
  })
  const contexts = siteContextsOf(programs)
  const period = periodIn(options)
  const choice = formatChoiceOf(options)
  const stored =
    options.store === null
      ? null
      : await storedPrograms(targetAt(options.store, { local: false, env: null }), options.store)
  const textsOf = textsFor(contexts, options.robots, stored)
  if (options['print-sql'] !== null && options.trust.length > 0) throw new UsageError(...SQL_TRUST)
  if (options['print-sql'] !== null) {
    const texts = contexts.map((_, place) => textsOf(place, []))
    io.out(printedSql(options['print-sql'], paths, { programs, texts, period, ...choice }))
    return EXIT.ok
  }
  const maxAge = numberIn(options, 'max-age', 3600)! * 1000
  const evidence =
    options.for === null
      ? null
      : new EvidenceWriter({
          folder: given.at(-1)!,
          operator: options.for,
          contexts,
          maxAge,
          ...period,
        })
  const reporter = new Reporter({
    contexts,
    ...period,
    maxAge,
    price: numberIn(options, 'price', null),
    sitemap: options.sitemap.length === 0 ? null : pagesIn(options.sitemap),
    textsOf,
    observe: evidence === null ? null : evidence.observe.bind(evidence),
  })
  const { engine, rows } = options
  if (engine !== null)
    await countByDuckDb(engine, paths, { contexts, period, reporter, rows, ...choice })
  else await spooled(paths, io, (logs) => countLines(logs, choice, reporter, io))
  const counted = reporter.report()
  const { lines } = counted
  if (lines.read + lines.undated === 0 && lines.unread > 0)
    throw misread('report', paths, reporter.firstUnread)
  if (reporter.stray !== null && lines.read > 0 && lines.read === lines.otherHosts)
    throw misplaced(paths, reporter.stray, policies, contexts)
  if (evidence !== null) {
    const hash = evidence.finish(counted, reporter.texts)
    io.err(`evidence for ${options.for} is in \`${given.at(-1)}\`: SHA-256 ${hash}\n`)
  }
  return showReport(counted, options, io)
}

function showReport(counted: CrawlReport, options: Options<'report'>, io: Io): ExitCode {
  const { csv, json, html, compare, alerts } = options
  const report =
    compare === null
      ? counted
      : { ...counted, changes: changesSince(earlierReport(compare), counted) }
  if (html !== null) writeFiles([{ path: html, content: crawlPage(report) }])
  if (csv) io.file(reportCsv(report))
  else if (json) io.json(report)
  else io.out(crawlReportText(report))
  return alerts === null ? EXIT.ok : tellAlerts(report, alerts, io)
}

/** The first pass is for the fetches of robots.txt; the second reads the same lines again, and counts what cannot be read. */
async function countLines(
  logs: readonly LogSource[],
  choice: FormatChoice,
  reporter: Reporter,
  io: Io,
): Promise<void> {
  await readLogs(logs, choice, (entry) => reporter.note(entry), new LogTally(), io, 'robots.txt')
  reporter.judge()
  await readLogs(logs, choice, (entry) => reporter.add(entry), reporter, io)
}

function periodIn({ from, to, since }: Options<'report'>): {
  readonly from: number
  readonly to: number
} {
  const end = to === null ? null : readMoment(to)
  if (since === null)
    return {
      from: from === null ? Number.NEGATIVE_INFINITY : readMoment(from),
      to: end ?? Number.POSITIVE_INFINITY,
    }
  if (from !== null)
    throw new UsageError(
      '`--since` and `--from` both say when the period begins',
      'give one of them',
    )
  const [, count, unit] = /^(\d+)([mhdw])$/.exec(since) ?? []
  if (unit === undefined)
    throw new UsageError(`\`${since}\` is not a span of time`, '24h, 7d, 90m or 4w')
  // Until now, not until the last line: a log that stopped yesterday does not cover today.
  const now = Math.min(end ?? Number.POSITIVE_INFINITY, Date.now())
  return { from: now - Number(count) * UNITS[unit]!, to: end ?? now }
}

function numberIn(
  options: Options<'report'>,
  name: 'max-age' | 'price',
  otherwise: number | null,
): number | null {
  const text = options[name]
  if (text === null) return otherwise
  if (!/^\d+(?:\.\d+)?$/.test(text)) throw new UsageError(`\`--${name} ${text}\` is not a number`)
  return Number(text)
}

const MOST_SITEMAP_BYTES = 50 << 20

/** The URLs in sitemaps (https://www.sitemaps.org/protocol.html), plain or gzipped. An index names files: none is fetched. */
function pagesIn(files: readonly string[]): readonly SitemapPage[] {
  return files.flatMap((file) => {
    const bytes = readNamed(file, MOST_SITEMAP_BYTES)
    const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? unzipped(bytes, file) : bytes).toString()
    if (text.includes('<sitemapindex'))
      throw new UsageError(`\`${file}\` is an index of sitemaps`, 'name the sitemaps in it')
    const pages = [...text.matchAll(/<loc>\s*([^<]*?)\s*<\/loc>/g)].flatMap(([, written]) =>
      pageIn(written!),
    )
    if (pages.length === 0)
      throw new UsageError(`\`${file}\` names no page`, 'a sitemap has `<loc>` elements')
    return pages
  })
}

function unzipped(bytes: Buffer, file: string): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_SITEMAP_BYTES })
  } catch (fault) {
    throw new UsageError(`\`${file}\` cannot be decompressed: ${(fault as Error).message}`)
  }
}

function pageIn(written: string): readonly SitemapPage[] {
  const text = written.replaceAll('&amp;', '&').replaceAll('&apos;', "'")
  if (!URL.canParse(text)) return []
  const { host, pathname, search } = new URL(text)
  return [{ host, target: pathname + search }]
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
