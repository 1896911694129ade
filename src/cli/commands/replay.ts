/** `acap replay`: an access log of any size → what a policy would have done to it, crawler by crawler. */
import { loadPrograms, policyCache } from '../../author/files/load-programs.ts'
import { DEFAULT_POLICIES, policyPath } from '../../author/files/load-site.ts'
import { robotsText } from '../../author/files/source-text.ts'
import { cached } from '../../base/cached.ts'
import { EXIT } from '../../base/faults.ts'
import { readNamed } from '../../base/files/read-file.ts'
import { writeFiles } from '../../base/files/write-files.ts'
import type { Io } from '../../base/io.ts'
import { type SiteContext, siteContextsOf } from '../../decide/judge.ts'
import { EntryJudge, type ReplayContext } from '../../logs/judge/judge-entry.ts'
import type { LogEntry } from '../../logs/judge/log-entry.ts'
import { misread } from '../../logs/read/log-faults.ts'
import { isReadOnce, type LogSource, readLogs, startOf } from '../../logs/read/read-logs.ts'
import { replayPage, replayText } from '../../logs/report/replay-forms.ts'
import { type ReplayReport, Tally } from '../../logs/report/tally.ts'
import type { SiteProgram } from '../../program/program.ts'
import type { Options, Run } from '../command.ts'
import { formatChoiceOf } from '../input/log-options.ts'
import { misplaced } from '../input/misplaced.ts'

export const replayCommand: Run<'replay'> = async (paths, options, io) => {
  const policies = policyPath(options.policies ?? DEFAULT_POLICIES)
  const sites = replayContextFor(policies, options, io)
  const judge = new EntryJudge(sites)
  const tally = new Tally()
  const strays: LogEntry[] = []
  const visit = (entry: LogEntry) => {
    const judged = judge.judge(entry)
    if (judged === null && strays.length === 0) strays.push(entry)
    tally.add(entry, judged)
  }
  await readLogs(await inOrder(paths, io), formatChoiceOf(options), visit, tally, io)
  for (const { log, why } of tally.cut)
    io.err(`acap: \`${log}\` is cut: ${why}; what comes before is counted\n`)
  const report = tally.report()
  if (report.lines > 0 && report.lines === report.unread + report.unplaced) {
    const [stray] = strays
    throw stray
      ? misplaced(paths, stray, policies, sites.contexts)
      : misread('replay', paths, tally.firstUnread)
  }
  if (options.html !== null) {
    writeFiles([
      { path: options.html, content: replayPage(report, titleOf(report, sites), options.against) },
    ])
  }
  if (options.json) io.json(report)
  else io.out(replayText(report, options.against))
  return EXIT.ok
}

function titleOf({ from, to }: ReplayReport, { contexts }: ReplayContext): string {
  const [first] = contexts
  const site =
    contexts.length === 1
      ? (first!.site.config.hosts[0] ?? first!.site.name)
      : `${contexts.length} sites`
  const days = [...new Set([from, to].map((time) => time?.slice(0, 10)))].filter(
    (day) => day !== undefined,
  )
  return `${site === '' || site === '*' ? 'A site' : site}${days.length === 0 ? '' : `, ${days.join(' to ')}`}`
}

function replayContextFor(
  policies: string,
  { robots, against }: Options<'replay'>,
  io: Io,
): ReplayContext {
  const contexts = siteContextsOf(loadPrograms(policies, io, { past: true }))
  const programOf = policyCache()
  const inForce = robots === null ? null : programOf(robotsText(readNamed(robots), robots))
  const published = new Map<SiteProgram, SiteProgram>()
  const robotsOf = ({ site }: SiteContext): SiteProgram =>
    cached(
      published,
      site,
      () => inForce ?? programOf(new TextDecoder().decode(site.files[0]!.text)),
    )
  const compared =
    against === null ? [] : siteContextsOf(loadPrograms(policyPath(against), io, { past: true }))
  return {
    contexts,
    robots: robotsOf,
    now: Date.now(),
    // The site of the same name; a single one on each side, no matter what they are called.
    others: contexts.map(({ site: { name } }) => {
      const isOnly = contexts.length === 1 && compared.length === 1
      return compared.find(({ site }) => isOnly || site.name === name) ?? null
    }),
  }
}

/** The logs by the time of their first line: rates (X3) are counted from request to request. */
async function inOrder(paths: readonly string[], io: Io): Promise<readonly LogSource[]> {
  const logs: { path: string; start: number }[] = []
  // One after another: thousands of logs are more than a process may open at once. What can be read only once comes first.
  for (const path of paths) {
    const start = paths.length === 1 || isReadOnce(path) ? 0 : await startOf(path, io)
    logs.push({ path, start })
  }
  return logs.sort((a, b) => a.start - b.start).map(({ path }) => ({ path, name: path }))
}
