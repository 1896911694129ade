/**
 * Patterns → their numbers in the order of L3, with the ranges of numbers that are narrower. Comparing two patterns at
 * the edge is then a comparison of integers.
 *
 * Keys are sorted with "ended" before `$` before `*` before any other character. Where x and y part, y is narrower if x
 * has the smaller of these four kinds there; so all patterns narrower than x lie, for each place of x that is not a
 * plain character, in the run that shares x up to that place and sorts behind x's own branch.
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
    const narrower = narrowerRanges(this.#sorted)
    const rangeStart = new Uint32Array(this.#sorted.length + 1)
    narrower.forEach((ranges, rank) => {
      rangeStart[rank + 1] = rangeStart[rank]! + ranges.length / 2
    })
    return { rangeStart, ranges: Uint32Array.from(narrower.flat()) }
  }

  /** The number of a pattern that was added. */
  rank(pattern: string): number {
    return this.#ranks.get(this.#keys.get(pattern)!)!
  }
}

/** For each key, pairs of the first number and the one behind the last of those that are narrower. */
function narrowerRanges(sorted: readonly string[]): number[][] {
  const all: number[][] = []
  const runs = new Runs(sorted.length)
  for (let rank = sorted.length - 1; rank >= 0; rank--) {
    const key = sorted[rank]!
    if (rank < sorted.length - 1) runs.part(rank, sharedLength(key, sorted[rank + 1]!))
    all.push(rangesOf(key, rank, runs))
  }
  return all.reverse()
}

function rangesOf(key: string, rank: number, runs: Runs): number[] {
  const ranges: number[] = []
  const push = (from: number, to: number) => {
    if (from < to) ranges.push(from, to)
  }
  for (let at = 0; at < key.length; at++) {
    if (key.charCodeAt(at) <= STAR.charCodeAt(0)) push(runs.end(at + 1), runs.end(at))
  }
  push(rank + 1, runs.end(key.length))
  return ranges
}

/**
 * Where the runs end of the keys that share their beginning with one key, by the length of what they share. It goes
 * through the keys from the last to the first, so that no two keys are compared but neighbours: linear in their text.
 */
class Runs {
  /** Rising lengths; what shares more than `#over[i]` characters, and no more than the next, ends before `#ends[i]`. */
  readonly #over = [-1]
  readonly #ends: number[]

  constructor(count: number) {
    this.#ends = [count]
  }

  /** Goes on to key `rank`, which shares so many characters with the one behind it. */
  part(rank: number, shared: number): void {
    while (this.#over.at(-1)! >= shared) {
      this.#over.pop()
      this.#ends.pop()
    }
    this.#over.push(shared)
    this.#ends.push(rank + 1)
  }

  /** The number behind the last key that shares the first `length` characters. */
  end(length: number): number {
    let low = 0
    let high = this.#over.length
    while (low + 1 < high) {
      const middle = (low + high) >> 1
      if (this.#over[middle]! < length) low = middle
      else high = middle
    }
    return this.#ends[low]!
  }
}

function sharedLength(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  let at = 0
  while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at
}
