/**
 * Reads log lines of any format as entries. A line may contain another, as records of platforms and
 * log collectors do.
 */

import { cached } from '../../base/cached.ts'
import type { IsTrusted } from '../../base/forwarded-address.ts'
import { isCut } from '../../base/kept-line.ts'
import type { LogEntry } from '../judge/log-entry.ts'
import { type EntryContext, logEntryOf } from './cells-entry.ts'
import {
  cellsIn,
  isErrorOfRequest,
  type LogObject,
  lineIn,
  messagesIn,
  objectIn,
  payloadIn,
} from './json-rows.ts'
import { cellsOf, type LineFormat, readFormat } from './line-format.ts'
import { LINE_FORMATS, LINE_PREFIXES } from './log-formats.ts'
import { type LogCells, type LogPart, PartNames } from './log-parts.ts'
import { LogClock } from './log-times.ts'
import { ltsvCells } from './ltsv.ts'
import { W3cLog } from './w3c-log.ts'

export interface LogReaderOptions {
  /** A `log_format` of nginx or a `LogFormat` of Apache; null where it is to be recognised. */
  readonly format: string | null
  readonly names: ReadonlyMap<string, LogPart>
  /** The proxies whose forwarded addresses count. */
  readonly isTrusted: IsTrusted
}

export const ANY_FORMAT: LogReaderOptions = {
  format: null,
  names: new Map(),
  isTrusted: () => false,
}

/**
 * The entries of a line: empty for lines that are not about requests; null if it is not understood.
 */
type LineResult = readonly LogEntry[] | null

/**
 * How deep lines may be nested: a Google Cloud record can contain a Docker record with an nginx
 * line.
 */
const DEEPEST = 3

export class LogReader {
  readonly #names: PartNames
  readonly #context: EntryContext
  readonly #formats: readonly LineFormat[]
  readonly #isFixed: boolean
  readonly #w3c: W3cLog
  readonly #agents = { named: 0, missing: 0 }
  #last: LineFormat
  #open = ''

  constructor({ format, names, isTrusted }: LogReaderOptions) {
    this.#names = names.size === 0 ? KNOWN_NAMES : new PartNames(names)
    this.#context = { clock: new LogClock(), isTrusted }
    this.#formats = format === null ? knownFormats(this.#names) : [readFormat(format, this.#names)]
    this.#isFixed = format !== null
    this.#w3c = new W3cLog(this.#names)
    this.#last = this.#formats[0]!
  }

  /** Whether no line of the log has a User-Agent. Then crawlers cannot be told from readers. */
  get hasNoAgents(): boolean {
    return this.#agents.missing > 0 && this.#agents.named === 0
  }

  /** How many times had no zone. They were read as UTC. */
  get zoneless(): number {
    return this.#context.clock.zoneless
  }

  /** What the columns of a W3C log lack; null where they lack nothing, or it is another log. */
  get lack(): string | null {
    return this.#w3c.lack
  }

  read(line: string): LineResult {
    // A log that was truncated while its server kept writing begins with NUL octets.
    const text = line.charCodeAt(0) === 0 ? line.replace(/^\0+/, '') : line
    if (text === '') return []
    return this.#readLine(text, 1)
  }

  #readLine(line: string, depth: number): LineResult {
    if (!this.#isFixed) {
      const first = line.charCodeAt(line.length - line.trimStart().length)
      if (this.isOpen || line === '{') return this.#readPart(line)
      if (first === BRACE) return this.#readObject(line, depth)
      if (first === HASH) {
        this.#w3c.readDirective(line)
        return []
      }
      if (line === '[' || line === ']' || line.trim() === '') return []
      if (this.#w3c.isKnown) return this.#entries(this.#w3c.cellsOf(line))
    }
    const found = this.#readText(line)
    if (found !== null) return found
    const inner = depth < DEEPEST ? withoutPrefix(line) : null
    return inner === null ? null : this.#readLine(inner, depth + 1)
  }

  #entries(cells: LogCells | null): LineResult {
    const entry = cells === null ? null : logEntryOf(cells, this.#context)
    return entry === null ? null : [entry]
  }

  #readText(line: string): LineResult {
    const likely = this.#entries(cellsOf(this.#last, line))
    if (likely !== null) return likely
    for (const format of this.#formats) {
      const found = format === this.#last ? null : this.#entries(cellsOf(format, line))
      if (found === null) continue
      this.#last = format
      return found
    }
    const found = this.#isFixed ? null : this.#entries(ltsvCells(line, this.#names))
    if (found !== null || !line.includes('  ')) return found
    const single = withSingleBlanks(line)
    return single === line ? null : this.#readText(single)
  }

  /** Whether later lines cannot be understood without this one. */
  isNeeded(line: string): boolean {
    return this.isOpen || line === '{' || line.charCodeAt(0) === HASH
  }

  get isOpen(): boolean {
    return this.#open !== ''
  }

  /**
   * An object over several lines, as `wrangler tail` writes it: its last line has nothing but the
   * brace.
   */
  #readPart(line: string): LineResult {
    this.#open += line
    if (line !== '}' && line !== '},' && !isCut(this.#open)) return []
    const whole = this.#open
    this.#open = ''
    return this.#readObject(whole, 1)
  }

  #readObject(line: string, depth: number): LineResult {
    const row = objectIn(line)
    if (row === null) return null
    const inner = messagesIn(row)
    return inner === null
      ? this.#entriesOf(row, depth)
      : inner.flatMap((each) => this.#entriesOf(each, depth) ?? [])
  }

  #entriesOf(row: LogObject, depth: number): LineResult {
    if (isErrorOfRequest(row)) return []
    const cells = cellsIn(row, this.#names)
    const found = this.#entries(withAgent(cells))
    if (found !== null) {
      this.#agents[cells.userAgent === null ? 'missing' : 'named']++
      return found
    }
    // Our own lines about other things than requests have no entry.
    if (typeof row.acap === 'string') return []
    if (depth >= DEEPEST) return null
    const payload = payloadIn(row)
    if (payload !== null) return this.#entriesOf(payload, depth + 1)
    const written = lineIn(row)
    return written === null ? null : this.#readLine(written, depth + 1)
  }
}

const KNOWN_NAMES = new PartNames()
const FORMATS = new WeakMap<PartNames, readonly LineFormat[]>()

/** Made once for the names that all logs share. */
function knownFormats(names: PartNames): readonly LineFormat[] {
  return cached(FORMATS, names, () =>
    LINE_FORMATS.map(({ format, tail }) => readFormat(format, names, tail)),
  )
}

const BRACE = 0x7b
const HASH = 0x23

/**
 * Many servers leave out a header that was not sent. An object with a path and a status is a
 * request all the same.
 */
function withAgent(cells: LogCells): LogCells {
  if (cells.userAgent !== null || cells.status === null || cells.acap !== null) return cells
  return { ...cells, userAgent: '' }
}

/** Some formats set their columns apart by several blanks. */
function withSingleBlanks(line: string): string {
  return line.replace(/"(?:\\.|[^"\\])*"| {2,}/g, (part) => (part.startsWith(' ') ? ' ' : part))
}

/** What comes after the prefix of what has collected a line; null where it has none. */
function withoutPrefix(line: string): string | null {
  for (const prefix of LINE_PREFIXES) {
    const found = prefix.exec(line)
    if (found !== null) return line.slice(found[0].length)
  }
  return null
}
