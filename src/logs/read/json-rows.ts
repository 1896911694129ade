/** Reads JSON objects that platforms log as cells, or extracts the log lines inside them. */
import { isRecord } from '../../base/check-argument.ts'
import { jsonObject } from '../../base/kept-line.ts'
import { emptyCells, type LogCells, type LogPart, type PartNames } from './log-parts.ts'

export type LogObject = Readonly<Record<string, unknown>>

const BEYOND_ASCII = /[\x80-\xff]/

/**
 * The object of a line; null where it has none. A log is read as `latin1`, but JSON is UTF-8 (RFC
 * 8259 8.1): a line with more than ASCII is decoded again. Decoding everything as UTF-8 takes half
 * as long again where one line in a hundred has more.
 */
export function objectIn(line: string): LogObject | null {
  // A list of objects over several lines has a comma behind each.
  const text = line.endsWith(',') ? line.slice(0, -1) : line
  return jsonObject(BEYOND_ASCII.test(text) ? UTF_8.decode(octetsOf(text)) : text)
}

const UTF_8 = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })

/** As `Buffer.from(text, 'latin1')`, which a browser does not have. */
function octetsOf(text: string): Uint8Array {
  const octets = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) octets[i] = text.charCodeAt(i)
  return octets
}

/**
 * The objects that a Worker logged, in a record of the platform; null for any other object. Not
 * run: `wrangler tail --format json`
 * (https://developers.cloudflare.com/workers/runtime-apis/handlers/tail/), Logpush of trace events
 * (https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/account/workers_trace_events/),
 * and Workers Logs, which has the object itself
 * (https://developers.cloudflare.com/workers/observability/logs/workers-logs/).
 */
export function messagesIn(row: LogObject): readonly LogObject[] | null {
  const { source, $metadata: metadata } = row
  if (isRecord(source) && isRecord(metadata)) return [source]
  const logs = row.logs ?? row.Logs
  if (!Array.isArray(logs)) return null
  return logs.flatMap((log: unknown): readonly LogObject[] => {
    const { message, Message = message } = (isRecord(log) ? log : {}) as LogObject
    const texts: readonly unknown[] = Array.isArray(Message) ? Message : [Message]
    return texts.flatMap((text) => {
      const found = typeof text === 'string' ? jsonObject(text) : null
      return found === null ? [] : [found]
    })
  })
}

/**
 * Members that have a line of another log: Docker's json-file and Fluent Bit (`log`), Filebeat and
 * CloudWatch (`message`), journalctl (`MESSAGE`), Google Cloud (`textPayload`), Grafana Loki
 * (`line`).
 */
const LINE_MEMBERS = ['log', 'message', 'MESSAGE', 'textPayload', '@message', 'line', 'msg']

/** The line of another log in an object; null where it has none. */
export function lineIn(row: LogObject): string | null {
  const found = LINE_MEMBERS.map((name) => row[name]).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found.replace(/\r?\n$/, '') : null
}

/** An object in an object: Google Cloud puts what a program logs as JSON into `jsonPayload`. */
export function payloadIn({ jsonPayload }: LogObject): LogObject | null {
  return isMembers(jsonPayload) ? jsonPayload : null
}

/** Caddy logs a request that failed twice: https://caddyserver.com/docs/logging#access-logs */
export function isErrorOfRequest({ logger }: LogObject): boolean {
  return typeof logger === 'string' && logger.startsWith('http.log.error')
}

function isMembers(value: unknown): value is LogObject {
  return isRecord(value) && !Array.isArray(value)
}

/**
 * The cells of an object, and those of the objects in it that may have some. An empty User-Agent is
 * one that was not sent.
 */
export function cellsIn(row: LogObject, names: PartNames): LogCells {
  const cells = emptyCells()
  addCells(row, names, cells, new Map(), '')
  // Caddy lists all headers that there are.
  if (cells.userAgent === null && isMembers(row.request) && isMembers(row.request.headers))
    cells.userAgent = ''
  return cells
}

function addCells(
  row: LogObject,
  names: PartNames,
  cells: LogCells,
  ranks: Map<LogPart, number>,
  prefix: string,
): void {
  for (const name in row) {
    const value = row[name]
    const path = prefix + name
    const found = names.partOf(path)
    if (value === null) {
      // What one name does not know, another may.
      if (found?.part === 'userAgent') cells.userAgent ??= ''
    } else if (isMembers(value)) {
      if (names.isObject(path)) addCells(value, names, cells, ranks, `${path}.`)
    } else if (found !== null && (ranks.get(found.part) ?? Infinity) > found.rank) {
      ranks.set(found.part, found.rank)
      cells[found.part] = textOf(value, found.part)
    }
  }
}

/** Caddy writes the values of a header as a list. Each line of X-Forwarded-For has addresses. */
function textOf(value: unknown, part: LogPart): string | null {
  if (part === 'forwarded' && Array.isArray(value)) return value.map(String).join(',')
  const first: unknown = Array.isArray(value) ? value[0] : value
  return first === null || first === undefined ? null : String(first)
}
