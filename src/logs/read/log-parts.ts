/** The names that logs give to the parts of a request, and the cells of a line → LogEntry. Knows no format. */

import { UsageError } from '../../base/faults.ts'
import { PROOFS } from '../../words/log-line.ts'
import { type LogEntry, targetOf } from '../judge/log-entry.ts'
import data from './log-names.json' with { type: 'json' }
import type { LogClock } from './log-times.ts'

/** By part, lower case; the first that a line has counts. Members of an object have its name before them. */
const NAMES = data.parts

export type LogPart = keyof typeof NAMES
const LOG_PARTS = Object.keys(NAMES) as readonly LogPart[]

/** The cells of a line, as text; null for what it does not have. */
export type LogCells = Record<LogPart, string | null>

const NO_CELLS = Object.fromEntries(LOG_PARTS.map((part) => [part, null])) as LogCells

export function emptyCells(): LogCells {
  return { ...NO_CELLS }
}

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
      for (const [rank, name] of NAMES[part].entries()) this.#add(name, { part, rank })
    for (const [name, part] of own) this.#add(name.toLowerCase(), { part, rank: -1 })
  }

  partOf(name: string): PartName | null {
    let found = this.#spelled.get(name)
    if (found === undefined) {
      found = this.#known.get(name.toLowerCase()) ?? null
      if (this.#spelled.size < MOST_NAMES) this.#spelled.set(name, found)
    }
    return found
  }

  /** The parts of columns, by their order; null for other names, and where another column says the same better. */
  bestOf(columns: readonly string[]): readonly (LogPart | null)[] {
    const found = columns.map((name) => this.partOf(name))
    const isBest = ({ part, rank }: PartName) =>
      found.every((each) => each?.part !== part || each.rank >= rank)
    return found.map((each) => (each !== null && isBest(each) ? each.part : null))
  }

  isObject(name: string): boolean {
    return this.#objects.has(name.toLowerCase())
  }

  #add(name: string, part: PartName): void {
    this.#known.set(name, part)
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1))
      this.#objects.add(name.slice(0, dot))
  }
}

/** A log that invents member names does not fill the memory. */
const MOST_NAMES = 10_000

export const PARTS_TEXT = LOG_PARTS.join(', ')

/** `field=name` of `--map`: the name that a log has, and the part. @throws UsageError for an unknown part */
export function readMapping(written: string): readonly [name: string, part: LogPart] {
  const at = written.indexOf('=')
  const part = LOG_PARTS.find(
    (each) => each.toLowerCase() === written.slice(0, Math.max(0, at)).toLowerCase(),
  )
  if (part === undefined || at === written.length - 1)
    throw new UsageError(
      `\`--map ${written}\` names no field`,
      `FIELD=NAME; fields are ${PARTS_TEXT}`,
    )
  return [written.slice(at + 1), part]
}

/** The entry of a line; null where it has no User-Agent or no path, as a line must. */
export function logEntryOf(cells: LogCells, clock: LogClock): LogEntry | null {
  const { userAgent, request, acap } = cells
  if (userAgent === null || (acap !== null && acap !== REQUEST && acap !== ROW)) return null
  const methodEnd = request === null ? -1 : request.indexOf(' ')
  const written = cells.target || (methodEnd < 0 ? '' : word(request!, methodEnd + 1))
  // Some logs write a query with its question mark, some without, and `-` for none.
  const query = cells.query === null || cells.query === '' || cells.query === '-' ? '' : cells.query
  const target = targetOf(
    query === '' ? written : written + (query.startsWith('?') ? query : `?${query}`),
  )
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
    gap:
      acap === ROW && cells.outcome === 'gap'
        ? (numberOf(cells.gap) ?? Number.POSITIVE_INFINITY)
        : null,
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

export const DURATIONS = [
  ['milliseconds', 1],
  ['nanoseconds', 1e-6],
  ['microseconds', 1e-3],
  ['seconds', 1e3],
] as const

function durationOf(cells: LogCells): number | null {
  for (const [part, factor] of DURATIONS) {
    const cell = cells[part]
    const number = cell === null ? null : numberOf(cell)
    if (number !== null) return number * factor
  }
  const { taken } = cells
  const number = taken === null ? null : numberOf(taken)
  // CloudFront writes seconds with a point, IIS milliseconds.
  return number === null ? null : number * (taken!.includes('.') ? 1000 : 1)
}

/** What caches say when they asked the origin: nginx, Cloudflare, CloudFront. */
export const MISS = /^(?:miss|bypass|expired|dynamic|deferred)/i

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
