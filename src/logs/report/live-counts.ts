/**
 * Counts requests of the last minute, hour and day. Memory is constant: counts by second for a
 * minute, by minute for a day.
 */
import type { LogClients } from '../judge/log-clients.ts'
import type { LogEntry } from '../judge/log-entry.ts'
import { isCrawler } from './conduct.ts'
import { HOUR } from './counting.ts'
import { wasRefused } from './crawler-counts.ts'

const COUNTS = ['readers', 'crawlers', 'refused'] as const
type LiveCount = Readonly<Record<(typeof COUNTS)[number], number>>

/** What the page shows while a log grows. */
export interface LiveReport {
  readonly minute: LiveCount
  readonly hour: LiveCount
  readonly day: LiveCount
}

const [SECOND, MINUTE] = [1000, 60_000]
/** How far a log's clock may be ahead of ours. */
const AHEAD = MINUTE

/**
 * Counts for consecutive spans of equal length, in a ring buffer: the newest replace the oldest.
 */
class Ring {
  readonly #span: number
  readonly #starts: Float64Array
  readonly #counts: Record<(typeof COUNTS)[number], Float64Array>

  constructor(span: number, spans: number) {
    this.#span = span
    this.#starts = new Float64Array(spans).fill(-1)
    const counts = () => new Float64Array(spans)
    this.#counts = { readers: counts(), crawlers: counts(), refused: counts() }
  }

  add(time: number, added: LiveCount): void {
    const start = Math.floor(time / this.#span)
    const place = start % this.#starts.length
    // The place already holds a newer span, so this line is too old to count.
    if (this.#starts[place]! > start) return
    if (this.#starts[place]! < start) {
      this.#starts[place] = start
      for (const count of COUNTS) this.#counts[count][place] = 0
    }
    for (const count of COUNTS) this.#counts[count][place]! += added[count]
  }

  /** The counts from a time on. */
  since(time: number): LiveCount {
    const first = Math.floor(time / this.#span) + 1
    const sum = (count: (typeof COUNTS)[number]) =>
      this.#counts[count].reduce(
        (total, each, place) => (this.#starts[place]! >= first ? total + each : total),
        0,
      )
    return { readers: sum('readers'), crawlers: sum('crawlers'), refused: sum('refused') }
  }
}

export class LiveCounts {
  readonly #clients: LogClients
  readonly #seconds = new Ring(SECOND, 60)
  readonly #minutes = new Ring(MINUTE, 24 * 60)

  constructor(clients: LogClients) {
    this.#clients = clients
  }

  /** Counts an entry of the last day for one of the sites. */
  add(entry: LogEntry, now: number): void {
    const { time, count, host } = entry
    if (!(time > now - 24 * HOUR && time < now + AHEAD)) return
    const client = this.#clients.isForeign(host) ? null : this.#clients.clientOf(entry)
    if (client === null) return
    const isOfCrawler = isCrawler(entry, client)
    const added = {
      readers: isOfCrawler ? 0 : count,
      crawlers: isOfCrawler ? count : 0,
      refused: isOfCrawler && wasRefused(entry) && !entry.isObserved ? count : 0,
    }
    this.#seconds.add(time, added)
    this.#minutes.add(time, added)
  }

  report(now: number): LiveReport {
    return {
      minute: this.#seconds.since(now - MINUTE),
      hour: this.#minutes.since(now - HOUR),
      day: this.#minutes.since(now - 24 * HOUR),
    }
  }
}
