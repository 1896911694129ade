/**
 * A suffix array of a target, for hostile policies with many wildcards (matcher.ts). Built in n log
 * n steps.
 */
import type { Trie } from '../program/program.ts'

/** Intervals up to this size are scanned. */
const FEW = 16

/** The index of one text at a time. Buffers are allocated on first use and reused. */
export class SuffixIndex {
  /** The interval found by `narrow`, without `high`. */
  low = 0
  high = 0
  length = 0

  #text = new Uint8Array()
  /** The start of each suffix, in sorted order. */
  #starts = new Uint32Array()
  /** The rank of each suffix; during sorting, its class. */
  #ranks = new Uint32Array()
  #others = new Uint32Array()
  #counts = new Uint32Array()
  /**
   * The same starts in blocks of 2^k suffixes, each block sorted by position: one array for each k
   * from 1.
   */
  #levels: Uint32Array[] = []

  /** Indexes the first `length` bytes, mapped by `letters`. Does nothing if they are unchanged. */
  build(bytes: Uint8Array, length: number, letters: Uint8Array): void {
    this.#reserve(length)
    let isSame = length === this.length
    this.length = length
    for (let at = 0; at < length; at++) {
      const byte = letters[bytes[at]!]!
      if (this.#text[at] !== byte) isSame = false
      this.#text[at] = byte
    }
    if (isSame) return
    this.#sort()
    this.#sortBlocks()
  }

  start(rank: number): number {
    return this.#starts[rank]!
  }

  #byteAt(rank: number, depth: number): number {
    const at = this.#starts[rank]! + depth
    return at < this.length ? this.#text[at]! : -1
  }

  /**
   * Narrows suffixes that share `depth` bytes to those that continue with `byte`; false if none
   * does.
   */
  narrow(low: number, high: number, depth: number, byte: number): boolean {
    const first = this.#byteAt(low, depth)
    const last = this.#byteAt(high - 1, depth)
    if (first > byte || last < byte) return false
    this.low = first === byte ? low : this.#lowerBound(low, high, depth, byte)
    this.high = last === byte ? high : this.#lowerBound(this.low, high, depth, byte + 1)
    return this.low < this.high
  }

  #lowerBound(low: number, high: number, depth: number, byte: number): number {
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#byteAt(middle, depth) < byte) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The first position, from `from` on, at which a suffix of the interval begins; -1 for none. */
  firstFrom(low: number, high: number, from: number): number {
    let best = this.length + 1
    if (high - low <= FEW) {
      for (let rank = low; rank < high; rank++) {
        const start = this.#starts[rank]!
        if (start >= from && start < best) best = start
      }
      return best > this.length ? -1 : best
    }
    for (let level = 0; low < high; level++, low >>= 1, high >>= 1) {
      if ((low & 1) === 1) best = Math.min(best, this.#firstOfBlock(level, low++, from))
      if ((high & 1) === 1) best = Math.min(best, this.#firstOfBlock(level, --high, from))
    }
    return best > this.length ? -1 : best
  }

  #firstOfBlock(level: number, block: number, from: number): number {
    const places = level === 0 ? this.#starts : this.#levels[level]!
    let low = block << level
    const end = low + (1 << level)
    let high = end
    if (places[low]! >= from) return places[low]!
    while (low < high) {
      const middle = (low + high) >> 1
      if (places[middle]! < from) low = middle + 1
      else high = middle
    }
    return low < end ? places[low]! : this.length + 1
  }

  #reserve(length: number): void {
    if (this.#text.length >= length) return
    const size = Math.max(1024, 2 ** Math.ceil(Math.log2(length)))
    this.#text = new Uint8Array(size)
    this.#starts = new Uint32Array(size)
    this.#ranks = new Uint32Array(size)
    this.#others = new Uint32Array(size)
    this.#counts = new Uint32Array(Math.max(size, 256) + 1)
    this.#levels = []
    for (let level = 0; 1 << level <= size; level++)
      this.#levels.push(new Uint32Array(level === 0 ? 0 : size))
  }

  /**
   * Sorts suffixes by prefix doubling: by the first byte, then by twice as many bytes each time.
   */
  #sort(): void {
    const { length } = this
    const starts = this.#starts
    let ranks = this.#ranks
    let others = this.#others
    for (let at = 0; at < length; at++) {
      ranks[at] = this.#text[at]!
      others[at] = at
    }
    this.#countingSort(others, ranks, 256)
    let classes = 0
    for (let i = 0; i < length; i++) {
      const isNew = i === 0 || this.#text[starts[i]!] !== this.#text[starts[i - 1]!]
      if (isNew) classes++
      ranks[starts[i]!] = classes - 1
    }
    for (let width = 1; classes < length; width *= 2) {
      // By the second half first: suffixes without one, then the others in the known order.
      let next = 0
      for (let at = length - width; at < length; at++) others[next++] = at
      for (let i = 0; i < length; i++) if (starts[i]! >= width) others[next++] = starts[i]! - width
      this.#countingSort(others, ranks, classes)
      classes = 0
      for (let i = 0; i < length; i++) {
        if (i === 0 || differ(ranks, starts[i - 1]!, starts[i]!, width, length)) classes++
        others[starts[i]!] = classes - 1
      }
      ;[ranks, others] = [others, ranks]
    }
    this.#ranks = ranks
    this.#others = others
  }

  /** Writes `order` to `starts`, sorted by class. Stable. */
  #countingSort(order: Uint32Array, classOf: Uint32Array, classes: number): void {
    const { length } = this
    const counts = this.#counts.fill(0, 0, classes + 1)
    for (let at = 0; at < length; at++) counts[classOf[at]! + 1]!++
    for (let i = 1; i < classes; i++) counts[i]! += counts[i - 1]!
    for (let i = 0; i < length; i++) this.#starts[counts[classOf[order[i]!]!]!++] = order[i]!
  }

  #sortBlocks(): void {
    const { length } = this
    for (let level = 1; 1 << level <= length; level++) {
      const places = this.#levels[level]!
      const filled = this.#counts.fill(0, 0, (length >> level) + 1)
      // Inserting positions in order sorts every block.
      for (let at = 0; at < length; at++) {
        const block = this.#ranks[at]! >> level
        places[(block << level) + filled[block]!++] = at
      }
    }
  }
}

/**
 * Whether the suffixes at `a` and `b` differ within twice `width` bytes. `ranks` orders them by
 * `width`.
 */
function differ(ranks: Uint32Array, a: number, b: number, width: number, length: number): boolean {
  if (ranks[a] !== ranks[b]) return true
  const restOfA = a + width < length ? ranks[a + width] : -1
  const restOfB = b + width < length ? ranks[b + width] : -1
  return restOfA !== restOfB
}

type Arrive = (node: number, at: number) => void

/**
 * Walks the trie after a `*`, from `from` on. Reports each node at its first occurrence and at the
 * end.
 */
export function searchIndexed(
  trie: Trie,
  index: SuffixIndex,
  star: number,
  from: number,
  arrive: Arrive,
): void {
  if (index.length === 0) return
  const { childStart, childCount, firstByte, labelStart, labels, entryStart, star: stars } = trie
  // A stack with four numbers per entry: node, interval of suffixes, bytes read.
  const pending = [trie.starNode[star]!, 0, index.length, 0]
  while (pending.length > 0) {
    const depth = pending.pop()!
    const high = pending.pop()!
    const low = pending.pop()!
    const node = pending.pop()!
    if (entryStart[node] !== entryStart[node + 1] || stars[node] !== 0) {
      const first = index.firstFrom(low, high, from)
      // A continuation begins where its prefix begins.
      if (first < 0) continue
      arrive(node, first + depth)
      const end = index.length - depth
      // The first suffix of an interval is its shortest.
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
