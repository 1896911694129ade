/**
 * Finds all patterns in a trie that match a target in the form of P2 (P1), without allocating.
 * Literals take one descent. After each `*`, every later position is tried against the trie of the
 * next literal; only the first arrival at a node matters. This is fastest for usual policies, but a
 * hostile one costs (bytes of the target) × (stars reached) × (longest literal after a star). So
 * the work for each target is limited. Beyond the limit the target is indexed, and the rest costs
 * no more than the text of the patterns (suffix-index.ts).
 */
import { NEVER, type Trie } from '../program/program.ts'
import { targetForm } from '../words/path-form.ts'
import { SuffixIndex, searchIndexed } from './suffix-index.ts'

/** Byte tables: unchanged for conventional patterns, lower case for all others (P3). */
export const AS_RECEIVED = Uint8Array.from({ length: 256 }, (_, byte) => byte)
export const ANY_CASE = AS_RECEIVED.map((byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte))

/** Shared by tries without entries of a kind: even an empty array takes time to create. */
const EMPTY = new Uint32Array()
const NO_BYTES = new Uint8Array()
const NO_TEXTS: readonly string[] = []
const NO_TARGETS: readonly Target[] = []

/** Numbers the targets read. */
let reads = 0

/** A request target as bytes in the form of P2, in a reused buffer. */
export class Target {
  /** The form of P2, `length` bytes, in the original letter case. */
  bytes = NO_BYTES
  length = 0
  /** Unique to the target read last. */
  revision = 0
  /** More targets whose fields are found together with this one's (P6). */
  joined: readonly Target[] = NO_TARGETS
  readonly #spare: Target[] = []

  /** Reads path and query; drops a fragment. */
  read(target: string, joined: readonly string[] = NO_TEXTS): void {
    while (this.#spare.length < joined.length) this.#spare.push(new Target())
    for (let i = 0; i < joined.length; i++) this.#spare[i]!.read(joined[i]!)
    this.joined = joined.length === 0 ? NO_TARGETS : this.#spare.slice(0, joined.length)
    this.revision = ++reads
    const form = targetForm(target)
    if (form.length > this.bytes.length) this.bytes = new Uint8Array(2 * form.length)
    const { bytes } = this
    for (let at = 0; at < form.length; at++) bytes[at] = form.charCodeAt(at)
    this.length = form.length
  }
}

const FEW = 6
const ALPHABET = 128

/** Tables for nodes with many children: per byte, the child's place from 1; 0 for none. */
function placesOf({ childCount, childStart, firstByte }: Trie, wide: Uint32Array): Uint8Array {
  const nodes: number[] = []
  for (let node = 0; node < childCount.length; node++) {
    if (childCount[node]! > FEW) wide[node] = nodes.push(node) - 1
  }
  const places = new Uint8Array(nodes.length * ALPHABET)
  nodes.forEach((node, number) => {
    for (let i = 0; i < childCount[node]!; i++)
      places[number * ALPHABET + firstByte[childStart[node]! + i]!] = i + 1
  })
  return places
}

/** Positions to try per byte of a target before it is indexed; a minimum for short ones. */
const ALLOWANCE = 32
const LEAST_ALLOWANCE = 4096

/** Matches against the tries of one pool. Results stay in `found` until the next `start`. */
export class Matcher {
  /** Numbers of the patterns found, `count` of them, each once per call of `collect`. */
  readonly found: Uint32Array
  count = 0

  readonly #trie: Trie
  /** For nodes with many children: their number, and per number the place of each byte. */
  readonly #wide: Uint32Array
  readonly #places: Uint8Array
  /** The call that last reached each node after a `*`. */
  readonly #reached: Uint32Array
  #call = 0
  /** The `*` nodes that were reached, and where. */
  readonly #stars: Uint32Array
  readonly #positions: Uint32Array
  #starCount = 0
  /** How many nodes after the current `*` are not yet reached. */
  #open = 0
  #letters: Uint8Array = AS_RECEIVED
  readonly #allowance: number
  /** The remaining limit of tried bytes for this target and byte table. */
  #left = 0
  #allowedLetters: Uint8Array = AS_RECEIVED
  #revision = -1
  #isIndexed = false
  #index: SuffixIndex | null = null
  /** Matchers for joined targets (P6), created on demand. */
  readonly #joined: Matcher[] = []

  /** `room`: space for more results. `allowance`: tried bytes per byte before indexing. */
  constructor(trie: Trie, room = 0, allowance: number = ALLOWANCE) {
    this.#trie = trie
    this.#allowance = allowance
    const stars = trie.starNode.length - 1
    const hasWide = trie.childCount.some((count) => count > FEW)
    this.found = new Uint32Array(trie.entries.length + room)
    this.#reached = stars === 0 ? EMPTY : new Uint32Array(trie.childCount.length)
    this.#wide = hasWide ? new Uint32Array(trie.childCount.length) : EMPTY
    this.#places = hasWide ? placesOf(trie, this.#wide) : NO_BYTES
    this.#stars = stars === 0 ? EMPTY : new Uint32Array(stars)
    this.#positions = stars === 0 ? EMPTY : new Uint32Array(stars)
  }

  add(number: number): void {
    this.found[this.count++] = number
  }

  start(): void {
    this.count = 0
  }

  /** Adds the matches of the trie at `root` (0: none). `letters` maps the target's bytes. */
  collect(root: number, target: Target, letters: Uint8Array): void {
    if (root === 0) return
    const { bytes, length, joined } = target
    const from = this.count
    this.#letters = letters
    this.#starCount = 0
    this.#call = (this.#call + 1) >>> 0
    this.#open = NEVER
    this.#descend(root, bytes, 0, length)
    if (this.#starCount > 0) this.#searchStars(target)
    for (let i = 0; i < joined.length; i++) this.#join(root, joined[i]!, i, letters, from)
  }

  /** Adds a joined target's matches that are new since `from`. It has its own limit. */
  #join(root: number, target: Target, place: number, letters: Uint8Array, from: number): void {
    this.#joined[place] ??= new Matcher(this.#trie, 0, this.#allowance)
    const other = this.#joined[place]!
    other.start()
    other.collect(root, target, letters)
    if (other.count === 0) return
    const known = new Set(this.found.subarray(from, this.count))
    for (let i = 0; i < other.count; i++) if (!known.has(other.found[i]!)) this.add(other.found[i]!)
  }

  #searchStars(target: Target): void {
    const { bytes, length } = target
    if (this.#revision !== target.revision || this.#allowedLetters !== this.#letters) {
      // Each target starts with the full limit, and without an index.
      this.#revision = target.revision
      this.#allowedLetters = this.#letters
      this.#left = this.#allowance === 0 ? 0 : Math.max(LEAST_ALLOWANCE, length * this.#allowance)
      this.#isIndexed = false
    }
    for (let i = 0; i < this.#starCount; i++) {
      const star = this.#stars[i]!
      const untried = this.#search(star, this.#positions[i]!, bytes, length)
      if (untried < 0) continue
      this.#index ??= new SuffixIndex()
      if (!this.#isIndexed) this.#index.build(bytes, length, this.#letters)
      this.#isIndexed = true
      this.#open = NEVER
      searchIndexed(this.#trie, this.#index, star, untried, (node, at) =>
        this.#arrive(node, at, length),
      )
    }
  }

  /** Tries all positions from `from` on; returns -1, or the first beyond the limit. */
  #search(star: number, from: number, bytes: Uint8Array, length: number): number {
    const { starNode, tail, lasts, exits, childCount, childStart, firstByte } = this.#trie
    const rest = tail[star]!
    const last = this.#letters[bytes[length - 1]!]!
    // Only anchored patterns follow, and none ends with the last byte.
    if (rest !== 0 && ((lasts[star * 4 + (last >> 5)]! >>> (last & 31)) & 1) === 0) return -1
    const start = rest === 0 ? from : Math.max(from, length - rest)
    this.#open = exits[star]!
    const node = starNode[star]!
    // One child, mostly `/`: other positions are skipped by one comparison.
    const only = childCount[node] === 1 ? firstByte[childStart[node]!]! : 0
    const isLetter = (only | 0x20) >= 0x61 && (only | 0x20) <= 0x7a
    const mark = isLetter ? 0 : only
    let left = this.#left
    let untried = -1
    for (let at = start; at < length; at++) {
      if (left <= 0) {
        untried = at
        break
      }
      left--
      if (mark !== 0 && bytes[at] !== mark) continue
      left -= this.#descend(node, bytes, at, length) - at
      if (this.#open === 0) break
    }
    this.#left = left
    return untried
  }

  /** Follows the bytes from `at` down from `node`; returns where they differ. */
  #descend(node: number, bytes: Uint8Array, at: number, length: number): number {
    const { childStart, childCount, firstByte, labelStart, labels, entryStart, star } = this.#trie
    const letters = this.#letters
    for (;;) {
      if (entryStart[node] !== entryStart[node + 1] || star[node] !== 0)
        this.#arrive(node, at, length)
      if (at === length) return at
      const byte = letters[bytes[at]!]!
      const count = childCount[node]!
      let child = childStart[node]!
      if (count > FEW) {
        const place = this.#places[this.#wide[node]! * ALPHABET + byte]!
        if (place === 0) return at
        child += place - 1
      } else {
        const end = child + count
        while (child < end && firstByte[child] !== byte) child++
        if (child === end) return at
      }
      at++
      for (let from = labelStart[child]!, to = labelStart[child + 1]!; from < to; from++, at++) {
        if (at === length || letters[bytes[at]!] !== labels[from]) return at
      }
      node = child
    }
  }

  /** Collects a node's entries and its `*`; after a star, only on the first arrival. */
  #arrive(node: number, at: number, length: number): void {
    const { entryStart, entries, star } = this.#trie
    const within = this.#reached.length !== 0
    const first = !within || this.#reached[node] !== this.#call
    let lasting = star[node] !== 0
    for (let i = entryStart[node]!; i < entryStart[node + 1]!; i++) {
      const entry = entries[i]!
      if ((entry & 1) === 0) {
        lasting = true
        if (first) this.found[this.count++] = entry >>> 1
      } else if (at === length) this.found[this.count++] = entry >>> 1
    }
    if (!first || !lasting) return
    if (within) this.#reached[node] = this.#call
    if (this.#open !== NEVER) this.#open--
    if (star[node] === 0) return
    this.#stars[this.#starCount] = star[node]!
    this.#positions[this.#starCount++] = at
  }
}
