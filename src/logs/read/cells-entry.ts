/** Converts the cells of a log line, as text, to a LogEntry. Independent of formats. */

import { clientAmong, type IsTrusted, plainAddress } from '../../base/forwarded-address.ts'
import { PROOFS } from '../../words/log-line.ts'
import { type LogEntry, targetOf } from '../judge/log-entry.ts'
import { emptyCells, type LogCells } from './log-parts.ts'
import { LogClock } from './log-times.ts'

/** What reads the cells of one log. */
export interface EntryContext {
  readonly clock: LogClock
  /** The proxies whose forwarded addresses count (`--trust`). */
  readonly isTrusted: IsTrusted
}

/** The entry of a line; null where it has no User-Agent or no path, as a line must. */
export function logEntryOf(cells: LogCells, { clock, isTrusted }: EntryContext): LogEntry | null {
  const { userAgent, request, acap } = cells
  if (userAgent === null || (acap !== null && acap !== REQUEST && acap !== ROW)) return null
  const methodEnd = request === null ? -1 : request.indexOf(' ')
  const written = cells.target || (methodEnd < 0 ? '' : targetIn(request!, methodEnd + 1))
  // Some logs write the query with its question mark, some without, and some repeat the path.
  const query = isEmpty(cells.query) || written.includes('?') ? '' : cells.query!
  const target = targetOf(
    query === '' ? written : written + (query.startsWith('?') ? query : `?${query}`),
  )
  if (target === null) return null
  const time = timeOf(cells, clock)
  // Other logs may have a member called `count`. Only rows of ours also have `last`.
  const count = cells.last === null ? 1 : Math.floor(numberOf(cells.count) ?? 1)
  return {
    host: hostOf(cells.host) ?? (AUTHORITY.test(written) ? hostOf(written) : null),
    ip: addressOf(cells, isTrusted),
    network: cells.network,
    time,
    last: cells.last === null ? time : clock.timeOf(cells.last),
    count,
    isRow: cells.last !== null,
    gap: acap === ROW && cells.outcome === 'gap' ? (numberOf(cells.gap) ?? Infinity) : null,
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
    isObserved: acap === REQUEST && cells.mode === 'observe',
    charged: acap === REQUEST ? cells.charged : null,
  }
}

export const NOBODY: IsTrusted = () => false

/** An entry with these cells; all other cells are empty. */
export function entryFrom(given: Partial<LogCells>, isTrusted = NOBODY): LogEntry {
  const context = { clock: new LogClock(), isTrusted }
  return logEntryOf({ ...emptyCells(), target: '/', userAgent: '', ...given }, context)!
}

/**
 * The kinds of our lines that are about requests: one request, or a row for many. Other kinds
 * report faults and events.
 */
const REQUEST = 'request'
const ROW = 'row'
const AUTHORITY = /^https?:\/\/([^/]*)/i

/**
 * The target of a request line. Some clients send spaces inside it, and some servers accept them.
 */
function targetIn(request: string, from: number): string {
  const protocol = request.lastIndexOf(' HTTP/')
  if (protocol >= from) return request.slice(from, protocol).trim().replaceAll(' ', '%20')
  const end = request.indexOf(' ', from)
  return end < 0 ? request.slice(from) : request.slice(from, end)
}

/** Without port, and out of a URL. */
function hostOf(written: string | null): string | null {
  if (written === null || written === '-') return null
  const host = (AUTHORITY.exec(written)?.[1] ?? written).replace(/:\d+$/, '')
  // A bare number is not a host: some logs begin with one.
  return host === '' || /^\d+$/.test(host) ? null : host
}

/**
 * The address that the last trusted proxy saw, as the gate finds it; empty where there is none.
 * What comes before it the client may have written itself.
 */
function addressOf({ ip, forwarded }: LogCells, isTrusted: IsTrusted): string {
  if (forwarded === null && ip !== null && PLAIN_V4.test(ip)) return isTrusted(ip) ? '' : ip
  const hops = [forwarded, ip].flatMap((cell) => (isEmpty(cell) ? [] : cell!.split(',')))
  const peer = plainAddress(hops.pop() ?? '')
  if (peer === null) return ''
  const { address } = clientAmong(peer, hops.join(','), isTrusted)
  // Where all are proxies, the log does not say who the client was.
  return isTrusted(address) ? '' : address
}

const PLAIN_V4 = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/

function isEmpty(cell: string | null): boolean {
  return cell === null || cell === '' || cell === '-'
}

function timeOf({ date, time }: LogCells, clock: LogClock): number {
  if (time === null) return date === null ? NaN : clock.timeOf(date)
  return date === null || time.length > LONGEST_CLOCK
    ? clock.timeOf(time)
    : clock.timeOf(`${date}T${time}Z`)
}

/** `06:39:41.123` has no date. */
const LONGEST_CLOCK = 12

/**
 * Null for what is no number. nginx joins the times of several servers by commas: the first counts.
 */
function numberOf(text: string | null): number | null {
  const number = text === null ? NaN : Number.parseFloat(text)
  return number >= 0 && number < Number.MAX_SAFE_INTEGER ? number : null
}

export const DURATIONS = [
  ['milliseconds', 1],
  ['nanoseconds', 1e-6],
  ['microseconds', 1e-3],
  ['seconds', 1e3],
] as const

function durationOf(cells: LogCells): number | null {
  for (const [part, factor] of DURATIONS) {
    const cell = cells[part]
    if (cell === null) continue
    if (WITH_UNITS.test(cell)) return millisecondsIn(cell)
    const number = numberOf(cell)
    if (number !== null) return number * factor
  }
  const { taken } = cells
  if (taken === null) return null
  if (WITH_UNITS.test(taken)) return millisecondsIn(taken)
  const number = numberOf(taken)
  // CloudFront and Caddy write seconds with a point, or as `5e-7`; IIS and Envoy milliseconds.
  return number === null ? null : number * (/[.e]/.test(taken) ? 1000 : 1)
}

/** A duration that names its units: `0.138s` (Google Cloud), `1m2.5s` and `929µs` (Go programs). */
const WITH_UNITS = /^(?:\d+(?:\.\d+)?(?:h|m|s|ms|[uµ]s|ns))+$/
const UNITS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 1e-3,
  µs: 1e-3,
  ns: 1e-6,
}

function millisecondsIn(text: string): number {
  const parts = [...text.matchAll(/([\d.]+)([a-zµ]+)/g)]
  return parts.reduce((sum, [, number, unit]) => sum + Number(number) * UNITS[unit!]!, 0)
}

/** What caches say when they asked the origin: nginx, Cloudflare, CloudFront. */
export const MISS = /^(?:miss|bypass|expired|dynamic|deferred)/i

function missesOf({ cache, misses }: LogCells, count: number): number | null {
  if (misses !== null) return numberOf(misses)
  return cache === null || cache === '' || cache === '-' ? null : MISS.test(cache) ? count : 0
}

/**
 * CloudFront and Akamai write a User-Agent percent-encoded: it has triples of signs that every
 * header has, and no space.
 */
const ENCODED = /%(?:20|2F|28|3B)/i

function decoded(text: string): string {
  if (!ENCODED.test(text) || text.includes(' ')) return text
  // Akamai writes `+` for a space.
  const plain = text.includes('%20') ? text : text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(plain)
  } catch {
    // Not percent-encoded after all: the header as it stands.
    return text
  }
}
