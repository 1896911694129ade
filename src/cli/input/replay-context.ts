/**
 * Reads from the options of a replay what the log is judged against, and the order of its files.
 */
import { loadPrograms, textProgram } from '../../author/files/load-programs.ts'
import { policyPath } from '../../author/files/load-site.ts'
import { robotsSourceText } from '../../author/files/source-text.ts'
import { readNamed } from '../../base/files/read-file.ts'
import type { Io } from '../../base/io.ts'
import { type SiteContext, siteContextsOf } from '../../decide/judge.ts'
import type { ReplayContext } from '../../logs/judge/judge-entry.ts'
import { isReadOnce, type LogSource, startOf } from '../../logs/read/read-logs.ts'

interface ReplayOptions {
  /** One file says what was in force; several with times are for the report alone. */
  readonly robots: readonly string[]
  readonly against: string | null
}

export function replayContext(
  contexts: readonly SiteContext[],
  { robots, against }: ReplayOptions,
  io: Io,
): ReplayContext {
  const [only, ...others] = robots
  const inForce =
    only === undefined || others.length > 0 || only.includes('@')
      ? null
      : textProgram(robotsSourceText(readNamed(only), only))
  const compared =
    against === null ? [] : siteContextsOf(loadPrograms(policyPath(against), io, { past: true }))
  return {
    contexts,
    robots: inForce,
    now: Date.now(),
    // The site of the same name; a single one on each side, no matter what they are called.
    others: contexts.map(({ site: { name } }) => {
      const isOnly = contexts.length === 1 && compared.length === 1
      return compared.find(({ site }) => isOnly || site.name === name) ?? null
    }),
  }
}

/** The logs by the time of their first line: rates (X3) are counted from request to request. */
export async function inOrderOfTime(
  logs: readonly LogSource[],
  io: Io,
): Promise<readonly LogSource[]> {
  const timed: { log: LogSource; start: number }[] = []
  // One after another: thousands of logs are more than a process may open at once. What can be read only once comes first.
  for (const log of logs) {
    const start = logs.length === 1 || isReadOnce(log.path) ? 0 : await startOf(log.path, io)
    timed.push({ log, start })
  }
  return timed.sort((a, b) => a.start - b.start).map(({ log }) => log)
}
