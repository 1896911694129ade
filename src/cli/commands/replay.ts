/**
 * `acap replay`: an access log → what a policy would have done to that traffic, crawler by crawler. Streams, so that a
 * log of any size fits.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Bench, EntryJudge } from '../../analysis/judge-entry.ts'
import type { LineReader, LogEntry } from '../../analysis/log-entry.ts'
import { Tally } from '../../analysis/tally.ts'
import type { SiteProgram } from '../../bundle/program.ts'
import { type Court, courtsOf } from '../../enforce/judge.ts'
import { command, type OptionValues } from '../command.ts'
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { loadPrograms } from '../load-programs.ts'
import { DEFAULT_POLICIES } from '../load-site.ts'
import { policyCache } from '../policy-cache.ts'
import { readNamed } from '../read-file.ts'
import { type OpenLog, openLog, readerFor } from '../replay/open-log.ts'
import { reportHtml } from '../replay/report-html.ts'
import { reportText } from '../replay/report-text.ts'

const OPTIONS = {
  policies: {
    type: 'string',
    value: 'DIR',
    help: `policies, a site's folder, a robots.txt or a bundle; default ${DEFAULT_POLICIES}`,
  },
  robots: { type: 'string', value: 'FILE', help: 'the robots.txt in force back then; default that of the policy' },
  against: { type: 'string', value: 'DIR', help: 'other policies to compare with' },
  html: { type: 'string', value: 'FILE', help: 'write the report as a page, too' },
  json: { type: 'boolean', help: 'print the report as JSON' },
} as const
type Options = OptionValues<typeof OPTIONS>

export const replayCommand = command({
  name: 'replay',
  summary: "Say what a policy would have done to yesterday's traffic.",
  positionals: ['LOG'],
  options: OPTIONS,
  run: ([path], options, io) => replay(path!, options, io),
})

async function replay(path: string, options: Options, io: Io): Promise<ExitCode> {
  const policies = options.policies ?? DEFAULT_POLICIES
  const bench = benchFor(policies, options, io)
  const { report, stray } = await tally(openLog(path, io.stdin), new EntryJudge(bench), io)
  if (report.lines > 0 && report.lines === report.unread + report.unplaced) {
    throw stray === null ? misread(path) : misplaced(path, stray, policies, bench)
  }
  const title = `${path === '-' ? 'A log' : path} under ${policies}`
  if (options.html !== null) {
    mkdirSync(dirname(options.html), { recursive: true })
    writeFileSync(options.html, reportHtml(report, title))
  }
  if (options.json) io.json(report)
  else io.out(reportText(report))
  return EXIT.ok
}

function misread(path: string): UsageError {
  return new UsageError(
    `no line of \`${path}\` was understood`,
    'Combined Log Format, or Cloudflare JSON, one line each',
  )
}

/** Sites are told apart by the host that a line names. */
function misplaced(path: string, { host }: LogEntry, policies: string, { courts }: Bench): UsageError {
  const folders = courts.map(({ site }) => join(policies, site.name)).filter((folder) => existsSync(folder))
  const message =
    host === null
      ? `the lines of \`${path}\` name no host, and \`${policies}\` has ${courts.length} sites`
      : `no line of \`${path}\` is for a host of the ${courts.length} sites in \`${policies}\`: the first is for \`${host}\``
  return new UsageError(message, `choose the site: --policies ${folders.join(', or ') || 'with its folder'}`)
}

function benchFor(policies: string, { robots, against }: Options, io: Io): Bench {
  const courts = courtsOf(loadPrograms(policies, io))
  const programOf = policyCache()
  const inForce = robots === null ? null : programOf(readNamed(robots).toString())
  const published = new Map<SiteProgram, SiteProgram>()
  for (const { site } of courts) {
    published.set(site, inForce ?? programOf(new TextDecoder().decode(site.files[0]!.text)))
  }
  const compared = against === null ? [] : courtsOf(loadPrograms(against, io))
  return {
    courts,
    robots: ({ site }) => published.get(site)!,
    others: courts.map((court) => otherOf(court, courts, compared)),
  }
}

/** The site of the same name; a single one on each side, whatever they are called. */
function otherOf(court: Court, courts: readonly Court[], compared: readonly Court[]): Court | null {
  if (courts.length === 1 && compared.length === 1) return compared[0]!
  return compared.find(({ site }) => site.name === court.site.name) ?? null
}

/** The report, and the first line that names no host of a site's. */
async function tally({ blocks, progress }: OpenLog, judge: EntryJudge, io: Io) {
  const sums = new Tally()
  let read: LineReader | null = null
  let stray: LogEntry | null = null
  for await (const lines of blocks) {
    for (const line of lines) {
      if (line === '') continue
      read ??= readerFor(line)
      const entry = read(line)
      const judgement = entry === null ? null : judge.judge(entry)
      if (entry === null) sums.skip()
      else if (judgement !== null) sums.add(entry, judgement)
      else {
        sums.addUnplaced()
        stray ??= entry
      }
    }
    io.progress(progress())
  }
  return { report: sums.report(), stray }
}
