/**
 * Counters for tallies of logs: lines and times, counts by hour, most frequent paths, sums that may
 * be unknown.
 */
import { cached } from '../../base/cached.ts'
import { addTo, mostFirst } from '../../base/counts.ts'
import type { NameCount, PathCount, UnreadLine } from './replay-report.ts'

const MOST_LINES = 3
const LONGEST_TEXT = 300
const LONGEST_SAMPLE = 1 << 16

/**
 * Counts what a log contains besides requests: lines that were not understood, times without a
 * zone, damaged files.
 */
export class LogTally {
  /**
   * The complete first line that was not understood. The help for the author is derived from it.
   */
  firstUnread: UnreadLine | undefined
  protected unread = 0
  protected zoneless = 0
  protected readonly unreadLines: UnreadLine[] = []
  readonly cut: { readonly log: string; readonly why: string }[] = []
  protected first = Infinity
  protected last = -Infinity

  /** A line that was not understood. */
  skip(unread: UnreadLine, count = 1): void {
    this.firstUnread ??= { ...unread, text: unread.text.slice(0, LONGEST_SAMPLE) }
    this.unread += count
    const { file, line, text } = unread
    if (this.unreadLines.length < MOST_LINES)
      this.unreadLines.push({ file, line, text: text.slice(0, LONGEST_TEXT) })
  }

  /** The next of several logs begins. */
  begin(_log: string): void {
    // Most tallies do not ask which log a request is from.
  }

  /** Times without a zone, which were read as UTC. */
  addZoneless(count: number): void {
    this.zoneless += count
  }

  /** A compressed log that ends early, or is damaged. What comes before the damage was read. */
  addCut(log: string, why: string): void {
    this.cut.push({ log, why })
  }

  protected see(first: number, last = first): void {
    if (first < this.first) this.first = first
    if (last > this.last) this.last = last
  }
}

/** Adds to a sum that is null while nothing is known. */
export function plus(sum: number | null, more: number | null): number | null {
  return more === null ? sum : (sum ?? 0) + more
}

/** ISO 8601 in UTC, to the second; null where there is no time. */
export function instant(time: number): string | null {
  return Number.isFinite(time) ? new Date(time).toISOString().replace(/\.\d+Z$/, 'Z') : null
}

const MOST_HELD = 20_000

/**
 * Counts names in bounded memory: of too many, those seen least are forgotten. Exact as long as
 * none is.
 */
export class TopNames {
  readonly #counts = new Map<string, number>()
  readonly #most: number

  constructor(most = MOST_HELD) {
    this.#most = most
  }

  add(name: string, count = 1): void {
    addTo(this.#counts, name, count)
    if (this.#counts.size > this.#most) this.#forget()
  }

  top(most: number): readonly NameCount[] {
    return [...this.#counts]
      .map(([name, requests]) => ({ name, requests }))
      .sort(mostFirst('requests', 'name'))
      .slice(0, most)
  }

  #forget(): void {
    const [, threshold] = [...this.#counts].sort(([, a], [, b]) => b - a)[this.#most / 2]!
    for (const [name, count] of this.#counts) if (count <= threshold) this.#counts.delete(name)
  }
}

/** The same for paths. */
export class TopPaths {
  readonly #counts = new TopNames()

  /** Counts requests; the query is no part of the path. */
  add(target: string, count = 1): void {
    const query = target.indexOf('?')
    this.#counts.add(query < 0 ? target : target.slice(0, query), count)
  }

  top(most: number): readonly PathCount[] {
    return this.#counts.top(most).map(({ name, requests }) => ({ path: name, requests }))
  }
}

export const HOUR = 3_600_000
/** In hours. Each is a multiple of the one before. */
const WIDTHS = [1, 2, 6, 12, 24, 48, 96, 192, 384, 768, 1536, 3072, 6144]

/**
 * Counts by the hour; where there are too many hours, by wider spans. Spans without counts are left
 * out.
 */
export class Timeline<Name extends string> {
  readonly #none: Readonly<Record<Name, number>>
  readonly #most: number
  #width = 0
  #spans = new Map<number, Record<Name, number>>()

  constructor(names: readonly Name[], most = Infinity) {
    this.#none = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
    this.#most = most
  }

  /** The counts of the span that has a time, to add to. */
  at(time: number): Record<Name, number> {
    const span = this.#spanAt(time)
    if (this.#spans.size <= this.#most || this.#width + 1 === WIDTHS.length) return span
    this.#join()
    return this.#spanAt(time)
  }

  report() {
    const spans = [...this.#spans].sort(([a], [b]) => a - b)
    return {
      hours: WIDTHS[this.#width]!,
      spans: spans.map(([start, counts]) => ({
        start: new Date(start * HOUR).toISOString(),
        ...counts,
      })),
    }
  }

  #spanAt(time: number): Record<Name, number> {
    const width = WIDTHS[this.#width]!
    return cached(this.#spans, Math.floor(time / HOUR / width) * width, () => ({ ...this.#none }))
  }

  #join(): void {
    this.#width++
    const before = this.#spans
    this.#spans = new Map()
    for (const [start, counts] of before) {
      const span = this.#spanAt(start * HOUR)
      for (const name of Object.keys(counts) as Name[]) span[name] += counts[name]
    }
  }
}

/** Clock hours that a stretch of time has a part of. */
export function hoursBetween(from: number, to: number): number {
  return Number.isFinite(from) && to > from ? Math.ceil(to / HOUR) - Math.floor(from / HOUR) : 0
}
