/** Rules found → the narrowest of them (L3), by the numbers that the compiler gave their patterns. */
import type { PatternOrder, Rules } from '../program/program.ts'

/** Whether pattern `narrow` is strictly narrower than pattern `broad`, whose ranges are disjoint and fall. */
export function isNarrower(order: PatternOrder, narrow: number, broad: number): boolean {
  const { rangeStart, ranges } = order
  let low = rangeStart[broad]!
  let high = rangeStart[broad + 1]!
  // The first range that does not begin behind `narrow`.
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges[2 * middle]! > narrow) low = middle + 1
    else high = middle
  }
  return low < rangeStart[broad + 1]! && narrow < ranges[2 * low + 1]!
}

/**
 * Whether a pattern is strictly narrower than all of a set of which none is narrower than another: they part at plain
 * characters, so one that is narrower than the first and the last in the order parts from both where all agree.
 */
export function isNarrowerThanAll(
  order: PatternOrder,
  narrow: number,
  first: number,
  last: number,
): boolean {
  return isNarrower(order, narrow, first) && isNarrower(order, narrow, last)
}

/**
 * Moves the narrowest of the first `count` rules to the front of `found` and returns how many they are. By falling
 * number, a pattern is among them if the last one kept equals it or is not narrower: it would be, if an earlier one
 * was.
 */
export function keepNarrowest(
  rules: Rules,
  order: PatternOrder,
  found: Uint32Array,
  count: number,
): number {
  if (count < 2) return count
  const patterns = rules.pattern
  sortByPattern(patterns, found, count)
  let length = 1
  let last = patterns[found[0]!]!
  for (let i = 1; i < count; i++) {
    const pattern = patterns[found[i]!]!
    if (pattern !== last && isNarrower(order, last, pattern)) continue
    found[length++] = found[i]!
    last = pattern
  }
  return length
}

/** Falling by pattern number. Pattern and rule fit into one exact number: a site has at most 500,000 rules. */
function sortByPattern(patterns: Uint32Array, found: Uint32Array, count: number): void {
  const keys = new Float64Array(count)
  for (let i = 0; i < count; i++) keys[i] = patterns[found[i]!]! * RULES + found[i]!
  keys.sort()
  for (let i = 0; i < count; i++) found[i] = keys[count - 1 - i]! % RULES
}

const RULES = 2 ** 32
