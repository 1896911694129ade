/**
 * Requests of actors with the gap that robots.txt asks for → how many gaps were shorter. Requests come in any order; only
 * those of crawlers that are asked for a gap are remembered, with eight octets each.
 */

/** A session ends after so much silence, in milliseconds. */
const SILENCE = 300_000
/** Different gaps that are asked for; those of more texts than this count as the last. */
const MOST_GAPS = 1024

/** Gaps between requests of a session. */
export interface Pace {
  readonly gaps: number
  readonly short: number
}

/** Remembers when requests came. */
export class CrawlPace {
  /** By crawler and actor: times in milliseconds times MOST_GAPS, plus the number of the gap that was asked for. */
  readonly #times = new Map<string, Map<string, number[]>>()
  readonly #unknown = new Set<string>()
  /** In milliseconds. */
  readonly #gaps: number[] = []

  add(crawler: string, actor: string, time: number, seconds: number): void {
    const actors = this.#times.get(crawler) ?? new Map<string, number[]>()
    this.#times.set(crawler, actors)
    const moment = Math.floor(time) * MOST_GAPS + this.#numberOf(seconds * 1000)
    const times = actors.get(actor)
    if (times === undefined) actors.set(actor, [moment])
    else times.push(moment)
  }

  /** Requests of which only the first and the last time is known: the crawler's gaps cannot be counted. */
  addUnknown(crawler: string): void {
    this.#unknown.add(crawler)
  }

  /** The pace of a crawler; null where no gap was asked for, or not all are known. */
  of(crawler: string): Pace | null {
    const actors = this.#times.get(crawler)
    if (actors === undefined || this.#unknown.has(crawler)) return null
    let [gaps, short] = [0, 0]
    for (const times of actors.values()) {
      times.sort((a, b) => a - b)
      for (let i = 1; i < times.length; i++) {
        const gap = Math.floor(times[i]! / MOST_GAPS) - Math.floor(times[i - 1]! / MOST_GAPS)
        if (gap > SILENCE) continue
        gaps++
        if (gap < this.#gaps[times[i]! % MOST_GAPS]!) short++
      }
    }
    return { gaps, short }
  }

  #numberOf(gap: number): number {
    const known = this.#gaps.indexOf(gap)
    if (known >= 0) return known
    return this.#gaps.length < MOST_GAPS ? this.#gaps.push(gap) - 1 : MOST_GAPS - 1
  }
}
