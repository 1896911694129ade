/**
 * A line of JSON → LogEntry. One table of member names serves Cloudflare Logpush and GraphQL rows, Caddy, Traefik, and
 * nginx with `log_format … escape=json`; letter case does not count. Members inside `request` (Caddy) are named with a dot.
 *
 * A log is read as one character for each octet (`latin1`), but JSON is UTF-8 (RFC 8259 8.1): a line whose texts hold more
 * than ASCII is read once more as that. Decoding everything as UTF-8 takes half as long again where one line in a hundred
 * holds more than ASCII: all strings of its chunk are then two octets a character.
 */
import { type LogEntry, targetOf } from '../../analysis/log-entry.ts'
import { jsonObject } from '../input/lines-of.ts'
import { commonLogTime } from './combined-log.ts'

/** For each part the members that hold it; of several in one line the first named here counts. */
const MEMBERS = {
  host: [
    'clientrequesthost',
    'clientrequesthttphost',
    'request.host',
    'requesthost',
    'http_host',
    'host',
    'server_name',
  ],
  ip: ['clientip', 'request.client_ip', 'request.remote_ip', 'clienthost', 'remote_addr', 'client_ip'],
  time: [
    'edgestarttimestamp',
    'datetime',
    'edgeendtimestamp',
    'ts',
    'startutc',
    'time_iso8601',
    'msec',
    'time_local',
    'timestamp',
    'time',
  ],
  method: ['clientrequestmethod', 'clientrequesthttpmethodname', 'request.method', 'requestmethod', 'request_method'],
  target: ['clientrequesturi', 'clientrequestpath', 'request.uri', 'requestpath', 'request_uri', 'uri'],
  query: ['clientrequestquery'],
  /** Method, target and protocol in one, as nginx's `$request`. */
  request: ['request'],
  status: ['edgeresponsestatus', 'status', 'downstreamstatus'],
  bytes: [
    'edgeresponsebodybytes',
    'edgeresponsebytes',
    'size',
    'downstreamcontentsize',
    'body_bytes_sent',
    'bytes_sent',
  ],
  userAgent: [
    'clientrequestuseragent',
    'useragent',
    'request.headers.user-agent',
    'request_user-agent',
    'http_user_agent',
    'user_agent',
  ],
} as const

type Part = keyof typeof MEMBERS

/** Which part of an entry a member is, and how early its name stands in the table. */
const PARTS = new Map<string, readonly [Part, number]>(
  Object.entries(MEMBERS).flatMap(([part, names]) => names.map((name, rank) => [name, [part as Part, rank]] as const)),
)

/** A log that invents member names does not fill the memory. */
const MOST_NAMES = 10_000

/** Members' names as a log spells them → their parts, so that no line folds a name again. */
class PartNames {
  readonly #parts = new Map<string, readonly [Part, number] | null>()

  partOf(name: string): readonly [Part, number] | null {
    let part = this.#parts.get(name)
    if (part === undefined) {
      part = PARTS.get(name.toLowerCase()) ?? null
      if (this.#parts.size < MOST_NAMES) this.#parts.set(name, part)
    }
    return part
  }
}

const BEYOND_ASCII = /[\x80-\xff]/

/** Makes a reader of lines. A line must be an object with a path and a User-Agent. */
export function jsonReader(): (line: string) => LogEntry | null {
  const names = new PartNames()
  return (line) => {
    const entry = readRow(line, names)
    return entry !== null && hasOctets(entry) ? readRow(Buffer.from(line, 'latin1').toString(), names) : entry
  }
}

function hasOctets({ target, userAgent, host }: LogEntry): boolean {
  return BEYOND_ASCII.test(target) || BEYOND_ASCII.test(userAgent) || (host !== null && BEYOND_ASCII.test(host))
}

function readRow(line: string, names: PartNames): LogEntry | null {
  const row = jsonObject(line)
  if (row === null) return null
  const parts: Parts = {}
  collect(parts, row, '', names)
  const text = (part: Part) => textOf(parts[part]?.[0])
  const [written = '', requested = ''] = text('request').split(' ')
  const target = targetOf((text('target') || requested) + text('query'))
  if (target === null || parts.userAgent === undefined) return null
  return {
    host: text('host').replace(/:\d+$/, '') || null,
    ip: text('ip'),
    time: timeOf(parts.time?.[0]),
    method: text('method') || written || 'GET',
    target,
    status: Number(text('status')) || 0,
    bytes: Number(text('bytes')) || 0,
    userAgent: text('userAgent'),
  }
}

type Parts = Partial<Record<Part, readonly [unknown, number]>>

/** Collects the members of an object; those of `request` and its `headers` too. */
function collect(parts: Parts, row: Readonly<Record<string, unknown>>, prefix: string, names: PartNames): void {
  for (const name in row) {
    const value = row[name]
    const path = prefix + name
    if (isObject(value) && NESTED.test(path)) collect(parts, value, `${path}.`, names)
    else {
      const found = names.partOf(path)
      if (found && (parts[found[0]]?.[1] ?? Number.POSITIVE_INFINITY) > found[1]) parts[found[0]] = [value, found[1]]
    }
  }
}

const NESTED = /^request(?:\.headers)?$/i

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Caddy writes the values of a header as a list. */
function textOf(value: unknown): string {
  return String((Array.isArray(value) ? value[0] : value) ?? '')
}

const SECONDS = /^\d+(?:\.\d+)?$/
const COMMON_LOG = /^\d\d\/[A-Z][a-z]{2}\/\d{4}:/

/** RFC 3339, the form of Common Log Format, or seconds, milliseconds or nanoseconds since 1970. */
function timeOf(value: unknown): number {
  if (typeof value === 'string') {
    if (SECONDS.test(value)) return timeOf(Number(value))
    return COMMON_LOG.test(value) ? commonLogTime(value) : Date.parse(value)
  }
  if (typeof value !== 'number') return Number.NaN
  const milliseconds = value > 1e14 ? value / 1e6 : value > 1e11 ? value : value * 1000
  // NaN, too, for a number that no date can be: 1e300.
  return new Date(milliseconds).getTime()
}
