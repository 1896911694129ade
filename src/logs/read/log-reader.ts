/** Lines of a log in any format → entries. A line of JSON may be a platform's record with lines of ours. */

import { isCut, jsonObject } from '../../base/files/lines-of.ts'
import type { LogEntry } from '../judge/log-entry.ts'
import { cellsOf, type LineFormat, octets, readFormat } from './line-format.ts'
import { emptyCells, type LogCells, type LogPart, logEntryOf, PartNames } from './log-parts.ts'
import { LogClock } from './log-times.ts'

/** Formats that are recognised. More may follow in a line. */
const LINE_FORMATS = [
  // Combined: https://httpd.apache.org/docs/2.4/logs.html#combined, https://nginx.org/en/docs/http/ngx_http_log_module.html
  '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"',
  // The same behind a virtual host, as Debian's `vhost_combined`.
  '$host $remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"',
  // The same with an identity (RFC 1413).
  '$remote_addr $- $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent"',
  // Not run. https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html
  '$type $time_iso8601 $elb $client $target_port $- $target_processing_time $- $status $- $- $bytes_sent "$request" "$http_user_agent"',
]

export interface FormatChoice {
  /** A `log_format` of nginx or a `LogFormat` of Apache; null where it is to be recognised. */
  readonly format: string | null
  readonly names: ReadonlyMap<string, LogPart>
}

export const ANY_FORMAT: FormatChoice = { format: null, names: new Map() }

/** The entries of a line, of which some have none; null where it is not understood. */
type LineResult = readonly LogEntry[] | null

export class LogReader {
  readonly #names: PartNames
  readonly #clock = new LogClock()
  readonly #formats: readonly LineFormat[]
  readonly #isFixed: boolean
  #last: LineFormat
  #columns: W3cColumns | null = null
  #open = ''

  constructor({ format, names }: FormatChoice) {
    this.#names = new PartNames(names)
    this.#formats = (format === null ? LINE_FORMATS : [format]).map((each) =>
      readFormat(each, this.#names),
    )
    this.#isFixed = format !== null
    this.#last = this.#formats[0]!
  }

  read(line: string): LineResult {
    if (!this.#isFixed) {
      const first = line.charCodeAt(line.length - line.trimStart().length)
      if (this.isOpen || line === '{') return this.#readPart(line)
      if (first === BRACE) return this.#readObject(line)
      if (first === HASH) {
        const [, fields] = /^#Fields:\s*(.*)$/i.exec(line) ?? []
        if (fields !== undefined)
          this.#columns = { parts: this.#names.bestOf(fields.split(/\s+/)), separator: ' ' }
        return []
      }
      if (this.#columns !== null) return this.#entries(w3cCells(this.#columns, line))
    }
    return this.#entries(this.#cellsOf(line))
  }

  #entries(cells: LogCells | null): LineResult {
    const entry = cells === null ? null : logEntryOf(cells, this.#clock)
    return entry === null ? null : [entry]
  }

  #cellsOf(line: string): LogCells | null {
    const cells = cellsOf(this.#last, line)
    if (cells !== null) return cells
    const format = this.#formats.find((each) => each !== this.#last && cellsOf(each, line) !== null)
    if (format === undefined) return null
    this.#last = format
    return cellsOf(format, line)
  }

  /** Whether later lines cannot be understood without this one. */
  isNeeded(line: string): boolean {
    return this.isOpen || line === '{' || line.charCodeAt(0) === HASH
  }

  get isOpen(): boolean {
    return this.#open !== ''
  }

  /** An object over several lines, as `wrangler tail` writes it: its last line has nothing but the brace. */
  #readPart(line: string): LineResult {
    this.#open += line
    if (line !== '}' && !isCut(this.#open)) return []
    const whole = this.#open
    this.#open = ''
    return this.#readObject(whole)
  }

  #readObject(line: string): LineResult {
    const row = objectIn(line)
    if (row === null) return null
    const inner = messagesIn(row)
    return inner === null
      ? this.#entriesOf(row)
      : inner.flatMap((each) => this.#entriesOf(each) ?? [])
  }

  #entriesOf(row: LogObject): LineResult {
    // Our own lines about other things than requests have no entry.
    return this.#entries(cellsIn(row, this.#names)) ?? (typeof row.acap === 'string' ? [] : null)
  }
}

const BRACE = 0x7b
const HASH = 0x23

/**
 * The objects that a Worker logged, in a record of the platform; null for any other object. Not run: `wrangler tail
 * --format json` (https://developers.cloudflare.com/workers/runtime-apis/handlers/tail/), Logpush of trace events
 * (https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/account/workers_trace_events/), and Workers Logs,
 * which has the object itself (https://developers.cloudflare.com/workers/observability/logs/workers-logs/).
 */
export function messagesIn(row: LogObject): readonly LogObject[] | null {
  const { source, $metadata: metadata } = row
  if (isObject(source) && isObject(metadata)) return [source]
  const logs = row.logs ?? row.Logs
  if (!Array.isArray(logs)) return null
  return logs.flatMap((log: unknown): readonly LogObject[] => {
    const { message, Message = message } = (isObject(log) ? log : {}) as LogObject
    const texts: readonly unknown[] = Array.isArray(Message) ? Message : [Message]
    return texts.flatMap((text) => {
      const found = typeof text === 'string' ? jsonObject(text) : null
      return found === null ? [] : [found]
    })
  })
}

function isObject(value: unknown): value is LogObject {
  return typeof value === 'object' && value !== null
}

function isMembers(value: unknown): value is LogObject {
  return isObject(value) && !Array.isArray(value)
}

const BEYOND_ASCII = /[\x80-\xff]/

type LogObject = Readonly<Record<string, unknown>>

/**
 * The object of a line; null where it has none. A log is read as `latin1`, but JSON is UTF-8 (RFC 8259 8.1): a line with more
 * than ASCII is decoded again. Decoding everything as UTF-8 takes half as long again where one line in a hundred has more.
 */
function objectIn(line: string): LogObject | null {
  return jsonObject(BEYOND_ASCII.test(line) ? Buffer.from(line, 'latin1').toString() : line)
}

/** The cells of an object, and those of the objects in it that may have some. */
function cellsIn(
  row: LogObject,
  names: PartNames,
  cells = emptyCells(),
  ranks = new Map<LogPart, number>(),
  prefix = '',
): LogCells {
  for (const name in row) {
    const value = row[name]
    // What one name does not know, another may.
    if (value === null) continue
    const path = prefix + name
    const found = names.partOf(path)
    if (
      found !== null &&
      (ranks.get(found.part) ?? Number.POSITIVE_INFINITY) > found.rank &&
      !isMembers(value)
    ) {
      ranks.set(found.part, found.rank)
      cells[found.part] = textOf(value)
    } else if (isMembers(value) && names.isObject(path))
      cellsIn(value, names, cells, ranks, `${path}.`)
  }
  return cells
}

/** Caddy writes the values of a header as a list. */
function textOf(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return first === null || first === undefined ? null : String(first)
}

/** What `#Fields:` says that the columns of a W3C log are; it may come again. */
interface W3cColumns {
  readonly parts: readonly (LogPart | null)[]
  separator: string
}

/** The cells of a line; null where it has fewer columns. */
function w3cCells(known: W3cColumns, line: string): LogCells | null {
  if (line.includes('\t')) known.separator = '\t'
  const columns = line.split(known.separator)
  if (columns.length < known.parts.length) return null
  const cells = emptyCells()
  for (const [i, part] of known.parts.entries()) {
    if (part !== null) cells[part] = columns[i] === '-' ? '' : columns[i]!
  }
  if (cells.target !== null) cells.target = octets(cells.target)
  if (cells.query !== null) cells.query = octets(cells.query)
  // CloudFront separates by tabs; IIS separates by spaces and writes `+` for them.
  if (known.separator === ' ' && cells.userAgent !== null)
    cells.userAgent = cells.userAgent.replaceAll('+', ' ')
  return cells
}
