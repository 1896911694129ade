/** Finds logs that contain the same requests, by a sample in bounded memory. */

import { addTo } from '../../base/counts.ts'
import type { LogEntry } from '../judge/log-entry.ts'

export interface Overlap {
  readonly logs: readonly [string, string]
  /** Of the requests of the smaller log, about. */
  readonly share: number
}

const MOST_REQUESTS = 50_000
/**
 * Two servers can get equal requests in the same second by chance. A larger share is not chance.
 */
const LEAST_SHARE = 0.1
const LEAST_SHARED = 3

export class LogOverlap {
  /** By the hash of a request: the indexes of the logs that contain it. */
  readonly #seen = new Map<number, number[]>()
  readonly #names: string[] = []
  /** Requests whose hash has any of these bits are not in the sample. */
  #mask = 0

  /** Begins the next log. */
  begin(name: string): void {
    this.#names.push(name)
  }

  /** A request as every server on its way writes it, without the address. */
  see({ time, method, target, userAgent }: LogEntry): void {
    if (this.#names.length === 0) return
    const hash = hashOf(`${Math.floor(time / 1000)} ${method} ${target} ${userAgent}`)
    if ((hash & this.#mask) !== 0) return
    const log = this.#names.length - 1
    const logs = this.#seen.get(hash)
    if (logs === undefined) this.#seen.set(hash, [log])
    else if (logs.at(-1) !== log) logs.push(log)
    if (this.#seen.size > MOST_REQUESTS) this.#thin()
  }

  /** Pairs of logs that share more than chance would have it. */
  pairs(): readonly Overlap[] {
    const sizes = new Map<number, number>()
    const shared = new Map<string, number>()
    for (const logs of this.#seen.values()) {
      for (const [i, log] of logs.entries()) {
        addTo(sizes, log)
        for (const earlier of logs.slice(0, i)) addTo(shared, `${earlier} ${log}`)
      }
    }
    return [...shared].flatMap(([pair, count]) => {
      const [one, other] = pair.split(' ').map(Number) as [number, number]
      const smaller = Math.min(sizes.get(one)!, sizes.get(other)!)
      const share = count / smaller
      if (share < LEAST_SHARE || (count < LEAST_SHARED && count < smaller)) return []
      return [{ logs: [this.#names[one]!, this.#names[other]!] as const, share }]
    })
  }

  #thin(): void {
    this.#mask = 2 * this.#mask + 1
    for (const hash of this.#seen.keys()) if ((hash & this.#mask) !== 0) this.#seen.delete(hash)
  }
}

/** The hash that chooses the sample. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash ^ (hash >>> 15)
}
