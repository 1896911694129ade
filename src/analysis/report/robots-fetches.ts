/**
 * Fetches of robots.txt, actor by actor → the last one before a request. A few octets for each fetch.
 */
import type { LogEntry } from '../log-entry.ts'

/** How long a crawler may go on by what it fetched, in milliseconds (RFC 9309, 2.4). */
export const LONGEST_CACHE = 86_400_000

/** Who fetches and obeys together: a crawler's name at one host of a site, and where it comes from. */
export function actorOf(place: number, host: string | null, name: string, network: string): string {
  return `${place} ${host?.toLowerCase() ?? ''} ${name} ${network}`
}

/** Whether a resolved target is that of the robots.txt. */
export function isRobots(target: string): boolean {
  return target === '/robots.txt' || target.startsWith('/robots.txt?')
}

/** Whether a fetch was answered 2xx or 304; where the status is not known, whether a text was served. */
export function isReadFetch({ status, served }: Pick<LogEntry, 'status' | 'served'>): boolean {
  return status === 304 || (status >= 200 && status < 300) || (status === 0 && served !== null)
}

/** A fetch. */
interface RobotsFetch {
  readonly time: number
  /** Whether it was answered 2xx or 304. */
  readonly isRead: boolean
}

/** The fetches of all actors. */
export class RobotsFetches {
  /** By actor: times in milliseconds, doubled, plus one for a fetch that was read. */
  readonly #fetches = new Map<string, number[]>()
  readonly #unsorted = new Set<number[]>()

  add(actor: string, { time, isRead }: RobotsFetch): void {
    const fetches = this.#fetches.get(actor)
    const fetch = 2 * time + Number(isRead)
    if (fetches === undefined) this.#fetches.set(actor, [fetch])
    else {
      if (fetch < fetches.at(-1)!) this.#unsorted.add(fetches)
      fetches.push(fetch)
    }
  }

  /** The last fetch at or before a time, if it is not too old; null where there is none. */
  lastBefore(actor: string, time: number): RobotsFetch | null {
    const fetches = this.#fetches.get(actor)
    if (fetches === undefined) return null
    if (this.#unsorted.delete(fetches)) fetches.sort((a, b) => a - b)
    let low = 0
    let high = fetches.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (fetches[middle]! <= 2 * time + 1) low = middle + 1
      else high = middle
    }
    const fetch = fetches[low - 1]
    if (fetch === undefined || Math.floor(fetch / 2) < time - LONGEST_CACHE) return null
    return { time: Math.floor(fetch / 2), isRead: fetch % 2 !== 0 }
  }
}
