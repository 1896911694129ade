/**
 * Patterns → their numbers in the order of L3, with the ranges of numbers that are narrower. Comparing two patterns at
 * the edge is then a comparison of integers.
 *
 * Keys are sorted with "ended" before `$` before `*` before any other character. Where x and y part, y is narrower if x
 * has the smaller of these four kinds there; so all patterns narrower than x lie, for each place of x that is not a
 * plain character, in the run that shares x up to that place and sorts behind x's own branch.
 */
import type { PatternOrder } from '../bundle/program.ts'
import { orderKey } from '../grammar/pattern-relations.ts'
import { endOfRun } from './trie-builder.ts'

/** Sorting characters of the anchor and of `*`: below everything that P2 leaves in a pattern. */
const ANCHOR = '\x01'
const STAR = '\x02'

function sortKey(pattern: string): string {
  const key = orderKey(pattern)
  const anchored = key.endsWith('$')
  const body = (anchored ? key.slice(0, -1) : key).replaceAll('*', STAR)
  return anchored ? body + ANCHOR : body
}

export class PatternRanks {
  readonly #keys = new Map<string, string>()
  #sorted: readonly string[] = []
  #ranks: ReadonlyMap<string, number> = new Map()

  add(pattern: string): void {
    if (!this.#keys.has(pattern)) this.#keys.set(pattern, sortKey(pattern))
  }

  finish(): PatternOrder {
    this.#sorted = [...new Set(this.#keys.values())].sort()
    this.#ranks = new Map(this.#sorted.map((key, rank) => [key, rank]))
    const narrower = this.#sorted.map((_, rank) => narrowerRanges(this.#sorted, rank))
    const rangeStart = new Uint32Array(this.#sorted.length + 1)
    narrower.forEach((ranges, rank) => {
      rangeStart[rank + 1] = rangeStart[rank]! + ranges.length / 2
    })
    return { rangeStart, ranges: new Uint32Array(narrower.flat()) }
  }

  rank(pattern: string): number {
    return this.#ranks.get(this.#keys.get(pattern)!)!
  }
}

/**
 * Pairs of the first number and the one behind the last of the keys that are narrower than that of a number. No key is
 * compared as a whole: those that share its first characters stand together, and only the next character parts them.
 */
function narrowerRanges(sorted: readonly string[], rank: number): number[] {
  const key = sorted[rank]!
  const ranges: number[] = []
  // The keys from `rank` to before `end` share the first `at` characters.
  let end = sorted.length
  for (let at = 0; at <= key.length && end > rank + 1; at++) {
    const code = key.charCodeAt(at)
    const isPlain = code > STAR.charCodeAt(0)
    const isShared = (i: number) => (at < key.length ? sorted[i]!.charCodeAt(at) === code : i === rank)
    const next = endOfRun(rank, end, isShared)
    if (!isPlain && next < end) ranges.push(next, end)
    end = next
  }
  return ranges
}
