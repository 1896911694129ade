/**
 * Builds the report from logs and the options of `acap report`. `acap replay` uses a part of it.
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readCards } from '../../author/files/agent-cards.ts'
import { readMoment } from '../../author/files/checked-value.ts'
import { type LoadedPrograms, loadPrograms } from '../../author/files/load-programs.ts'
import { DEFAULT_POLICIES, policyPath } from '../../author/files/load-site.ts'
import { UsageError } from '../../base/faults.ts'
import { readNamed } from '../../base/files/read-file.ts'
import type { Io } from '../../base/io.ts'
import { type SiteContext, siteContextsOf } from '../../decide/judge.ts'
import { EntryJudge } from '../../logs/judge/judge-entry.ts'
import { EvidenceWriter } from '../../logs/letter/evidence-writer.ts'
import { misread } from '../../logs/read/log-faults.ts'
import type { LogReaderOptions } from '../../logs/read/log-reader.ts'
import { type LogSource, readLogs, spooled } from '../../logs/read/read-logs.ts'
import { HOUR, LogTally } from '../../logs/report/counting.ts'
import type { CrawlReport } from '../../logs/report/crawl-report.ts'
import type { SitemapPage } from '../../logs/report/page-coverage.ts'
import { reportedCards } from '../../logs/report/report-cards.ts'
import { Reporter } from '../../logs/report/reporter.ts'
import { ReplayTally } from '../../logs/report/tally.ts'
import { countByDuckDb } from '../../logs/sql/duckdb-rows.ts'
import { noOptions, type Options } from '../command.ts'
import commands from '../commands.json' with { type: 'json' }
import { storedPrograms } from '../store/stored-texts.ts'
import { targetAt } from '../store/target-at.ts'
import { readerOptionsOf } from './log-options.ts'
import { savedPrograms } from './saved-texts.ts'
import { inOrderOfTime, replayContext, type TextsOfSite, textsFor } from './texts-in-force.ts'

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: HOUR, d: 24 * HOUR, w: 168 * HOUR }

/** What a report is about: policies, their texts over time, a period, and how the log is read. */
export interface ReportSubject {
  readonly policies: string
  readonly programs: LoadedPrograms
  readonly contexts: readonly SiteContext[]
  readonly textsOf: TextsOfSite
  readonly period: { readonly from: number; readonly to: number }
  readonly readerOptions: LogReaderOptions
}

export async function reportSubject(options: Options<'report'>, io: Io): Promise<ReportSubject> {
  const policies = policyPath(options.policies ?? DEFAULT_POLICIES)
  const programs = loadPrograms(policies, io, { past: true })
  const contexts = siteContextsOf(programs)
  const period = periodIn(options)
  const readerOptions = readerOptionsOf(options)
  const stored =
    options.store === null
      ? null
      : await storedPrograms(targetAt(options.store, { local: false, env: null }), options.store)
  const textsOf = textsFor(contexts, options.robots, stored, savedPrograms(policies))
  return { policies, programs, contexts, textsOf, period, readerOptions }
}

/** The default options of `acap report`, for other commands. */
export const NOTHING_ASKED: Options<'report'> = noOptions(commands.report.options)

/** Counts the logs. `folder` receives the evidence of `--for`; null if none is wanted. */
export async function countedReport(
  subject: ReportSubject,
  paths: readonly string[],
  folder: string | null,
  options: Options<'report'>,
  io: Io,
): Promise<CrawlReport> {
  const { contexts, textsOf, period, readerOptions, programs } = subject
  const cards = readCards(options.card)
  const maxAge = numberIn(options, 'max-age', 3600)! * 1000
  const evidence =
    folder === null
      ? null
      : new EvidenceWriter({ folder, operator: options.for!, contexts, maxAge, ...period })
  const tally = new ReplayTally()
  const isReplayed = options.replay || options.against !== null
  const reporter = new Reporter({
    contexts,
    ...period,
    maxAge,
    ...{ price: numberIn(options, 'price', null), shown: programs.shown },
    sitemap: options.sitemap.length === 0 ? null : pagesIn(options.sitemap),
    textsOf,
    replay: isReplayed
      ? {
          judge: new EntryJudge(replayContext(contexts, options, io)),
          tally,
          against: options.against,
        }
      : null,
    observe: evidence === null ? null : evidence.observe.bind(evidence),
  })
  const { engine, rows } = options
  if (engine !== null && isReplayed)
    throw new UsageError('`--replay` needs each line', 'leave --engine out')
  if (engine !== null)
    await countByDuckDb(engine, paths, { contexts, period, reporter, rows, ...readerOptions })
  else
    await spooled(paths, io, async (logs) =>
      countLines(isReplayed ? await inOrderOfTime(logs, io) : logs, readerOptions, reporter, io),
    )
  const numbers = reporter.report()
  const counted = { ...numbers, cards: reportedCards(cards, numbers.crawlers) }
  refuseForeign(subject, paths, reporter, counted)
  if (evidence !== null) {
    const hash = evidence.finish(counted, reporter.texts)
    io.err(`evidence for ${options.for} is in \`${folder}\`: SHA-256 ${hash}\n`)
  }
  return counted
}

/** @throws UsageError for logs of which nothing could be read, or nothing is for these sites */
function refuseForeign(
  { policies, contexts }: ReportSubject,
  paths: readonly string[],
  reporter: Reporter,
  { lines, replay }: CrawlReport,
): void {
  if (lines.read + lines.undated === 0 && lines.unread > 0)
    throw misread('report', paths, reporter.firstUnread)
  // Replay judges the lines of any host for the only site.
  const isForeign =
    replay === null
      ? lines.read > 0 && lines.read === lines.otherHosts
      : lines.read > 0 && replay.lines === replay.unread + replay.unplaced
  if (reporter.stray !== null && isForeign)
    throw misplaced(paths, reporter.stray, policies, contexts)
}

/**
 * The first pass is for the fetches of robots.txt; the second reads the same lines again, and
 * counts what cannot be read.
 */
async function countLines(
  logs: readonly LogSource[],
  readerOptions: LogReaderOptions,
  reporter: Reporter,
  io: Io,
): Promise<void> {
  const only = reporter.needsAll ? undefined : 'robots.txt'
  // What cannot be read is counted in the second pass alone.
  await readLogs(logs, readerOptions, (entry) => reporter.note(entry), new LogTally(), io, only)
  reporter.findTexts()
  await readLogs(logs, readerOptions, (entry) => reporter.add(entry), reporter, io)
}

function periodIn({ from, to, since }: Options<'report'>): {
  readonly from: number
  readonly to: number
} {
  const end = to === null ? null : readMoment(to)
  if (since === null)
    return {
      from: from === null ? -Infinity : readMoment(from),
      to: end ?? Infinity,
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
  const now = Math.min(end ?? Infinity, Date.now())
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

/**
 * The URLs in sitemaps (https://www.sitemaps.org/protocol.html), plain or gzipped. An index names
 * files: none is fetched.
 */
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

/** Explains a log without any line for the sites' hosts. A line belongs to the site of its host. */
function misplaced(
  paths: readonly string[],
  { host }: { readonly host: string | null },
  policies: string,
  contexts: readonly SiteContext[],
): UsageError {
  const path = paths.join(' ')
  const folders = contexts
    .map(({ site }) => join(policies, site.name))
    .filter((folder) => existsSync(folder))
  const [only, other] = contexts
  if (other === undefined)
    return new UsageError(
      `no line of \`${path}\` is for a host of the site: the first is for \`${host}\``,
      `\`hosts\` in site.toml has ${only?.site.config.hosts.join(', ')}`,
    )
  const message =
    host === null
      ? `the lines of \`${path}\` name no host, and \`${policies}\` has ${contexts.length} sites`
      : `no line of \`${path}\` is for a host of the ${contexts.length} sites in \`${policies}\`: the first is for \`${host}\``
  return new UsageError(
    message,
    `choose the site: --policies ${folders.join(', or ') || 'with its folder'}`,
  )
}
