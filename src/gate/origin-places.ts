/**
 * How many requests may be at origins at once. Crawlers have a part of the places and wait for them; readers never wait,
 * and are turned away only where nothing is left.
 */
import type { Bounds } from './limits.ts'

/** The places of one gate. */
export class OriginPlaces {
  readonly #bounds: Bounds
  readonly #waiting: (() => void)[] = []
  #taken = 0
  #byCrawlers = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** Takes a place, for a crawler when there is one; false where there is none. */
  take(isCrawler: boolean): boolean | Promise<boolean> {
    if (this.#taken >= this.#bounds.requests) return false
    if (!isCrawler || this.#byCrawlers < this.#bounds.crawlers) return this.#count(isCrawler, 1)
    if (this.#waiting.length >= this.#bounds.crawlers) return false
    return new Promise((resolve) => this.#waiting.push(() => resolve(true)))
  }

  /** Gives a place back: the crawler that has waited longest gets that of another one. */
  giveBack(isCrawler: boolean): void {
    const next = isCrawler ? this.#waiting.shift() : undefined
    if (next === undefined) this.#count(isCrawler, -1)
    else next()
  }

  #count(isCrawler: boolean, change: 1 | -1): true {
    this.#taken += change
    if (isCrawler) this.#byCrawlers += change
    return true
  }
}
