/** Counts how often a crawler came sooner than robots.txt asks. */
import { cached } from '../../base/cached.ts'
import { askedGap, type ConductContext, type ObservedRequest } from './conduct.ts'
import type { PaceCounts } from './crawl-report.ts'

export const SILENCE = 300_000
/** The most different delays that are distinguished. Any further ones count as the last. */
const MOST_GAPS = 1024

const noGaps = () => ({
  gaps: 0,
  short: 0,
  isAsked: false,
  /** By actor: each time in milliseconds times MOST_GAPS, plus the index of the delay in force. */
  times: new Map<string, number[]>(),
  /** How many requests of rows have no row for their gap. Unless it is 0, the pace is unknown. */
  missing: 0,
})

export class CrawlPace {
  readonly #crawlers = new Map<string, ReturnType<typeof noGaps>>()
  /** In milliseconds. */
  readonly #asked: number[] = [0]

  add(crawler: string, request: ObservedRequest, context: ConductContext): void {
    const { entry, actor, place, client } = request
    if (!context.texts[place]!.asksForGaps) return
    const pace = cached(this.#crawlers, crawler, noGaps)
    const asked = askedGap(context, request)
    if (entry.gap !== null) {
      // An operator's published addresses count as one actor. Rows without a proof do not know
      // this, so their gaps are not used if the operator has address lists.
      const isOneActor = entry.proof !== null || client.lists.length === 0
      if (!isOneActor || askedGap(context, request, entry.last) !== asked) return
      pace.missing -= entry.count
      countGaps(pace, entry.gap, asked, entry.count)
    } else if (entry.isRow) pace.missing += entry.count
    else
      cached(pace.times, actor, () => []).push(
        Math.floor(entry.time) * MOST_GAPS + this.#numberOf(asked),
      )
  }

  /** The pace of a crawler; null where no delay was in force, or some gaps are unknown. */
  of(crawler: string): PaceCounts | null {
    const pace = this.#crawlers.get(crawler)
    if (pace === undefined || pace.missing !== 0) return null
    const counts = { ...pace }
    for (const times of pace.times.values()) {
      let last = -Infinity
      for (const each of times.sort((a, b) => a - b)) {
        const time = Math.floor(each / MOST_GAPS)
        countGaps(counts, time - last, this.#asked[each % MOST_GAPS]!, 1)
        last = time
      }
    }
    return counts.isAsked ? { gaps: counts.gaps, short: counts.short } : null
  }

  #numberOf(gap: number): number {
    const known = this.#asked.indexOf(gap)
    if (known >= 0) return known
    return this.#asked.length < MOST_GAPS ? this.#asked.push(gap) - 1 : MOST_GAPS - 1
  }
}

/** `asked` is 0 where none was asked for. The first request of a session has no gap. */
function countGaps(
  counts: Omit<ReturnType<typeof noGaps>, 'times' | 'missing'>,
  gap: number,
  asked: number,
  count: number,
): void {
  if (asked === 0) return
  counts.isAsked = true
  if (gap > SILENCE) return
  counts.gaps += count
  if (gap < asked) counts.short += count
}
