/**
 * Patterns → their numbers in the order of L3, with the ranges of numbers that are narrower. Keys are sorted with
 * "ended" before `$` before `*` before any other character. Where x and y part, y is narrower if x has the smaller of
 * these four kinds there; so all patterns narrower than x lie, for each place of x that is not a plain character, in
 * the run that shares x up to that place and sorts behind x's own branch.
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

/** The order of patterns in the form of P2, and the number of each. */
export function rankPatterns(patterns: readonly string[]) {
  const keys = new Map([...new Set(patterns)].map((pattern) => [pattern, sortKey(pattern)]))
  const sorted = [...new Set(keys.values())].sort()
  const rankOf = new Map(sorted.map((key, rank) => [key, rank]))
  const narrower = sorted.map((_, rank) => narrowerRanges(sorted, rank))
  const rangeStart = new Uint32Array(sorted.length + 1)
  narrower.forEach((ranges, rank) => {
    rangeStart[rank + 1] = rangeStart[rank]! + ranges.length / 2
  })
  const order: PatternOrder = { rangeStart, ranges: new Uint32Array(narrower.flat()) }
  const ranks: ReadonlyMap<string, number> = new Map([...keys].map(([pattern, key]) => [pattern, rankOf.get(key)!]))
  return { order, ranks }
}

/** The ranges of narrower keys. No key is compared as a whole: those that share its beginning stand together. */
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
