/**
 * Two orders of patterns (L3) → whether they order the patterns that they have in common alike.
 */
import type { PatternOrder } from '../bundle/program.ts'

/** The numbers of one pattern in two orders. */
export type RankPair = readonly [a: number, b: number]

/** Whether of any two common patterns the same one is narrower in both orders. */
export function isSameOrder(a: PatternOrder, b: PatternOrder, pairs: readonly RankPair[]): boolean {
  const sorted = [...pairs].sort(([x, i], [y, j]) => x - y || i - j)
  const distinct = sorted.filter(([x, y], at) => at === 0 || sorted[at - 1]![0] !== x || sorted[at - 1]![1] !== y)
  const isRising = distinct.every(([x, y], at) => at === 0 || (distinct[at - 1]![0] < x && distinct[at - 1]![1] < y))
  if (!isRising) return false
  const ours = narrowerAmong(
    a,
    distinct.map(([rank]) => rank),
  )
  const theirs = narrowerAmong(
    b,
    distinct.map(([, rank]) => rank),
  )
  return ours === theirs
}

/** Which of these patterns are narrower than each of them, by their places in the list. */
function narrowerAmong({ rangeStart, ranges }: PatternOrder, ranks: readonly number[]): string {
  const before = placesBefore(ranks, rangeStart.length)
  return ranks
    .map((rank) => {
      const places: number[] = []
      for (let i = rangeStart[rank]!; i < rangeStart[rank + 1]!; i++) {
        const [from, to] = [before[ranges[2 * i]!]!, before[ranges[2 * i + 1]!]!]
        if (from !== to) places.push(from, to)
      }
      return places.join()
    })
    .join(';')
}

/** For every number how many of the rising `ranks` are below it. */
function placesBefore(ranks: readonly number[], count: number): Uint32Array {
  const before = new Uint32Array(count + 1)
  for (const rank of ranks) before[rank + 1] = 1
  for (let i = 1; i <= count; i++) before[i]! += before[i - 1]!
  return before
}
