/**
 * The library's functions for logs: reads a line as a request, and counts a log under a policy as
 * `acap replay` does.
 */

import { contextOf, type SimulationOptions } from '../../author/explain/simulate.ts'
import type { SiteProgram } from '../../program/program.ts'
import { EntryJudge } from '../judge/judge-entry.ts'
import type { LogEntry } from '../judge/log-entry.ts'
import { ANY_FORMAT, LogReader } from '../read/log-reader.ts'
import type { ReplayReport } from './replay-report.ts'
import { ReplayTally } from './tally.ts'

/**
 * The request that a line of a log tells of: the usual formats of servers and CDNs are recognised,
 * text and JSON. Null where it tells of none, and for what can only be read with the lines before
 * it (W3C logs, an object over several lines): `Tally` reads those. Of several requests in a line
 * it is the first.
 *
 * @param line The line, without its end.
 * @throws TypeError for what is no string.
 * @example
 * readLogLine('192.0.2.1 - - [01/Mar/2026:10:00:00 +0000] "GET /a HTTP/1.1" 200 512 "-" "GPTBot/1.2"')?.target // '/a'
 */
export function readLogLine(line: string): LogEntry | null {
  if (typeof line !== 'string') throw new TypeError('readLogLine: `line` must be a string')
  return new LogReader(ANY_FORMAT).read(line)?.[0] ?? null
}

/** What a log is tallied under, beside the policy. */
export interface TallyOptions extends SimulationOptions {
  /** The time of lines without one, in milliseconds since 1970. @default now */
  readonly now?: number
}

/**
 * What a policy would have done with the requests of a log, added up line by line in little memory.
 *
 * @example
 * const tally = new Tally(site, { crawlers: knownCrawlers() })
 * for (const line of log.split('\n')) tally.add(line)
 * console.log(tally.report().total.refused)
 */
export class Tally {
  readonly #reader = new LogReader(ANY_FORMAT)
  readonly #judge: EntryJudge
  readonly #tally = new ReplayTally()
  #lines = 0

  /**
   * One site judges all lines, several each those of their hosts.
   * @throws TypeError for what is no compiled site, and for a `now` that is no time.
   */
  constructor(sites: SiteProgram | readonly SiteProgram[], options: TallyOptions = {}) {
    const contexts = [sites].flat().map((site) => contextOf('Tally', site, options, ['now']))
    const { now = Date.now() } = options
    if (!Number.isFinite(now))
      throw new TypeError('Tally: `now` must be milliseconds since 1970, such as `Date.now()`')
    if (contexts.length === 0) throw new TypeError('Tally: `sites` must have a compiled site')
    this.#judge = new EntryJudge({ contexts, robots: null, others: [], now })
  }

  /**
   * Adds a line of the log, or what `readLogLine` gave of one. What is no request counts as not
   * understood, an empty line as nothing.
   * @throws TypeError for anything else.
   */
  add(line: string | LogEntry): void {
    if (typeof line === 'string') this.#read(line)
    else this.#add(checkEntry(line))
  }

  /** The numbers so far. */
  report(): ReplayReport {
    return this.#tally.report()
  }

  #read(line: string): void {
    this.#lines++
    const entries = this.#reader.read(line)
    if (entries === null) this.#tally.skip({ file: '', line: this.#lines, text: line })
    else for (const entry of entries) this.#add(entry)
  }

  #add(entry: LogEntry): void {
    this.#tally.add(entry, this.#judge.judge(entry))
  }
}

function checkEntry(entry: LogEntry): LogEntry {
  if (typeof entry?.target === 'string' && typeof entry.userAgent === 'string') return entry
  throw new TypeError('Tally: `add` takes a line of a log, or what `readLogLine` gave')
}
