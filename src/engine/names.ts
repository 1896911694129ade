/**
 * A name trie + a User-Agent header → the names that stand in it as whole tokens (I1).
 */
import type { Trie } from '../bundle/program.ts'
import { isWordCode } from '../grammar/name-token.ts'

const ROOT = 1

/** Numbers of the names found, each once. The header is in lower case already. */
export function namesIn(trie: Trie, folded: string): number[] {
  const found = new Set<number>()
  if (trie.childCount.length <= ROOT) return []
  for (let at = 0; at < folded.length; at++) {
    if (at === 0 || !isWordCode(folded.charCodeAt(at - 1))) descend(trie, folded, at, found)
  }
  return [...found]
}

/** Follows the header from `at` and takes every name after which no word character stands. */
function descend(trie: Trie, folded: string, at: number, found: Set<number>): void {
  const { childStart, childCount, firstByte, labelStart, labels, entryStart, entries } = trie
  for (let node = ROOT; ; ) {
    if (at === folded.length || !isWordCode(folded.charCodeAt(at))) {
      for (let i = entryStart[node]!; i < entryStart[node + 1]!; i++) found.add(entries[i]! >>> 1)
    }
    if (at === folded.length) return
    const code = folded.charCodeAt(at)
    const end = childStart[node]! + childCount[node]!
    let child = childStart[node]!
    while (child < end && firstByte[child] !== code) child++
    if (child === end) return
    at++
    for (let from = labelStart[child]!; from < labelStart[child + 1]!; from++, at++) {
      if (folded.charCodeAt(at) !== labels[from]) return
    }
    node = child
  }
}
