/** A compiled trie → its patterns in matching form (`*`, a final `$`), each with the numbers for it. */
import type { Trie } from '../../bundle/program.ts'

interface TriePattern {
  readonly pattern: string
  readonly entries: readonly number[]
}

/** The patterns of the trie at `root`, sorted; none where it is 0. */
export function patternsOf(trie: Trie, root: number): readonly TriePattern[] {
  const found: TriePattern[] = []
  const pending: (readonly [node: number, text: string])[] = root === 0 ? [] : [[root, '']]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, text] = next
    const entries = [...trie.entries.subarray(trie.entryStart[node], trie.entryStart[node + 1])]
    for (const [anchored, pattern] of [text, `${text}$`].entries()) {
      const own = entries.filter((entry) => (entry & 1) === anchored).map((entry) => entry >>> 1)
      if (own.length > 0) found.push({ pattern, entries: own })
    }
    if (trie.star[node] !== 0) pending.push([trie.starNode[trie.star[node]!]!, `${text}*`])
    for (let i = 0; i < trie.childCount[node]!; i++) {
      const child = trie.childStart[node]! + i
      const label = trie.labels.subarray(trie.labelStart[child], trie.labelStart[child + 1])
      pending.push([child, text + String.fromCharCode(trie.firstByte[child]!, ...label)])
    }
  }
  return found.sort((a, b) => (a.pattern < b.pattern ? -1 : 1))
}
