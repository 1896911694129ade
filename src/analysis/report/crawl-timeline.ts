/** Requests of a crawler in any order → counts in hours; in longer stretches where there are many. */
import { entryIn } from '../counting.ts'
import type { Conduct } from './conduct.ts'

const HOUR = 3_600_000
const MOST_SPANS = 200
/** In hours. Each is a multiple of the one before. */
const WIDTHS = [1, 2, 6, 12, 24, 48, 96, 192, 384, 768, 1536, 3072, 6144]

interface TimeSpan {
  readonly start: string
  readonly requests: number
  readonly proven: number
  readonly unseen: number
  readonly fetches: number
}

/** When a crawler came. */
export interface Timeline {
  readonly hours: number
  /** Spans without requests are left out. */
  readonly spans: readonly TimeSpan[]
}

type Counts = { -readonly [K in Exclude<keyof TimeSpan, 'start'>]: number }

export class CrawlTimeline {
  #width = 0
  #spans = new Map<number, Counts>()

  add(time: number, count: number, conduct: Conduct | null, isFetch: boolean): void {
    const span = this.#spanAt(time)
    span.requests += count
    if (conduct === 'proven' || conduct === 'unseen') span[conduct] += count
    if (isFetch) span.fetches += count
    if (this.#spans.size > MOST_SPANS) this.#join()
  }

  report(): Timeline {
    const spans = [...this.#spans].sort(([a], [b]) => a - b)
    return {
      hours: WIDTHS[this.#width]!,
      spans: spans.map(([start, counts]) => ({ start: new Date(start * HOUR).toISOString(), ...counts })),
    }
  }

  #spanAt(time: number): Counts {
    const width = WIDTHS[this.#width]!
    const start = Math.floor(time / HOUR / width) * width
    return entryIn(this.#spans, start, () => ({ requests: 0, proven: 0, unseen: 0, fetches: 0 }))
  }

  /** Takes the next width. At the widest there are as many spans as there are. */
  #join(): void {
    if (this.#width + 1 === WIDTHS.length) return
    this.#width++
    const before = this.#spans
    this.#spans = new Map()
    for (const [start, counts] of before) {
      const span = this.#spanAt(start * HOUR)
      for (const key of Object.keys(counts) as (keyof Counts)[]) span[key] += counts[key]
    }
  }
}
