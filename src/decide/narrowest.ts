/**
 * Selects the narrowest of the matching rules (L3). The compiler has numbered the patterns by
 * order.
 */
import type { PatternOrder, Rules } from '../program/program.ts'

/**
 * Whether pattern `narrow` is strictly narrower than `broad`. The ranges of `broad` are disjoint
 * and descending.
 */
export function isNarrower(order: PatternOrder, narrow: number, broad: number): boolean {
  const { rangeStart, ranges } = order
  let low = rangeStart[broad]!
  let high = rangeStart[broad + 1]!
  // Finds the first range that does not begin after `narrow`.
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges[2 * middle]! > narrow) low = middle + 1
    else high = middle
  }
  return low < rangeStart[broad + 1]! && narrow < ranges[2 * low + 1]!
}

/**
 * Whether a pattern is strictly narrower than all of a set whose members are not narrower than each
 * other. Comparing with the first and the last in the order is enough: they differ from it at plain
 * characters, and all between agree with them there.
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
 * Moves the narrowest of the first `count` rules to the front of `found`, and returns their number.
 * In descending order, a pattern belongs to them if it equals the last one kept, or is not narrower
 * than it.
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

/**
 * Sorts by pattern number, descending. Pattern and rule fit into one exact number, because a site
 * has at most 500,000 rules.
 */
function sortByPattern(patterns: Uint32Array, found: Uint32Array, count: number): void {
  const keys = new Float64Array(count)
  for (let i = 0; i < count; i++) keys[i] = patterns[found[i]!]! * RULES + found[i]!
  keys.sort()
  for (let i = 0; i < count; i++) found[i] = keys[count - 1 - i]! % RULES
}

const RULES = 2 ** 32
