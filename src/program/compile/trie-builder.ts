/**
 * Builds flat radix tries (program.ts) from patterns in matching form: `*`, a final `$`, and
 * literal ASCII.
 */
import { NEVER, type Trie } from '../program.ts'

export interface TrieItem {
  readonly pattern: string
  readonly entry: number
}

const STAR = 0x2a
const ANCHOR = 0x24
const decoder = new TextDecoder()

/**
 * The matching form of a pattern: runs of `*` joined, and a final `*` (also before `$`) dropped. It
 * matches the same.
 */
export function matchingForm(pattern: string): string {
  if (!pattern.includes('*')) return pattern
  return pattern.replace(/\*{2,}/g, '*').replace(/\*\$?$/, '')
}

/** Sorted items from `low` to `high` that share `depth` characters, the path to `node`. */
interface Range {
  readonly node: number
  readonly low: number
  readonly high: number
  readonly depth: number
}

/** Collects tries in one pool. Equal input gives equal arrays. */
export class TrieBuilder {
  readonly #childStart: number[] = [0]
  readonly #childCount: number[] = [0]
  readonly #firstByte: number[] = [0]
  readonly #labelStart: number[] = [0]
  readonly #labels: number[] = []
  readonly #entryStart: number[] = [0]
  readonly #entries: number[] = []
  readonly #star: number[] = [0]
  readonly #starNode: number[] = [0]
  readonly #exits: number[] = [0]
  readonly #tail: number[] = [0]
  readonly #lasts: number[] = [0, 0, 0, 0]

  /** Adds one trie; returns its root, or 0 for no items. */
  add(items: readonly TrieItem[]): number {
    if (items.length === 0) return 0
    const sorted = [...items].sort((a, b) =>
      a.pattern < b.pattern ? -1 : a.pattern > b.pattern ? 1 : a.entry - b.entry,
    )
    const root = this.#allocate('')
    // Breadth first, so that nodes, labels and entries are in the order of node numbers.
    const queue: Range[] = [{ node: root, low: 0, high: sorted.length, depth: 0 }]
    for (let at = 0; at < queue.length; at++) this.#expand(queue[at]!, sorted, queue)
    for (const { node } of queue) if (this.#star[node] !== 0) this.#summarise(this.#star[node]!)
    return root
  }

  finish(): Trie {
    return {
      childStart: new Uint32Array(this.#childStart),
      childCount: new Uint8Array(this.#childCount),
      firstByte: new Uint8Array(this.#firstByte),
      labelStart: new Uint32Array([...this.#labelStart, this.#labels.length]),
      labels: new Uint8Array(this.#labels),
      entryStart: new Uint32Array([...this.#entryStart, this.#entries.length]),
      entries: new Uint32Array(this.#entries),
      star: new Uint32Array(this.#star),
      starNode: new Uint32Array(this.#starNode),
      exits: new Uint32Array(this.#exits),
      tail: new Uint32Array(this.#tail),
      lasts: new Uint32Array(this.#lasts),
    }
  }

  /** Creates a node that `edge` leads to. The edge is empty for roots and for nodes after `*`. */
  #allocate(edge: string): number {
    const node = this.#firstByte.length
    this.#firstByte.push(edge === '' ? 0 : edge.charCodeAt(0))
    this.#labelStart.push(this.#labels.length)
    for (let at = 1; at < edge.length; at++) this.#labels.push(edge.charCodeAt(at))
    this.#star.push(0)
    return node
  }

  /** Adds entries, children and the node after `*` to `range.node`. */
  #expand(range: Range, sorted: readonly TrieItem[], queue: Range[]): void {
    const { node, depth } = range
    this.#entryStart.push(this.#entries.length)
    this.#childStart.push(this.#firstByte.length)
    let children = 0
    let star: Range | null = null
    for (let low = range.low; low < range.high; ) {
      const pattern = sorted[low]!.pattern
      const code = codeAt(pattern, depth)
      const high = endOfRun(low, range.high, (i) => codeAt(sorted[i]!.pattern, depth) === code)
      if (code === -1 || code === ANCHOR) {
        for (let i = low; i < high; i++)
          this.#entries.push(sorted[i]!.entry * 2 + (code === -1 ? 0 : 1))
      } else if (code === STAR) {
        star = { node: 0, low, high, depth: depth + 1 }
      } else {
        const to = endOfEdge(pattern, sorted[high - 1]!.pattern, depth + 1)
        queue.push({ node: this.#allocate(pattern.slice(depth, to)), low, high, depth: to })
        children++
      }
      low = high
    }
    this.#childCount.push(children)
    if (star === null) return
    this.#star[node] = this.#starNode.length
    this.#starNode.push(this.#allocate(''))
    queue.push({ ...star, node: this.#starNode.at(-1)! })
  }

  #lastByte(node: number): number {
    const end = this.#labelStart[node + 1] ?? this.#labels.length
    return end > this.#labelStart[node]! ? this.#labels[end - 1]! : this.#firstByte[node]!
  }

  /** Computes what can be found after a `*`, up to the next one (`exits`, `tail`, `lasts`). */
  #summarise(star: number): void {
    let found = 0
    let anchored = 0
    let longest = 0
    for (let word = 0; word < 4; word++) this.#lasts[star * 4 + word] = 0
    const pending: [node: number, depth: number][] = [[this.#starNode[star]!, 0]]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [node, depth] = next
      const ends = this.#entries.slice(
        this.#entryStart[node]!,
        this.#entryStart[node + 1] ?? this.#entries.length,
      )
      if (ends.some((entry) => entry % 2 === 0) || this.#star[node] !== 0) found++
      if (ends.some((entry) => entry % 2 === 1)) {
        anchored++
        longest = Math.max(longest, depth)
        const last = this.#lastByte(node)
        this.#lasts[star * 4 + (last >> 5)]! |= 1 << (last & 31)
      }
      for (let i = 0; i < this.#childCount[node]!; i++) {
        const child = this.#childStart[node]! + i
        const label =
          (this.#labelStart[child + 1] ?? this.#labels.length) - this.#labelStart[child]!
        pending.push([child, depth + 1 + label])
      }
    }
    this.#exits[star] = anchored > 0 ? NEVER : found
    this.#tail[star] = found === 0 ? longest : 0
  }
}

/**
 * The end of the run that starts at `low`. Galloping takes logarithmic time per run, so building is
 * linear in the text.
 */
export function endOfRun(low: number, high: number, isIn: (i: number) => boolean): number {
  if (isIn(high - 1)) return high
  let step = 1
  let last = low
  while (last + step < high && isIn(last + step)) {
    last += step
    step *= 2
  }
  let end = Math.min(last + step, high)
  while (last + 1 < end) {
    const middle = (last + end) >> 1
    if (isIn(middle)) last = middle
    else end = middle
  }
  return last + 1
}

function codeAt(pattern: string, at: number): number {
  return at < pattern.length ? pattern.charCodeAt(at) : -1
}

/**
 * The end of the common edge of two patterns, from `from` on: at their first difference, a `*`, or
 * the anchor.
 */
function endOfEdge(first: string, last: string, from: number): number {
  const shorter = Math.min(first.length, last.length)
  let to = from
  while (to < shorter && first.charCodeAt(to) === last.charCodeAt(to)) {
    const code = first.charCodeAt(to)
    if (code === STAR || (code === ANCHOR && to === first.length - 1)) break
    to++
  }
  return to
}

/**
 * The sorted patterns of the trie at `root` in matching form, with the numbers for each; none for
 * 0.
 */
export function patternsOf(trie: Trie, root: number) {
  const found: { readonly pattern: string; readonly entries: readonly number[] }[] = []
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
      pending.push([
        child,
        text + String.fromCharCode(trie.firstByte[child]!) + decoder.decode(label),
      ])
    }
  }
  return found.sort((a, b) => (a.pattern < b.pattern ? -1 : 1))
}
