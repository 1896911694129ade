/**
 * Requests of actors with the gap that robots.txt asks for → how many gaps were shorter. Requests come in any order; only
 * those of crawlers that are asked for a gap are remembered.
 */

/** A session ends after so much silence, in milliseconds. */
const SILENCE = 300_000

/** Gaps between requests of a session. */
export interface Pace {
  readonly gaps: number
  readonly short: number
}

/** Remembers when requests came. */
export class CrawlPace {
  /** By crawler and actor: times in milliseconds, each followed by the gap that was asked for. */
  readonly #times = new Map<string, Map<string, number[]>>()

  add(crawler: string, actor: string, time: number, seconds: number): void {
    const actors = this.#times.get(crawler) ?? new Map<string, number[]>()
    this.#times.set(crawler, actors)
    const times = actors.get(actor)
    if (times === undefined) actors.set(actor, [time, seconds * 1000])
    else times.push(time, seconds * 1000)
  }

  /** The pace of a crawler; null where no gap was asked for. */
  of(crawler: string): Pace | null {
    const actors = this.#times.get(crawler)
    if (actors === undefined) return null
    let [gaps, short] = [0, 0]
    for (const times of actors.values()) {
      const order = Array.from({ length: times.length / 2 }, (_, i) => 2 * i).sort((a, b) => times[a]! - times[b]!)
      for (let i = 1; i < order.length; i++) {
        const gap = times[order[i]!]! - times[order[i - 1]!]!
        if (gap > SILENCE) continue
        gaps++
        if (gap < times[order[i]! + 1]!) short++
      }
    }
    return { gaps, short }
  }
}
