/**
 * What stands behind a `*` of a trie, found through an index of the target: each node once, no matter what the target
 * repeats. It costs at most the text of the patterns behind the star, times the logarithm of the target's length.
 */
import type { Trie } from '../bundle/program.ts'
import type { SuffixIndex } from './suffix-index.ts'

/** Takes a node that is reached at a position: the byte behind the text that leads to it. */
type Arrive = (node: number, at: number) => void

/** Walks the segments behind a `*`, from `from` on, and hands over each node at its first occurrence and at the end. */
export function searchIndexed(trie: Trie, index: SuffixIndex, star: number, from: number, arrive: Arrive): void {
  if (index.length === 0) return
  const { childStart, childCount, firstByte, labelStart, labels, entryStart, star: stars } = trie
  // Node, interval of suffixes and bytes read, four numbers each.
  const pending = [trie.starNode[star]!, 0, index.length, 0]
  while (pending.length > 0) {
    const depth = pending.pop()!
    const high = pending.pop()!
    const low = pending.pop()!
    const node = pending.pop()!
    if (entryStart[node] !== entryStart[node + 1] || stars[node] !== 0) {
      const first = index.firstFrom(low, high, from)
      // What follows begins where this begins.
      if (first < 0) continue
      arrive(node, first + depth)
      const end = index.length - depth
      // The shortest suffix of an interval is its first.
      if (first !== end && end >= from && index.start(low) === end) arrive(node, index.length)
    }
    const children = childStart[node]!
    for (let child = children; child < children + childCount[node]!; child++) {
      if (!index.narrow(low, high, depth, firstByte[child]!)) continue
      let at = depth + 1
      let label = labelStart[child]!
      const end = labelStart[child + 1]!
      while (label < end && index.narrow(index.low, index.high, at, labels[label]!)) {
        label++
        at++
      }
      if (label === end) pending.push(child, index.low, index.high, at)
    }
  }
}
