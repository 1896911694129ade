/**
 * How many requests may be at origins at once. Crawlers have a part of the places; readers are turned away only where
 * nothing is left.
 */
import type { Bounds } from './limits.ts'

/** The places of one gate. */
export class OriginPlaces {
  readonly #bounds: Bounds
  #taken = 0
  #byCrawlers = 0

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** Takes a place, for a crawler when it is one of theirs; false where there is none. */
  take(isCrawler: boolean): boolean {
    if (this.#taken >= this.#bounds.requests) return false
    if (isCrawler && this.#byCrawlers >= this.#bounds.crawlers) return false
    this.#count(isCrawler, 1)
    return true
  }

  /** Gives a place back. */
  giveBack(isCrawler: boolean): void {
    this.#count(isCrawler, -1)
  }

  #count(isCrawler: boolean, change: 1 | -1): void {
    this.#taken += change
    if (isCrawler) this.#byCrawlers += change
  }
}
