/**
 * Patterns → their numbers in the order of L3, with the ranges of numbers that are narrower. Comparing two patterns at
 * the edge is then a comparison of integers.
 *
 * Keys are sorted with "ended" before `$` before `*` before any other character. Where x and y part, y is narrower if
 * x has the smaller of these four kinds there; so all patterns narrower than x lie, for each place of x that is no plain
 * character, in the run that shares x up to that place and sorts behind x's own branch.
 */
import type { PatternOrder } from '../bundle/program.ts'
import { orderKey } from '../grammar/pattern-order.ts'

/** Sorting characters of the anchor and of `*`: below everything that P2 leaves in a pattern. */
const ANCHOR = '\x01'
const STAR = '\x02'

function sortKey(pattern: string): string {
  const key = orderKey(pattern)
  const anchored = key.endsWith('$')
  const body = (anchored ? key.slice(0, -1) : key).replaceAll('*', STAR)
  return anchored ? body + ANCHOR : body
}

/** Numbers all patterns that may have to be compared. */
export class PatternRanks {
  readonly #keys = new Map<string, string>()
  #sorted: readonly string[] = []
  #ranks: ReadonlyMap<string, number> = new Map()

  /** Registers a pattern in the form of P2. */
  add(pattern: string): void {
    if (!this.#keys.has(pattern)) this.#keys.set(pattern, sortKey(pattern))
  }

  /** Sorts what was added; returns the order. */
  finish(): PatternOrder {
    this.#sorted = [...new Set(this.#keys.values())].sort()
    this.#ranks = new Map(this.#sorted.map((key, rank) => [key, rank]))
    const rangeStart = new Uint32Array(this.#sorted.length + 1)
    const ranges: number[] = []
    this.#sorted.forEach((key, rank) => {
      this.#narrower(key, rank, ranges)
      rangeStart[rank + 1] = ranges.length / 2
    })
    return { rangeStart, ranges: Uint32Array.from(ranges) }
  }

  /** The number of a pattern that was added. */
  rank(pattern: string): number {
    return this.#ranks.get(this.#keys.get(pattern)!)!
  }

  #narrower(key: string, rank: number, ranges: number[]): void {
    const push = (from: number, to: number) => {
      if (from < to) ranges.push(from, to)
    }
    for (let at = 0; at < key.length; at++) {
      const code = key.charCodeAt(at)
      if (code > 2) continue
      push(this.#runEnd(key, at + 1, rank), this.#runEnd(key, at, rank))
    }
    push(rank + 1, this.#runEnd(key, key.length, rank))
  }

  /** Where the run of keys ends that share the first `length` characters of `key`, itself number `rank`. */
  #runEnd(key: string, length: number, rank: number): number {
    const shares = (i: number) => this.#sorted[i]!.startsWith(prefix)
    const prefix = key.slice(0, length)
    let step = 1
    let last = rank
    while (last + step < this.#sorted.length && shares(last + step)) {
      last += step
      step *= 2
    }
    let end = Math.min(last + step, this.#sorted.length)
    while (last + 1 < end) {
      const middle = (last + end) >> 1
      if (shares(middle)) last = middle
      else end = middle
    }
    return last + 1
  }
}
