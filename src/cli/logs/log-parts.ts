/**
 * The names that logs give to the parts of a request, and the cells of one line, by part → LogEntry. One table serves JSON
 * members, W3C columns and nginx variables. Knows no format.
 */
import { type LogEntry, targetOf } from '../../analysis/log-entry.ts'
import { PROOFS } from '../../vocabulary/log-line.ts'
import type { LogClock } from './log-times.ts'

/**
 * For each part its names in lower case; of several in one line the first named here counts. Members of an object have its
 * name and a dot before them.
 *
 * Cloudflare: https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/zone/http_requests/
 * CloudFront: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/standard-logs-reference.html
 * Traefik: https://doc.traefik.io/traefik/observability/access-logs/
 * Caddy: https://caddyserver.com/docs/caddyfile/directives/log
 * nginx: https://nginx.org/en/docs/varindex.html
 */
const NAMES = {
  host: `clientrequesthost clientrequesthttphost request.host requesthost x-host-header cs-host cs(host) http_host host
    server_name`,
  ip: `clientip request.client_ip request.remote_ip clienthost remote_addr client_ip c-ip
    client.address client`,
  network: 'client.list client.prefix network',
  date: 'date',
  time: `edgestarttimestamp datetime edgeendtimestamp ts startutc time_iso8601 msec time_local timestamp(ms) first time
    timestamp`,
  last: 'last',
  count: 'count',
  method:
    'clientrequestmethod clientrequesthttpmethodname request.method requestmethod request_method cs-method method',
  target: 'clientrequesturi clientrequestpath request.uri requestpath request_uri uri cs-uri-stem cs-uri target',
  query: 'clientrequestquery cs-uri-query query',
  /** Method, target and protocol in one, as nginx's `$request`. */
  request: 'request',
  status: 'edgeresponsestatus status downstreamstatus sc-status',
  bytes: `edgeresponsebodybytes edgeresponsebytes size downstreamcontentsize body_bytes_sent bytes_sent sc-bytes bytes`,
  userAgent: `clientrequestuseragent useragent request.headers.user-agent request_user-agent http_user_agent user_agent
    cs(user-agent) agent`,
  referrer: `clientrequestreferer request.headers.referer request_referer http_referer http_referrer cs(referer) referer
    referrer`,
  /** What the origin took; what the whole answer took, where the log does not say that. */
  milliseconds: 'originresponsedurationms milliseconds ms',
  nanoseconds: 'originduration',
  microseconds: 'microseconds',
  seconds: 'upstream_response_time target_processing_time request_time duration',
  /** Seconds with a point (CloudFront), or milliseconds (IIS). */
  taken: 'time-taken',
  cache: 'cachecachestatus cachestatus upstream_cache_status x-edge-result-type cache',
  misses: 'misses',
  gap: 'gap',
  proof: 'assurance.level proof',
  served: 'robotshash served',
  /** Cloudflare's: 1 for a bot to 99 for a person, 0 where it has none; the category of a bot that it has verified. */
  botScore: 'botscore',
  verifiedBot: 'verifiedbotcategory',
  /** What a line of ours is about. */
  acap: 'acap',
  outcome: 'outcome',
} as const

/** A part of a request. */
export type LogPart = keyof typeof NAMES
const LOG_PARTS = Object.keys(NAMES) as readonly LogPart[]

/** The cells of a line, as text; null for what it does not have. */
export type LogCells = Record<LogPart, string | null>

const NO_CELLS = Object.fromEntries(LOG_PARTS.map((part) => [part, null])) as LogCells

/** The cells of a line that says nothing yet. */
export function emptyCells(): LogCells {
  return { ...NO_CELLS }
}

/** Which part a name stands for, and how early it comes among the names of that part. */
interface PartName {
  readonly part: LogPart
  readonly rank: number
}

/** What the names of a log mean: those of the table, after those that the author gives. */
export class PartNames {
  readonly #known = new Map<string, PartName>()
  readonly #spelled = new Map<string, PartName | null>()
  /** The beginnings of names with dots: objects with other names hold no parts. */
  readonly #objects = new Set<string>()

  constructor(own: ReadonlyMap<string, LogPart> = new Map()) {
    for (const part of LOG_PARTS)
      for (const [rank, name] of NAMES[part].split(/\s+/).entries()) this.#add(name, { part, rank })
    for (const [name, part] of own) this.#add(name.toLowerCase(), { part, rank: -1 })
  }

  /** The part of a name as a log spells it; null for other names. */
  partOf(name: string): PartName | null {
    let found = this.#spelled.get(name)
    if (found === undefined) {
      found = this.#known.get(name.toLowerCase()) ?? null
      if (this.#spelled.size < MOST_NAMES) this.#spelled.set(name, found)
    }
    return found
  }

  /** Whether an object of this name may hold parts. */
  isObject(name: string): boolean {
    return this.#objects.has(name.toLowerCase())
  }

  #add(name: string, part: PartName): void {
    this.#known.set(name, part)
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) this.#objects.add(name.slice(0, dot))
  }
}

/** A log that invents member names does not fill the memory. */
const MOST_NAMES = 10_000

/** `field=name` of `--map`: the part, and the name that a log has for it; null for an unknown part. */
export function readMapping(written: string): readonly [name: string, part: LogPart] | null {
  const at = written.indexOf('=')
  const part = LOG_PARTS.find((each) => each.toLowerCase() === written.slice(0, Math.max(0, at)).toLowerCase())
  return part === undefined || at === written.length - 1 ? null : [written.slice(at + 1), part]
}

/** The parts that `--map` knows. */
export const PARTS_TEXT = LOG_PARTS.join(', ')

/** The entry of a line; null where it has no User-Agent or no path, as a line must. */
export function logEntryOf(cells: LogCells, clock: LogClock): LogEntry | null {
  const { userAgent, request, acap } = cells
  if (userAgent === null || (acap !== null && acap !== REQUEST && acap !== ROW)) return null
  const methodEnd = request === null ? -1 : request.indexOf(' ')
  const written = cells.target || (methodEnd < 0 ? '' : word(request!, methodEnd + 1))
  const query = cells.query === null || cells.query === '' ? '' : withMark(cells.query)
  const target = targetOf(query === '' ? written : written + query)
  if (target === null) return null
  const time = timeOf(cells, clock)
  // Other logs may have a member of that name: only a row says when its last request was.
  const count = cells.last === null ? 1 : Math.floor(numberOf(cells.count) ?? 1)
  return {
    host: hostOf(cells.host) ?? hostOf(AUTHORITY.exec(written)?.[1] ?? null),
    ip: addressOf(cells.ip ?? ''),
    network: cells.network,
    time,
    last: cells.last === null ? time : clock.timeOf(cells.last),
    count,
    isRow: cells.last !== null,
    gap: acap === ROW && cells.outcome === 'gap' ? (numberOf(cells.gap) ?? Number.POSITIVE_INFINITY) : null,
    method: cells.method ?? (methodEnd < 0 ? 'GET' : request!.slice(0, methodEnd)),
    target,
    status: numberOf(cells.status) ?? 0,
    bytes: cells.bytes === '-' ? 0 : numberOf(cells.bytes),
    userAgent: userAgent === '-' ? '' : decoded(userAgent),
    referrer: cells.referrer === '-' ? '' : cells.referrer,
    milliseconds: durationOf(cells),
    misses: missesOf(cells, count),
    proof: PROOFS.find((each) => each === cells.proof) ?? null,
    botScore: numberOf(cells.botScore) || null,
    verifiedBot: cells.verifiedBot === null ? null : cells.verifiedBot !== '',
    served: cells.served,
    isOwn: acap === REQUEST,
    outcome: acap === null ? null : cells.outcome,
  }
}

/** Our lines about requests, and rows that stand for many; others are about faults and events. */
const REQUEST = 'request'
const ROW = 'row'
const AUTHORITY = /^https?:\/\/([^/]*)/i

function word(text: string, from: number): string {
  const end = text.indexOf(' ', from)
  return end < 0 ? text.slice(from) : text.slice(from, end)
}

/** Some logs write a query with its question mark, some without, and `-` for none. */
function withMark(query: string): string {
  return query === '-' ? '' : query.startsWith('?') ? query : `?${query}`
}

/** Without port. */
function hostOf(written: string | null): string | null {
  const host = written === null || written === '-' ? '' : written.replace(/:\d+$/, '')
  return host === '' ? null : host
}

/** Without port (`192.0.2.1:80`, `[2001:db8::1]:80`), and the first of several that proxies joined. */
function addressOf(written: string): string {
  if (!written.includes(':') && !written.includes(',')) return written === '-' ? '' : written
  const first = written.includes(',') ? written.slice(0, written.indexOf(',')) : written
  if (first.startsWith('[')) return first.slice(1, first.indexOf(']'))
  return first.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
}

function timeOf({ date, time }: LogCells, clock: LogClock): number {
  if (time === null) return Number.NaN
  return date === null || time.length > 12 ? clock.timeOf(time) : clock.timeOf(`${date}T${time}Z`)
}

/** Null for what is no number. nginx joins the times of several servers by commas: the first counts. */
function numberOf(text: string | null): number | null {
  const number = text === null ? Number.NaN : Number.parseFloat(text)
  return number >= 0 && number < Number.MAX_SAFE_INTEGER ? number : null
}

const UNITS = [
  ['milliseconds', 1],
  ['nanoseconds', 1e-6],
  ['microseconds', 1e-3],
  ['seconds', 1e3],
] as const

function durationOf(cells: LogCells): number | null {
  for (const [part, factor] of UNITS) {
    const cell = cells[part]
    const number = cell === null ? null : numberOf(cell)
    if (number !== null) return number * factor
  }
  const { taken } = cells
  const number = taken === null ? null : numberOf(taken)
  return number === null ? null : number * (taken!.includes('.') ? 1000 : 1)
}

/** What caches say when they asked the origin: nginx, Cloudflare, CloudFront. */
const MISS = /^(?:miss|bypass|expired|dynamic|deferred)/i

function missesOf({ cache, misses }: LogCells, count: number): number | null {
  if (misses !== null) return numberOf(misses)
  return cache === null || cache === '' || cache === '-' ? null : MISS.test(cache) ? count : 0
}

/** CloudFront writes a User-Agent percent-encoded; no other header has `%20` and no space. */
function decoded(text: string): string {
  if (!text.includes('%20') || text.includes(' ')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    // Not percent-encoded after all: the header as it stands.
    return text
  }
}
