/**
 * A line of JSON → LogEntry: Cloudflare Logpush "HTTP requests", and the GraphQL `httpRequestsAdaptive` rows that the
 * dashboard downloads. One table of member names serves both; letter case does not count.
 *
 * A log is read as one character for each octet (`latin1`), but JSON is UTF-8 (RFC 8259 8.1): a line whose texts hold more
 * than ASCII is read once more as that. Decoding everything as UTF-8 takes half as long again where one line in a hundred
 * holds more than ASCII: all strings of its chunk are then two octets a character.
 */
import { type LineReader, type LogEntry, targetOf } from '../../analysis/log-entry.ts'

const MEMBERS = {
  host: ['clientrequesthost', 'clientrequesthttphost'],
  ip: ['clientip'],
  time: ['edgestarttimestamp', 'datetime', 'edgeendtimestamp'],
  method: ['clientrequestmethod', 'clientrequesthttpmethodname'],
  target: ['clientrequesturi', 'clientrequestpath'],
  query: ['clientrequestquery'],
  status: ['edgeresponsestatus'],
  bytes: ['edgeresponsebodybytes', 'edgeresponsebytes'],
  userAgent: ['clientrequestuseragent', 'useragent'],
} as const

type Part = keyof typeof MEMBERS

/** Which part of an entry a member is, and how early its name stands in the table. */
const PARTS = new Map<string, readonly [Part, number]>(
  Object.entries(MEMBERS).flatMap(([part, names]) => names.map((name, rank) => [name, [part as Part, rank]] as const)),
)

/** Members' names as a log spells them → their lower case, which every line would make anew. */
const folded = new Map<string, readonly [Part, number] | null>()

function partOf(name: string): readonly [Part, number] | null {
  let part = folded.get(name)
  if (part === undefined) {
    part = PARTS.get(name.toLowerCase()) ?? null
    folded.set(name, part)
  }
  return part
}

const BEYOND_ASCII = /[\x80-\xff]/

/** Reads one line; null where it is no object with a path and a User-Agent. */
export const readJson: LineReader = (line): LogEntry | null => {
  const entry = readRow(line)
  return entry !== null && hasOctets(entry) ? readRow(Buffer.from(line, 'latin1').toString()) : entry
}

function hasOctets({ target, userAgent, host }: LogEntry): boolean {
  return BEYOND_ASCII.test(target) || BEYOND_ASCII.test(userAgent) || (host !== null && BEYOND_ASCII.test(host))
}

function readRow(line: string): LogEntry | null {
  const row = parsed(line)
  if (row === null) return null
  const parts: Partial<Record<Part, readonly [unknown, number]>> = {}
  for (const name in row) {
    const found = partOf(name)
    if (found && (parts[found[0]]?.[1] ?? Number.POSITIVE_INFINITY) > found[1]) parts[found[0]] = [row[name], found[1]]
  }
  const text = (part: Part) => String(parts[part]?.[0] ?? '')
  const target = targetOf(text('target') + text('query'))
  if (target === null || parts.userAgent === undefined) return null
  return {
    host: text('host') || null,
    ip: text('ip'),
    time: timeOf(parts.time?.[0]),
    method: text('method') || 'GET',
    target,
    status: Number(text('status')) || 0,
    bytes: Number(text('bytes')) || 0,
    userAgent: text('userAgent'),
  }
}

function parsed(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** RFC 3339, or seconds, or nanoseconds since 1970: Logpush is told which to write. */
function timeOf(value: unknown): number {
  if (typeof value === 'string') return Date.parse(value)
  if (typeof value !== 'number') return Number.NaN
  // NaN, too, for a number that no date can be: 1e300.
  return new Date(value > 1e14 ? value / 1e6 : value * 1000).getTime()
}
