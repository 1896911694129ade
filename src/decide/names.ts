/**
 * Finds names as whole tokens in a User-Agent header (I1), and the known crawler that it names (I3,
 * I5).
 */
import type { KnownCrawler, Recognition, Trie } from '../program/program.ts'
import type { Category } from '../words/decision-words.ts'
import type { HeaderText } from '../words/header-text.ts'
import {
  isNamedAsProduct,
  isWordCode,
  MARKS,
  matchesUserAgent,
  ODD_NAME,
} from '../words/name-token.ts'

const ROOT = 1
const ASCII = 128

export class NameFinder {
  readonly #trie: Trie
  /** The root's child by first character; 0 for none. */
  readonly #first = new Uint32Array(ASCII)
  readonly #product: number
  readonly #outside: number
  readonly #header: number
  /** By character: 1 if a name that must be a product begins with it. */
  readonly #beginsProduct = new Uint8Array(ASCII)
  readonly #odd: readonly (readonly [name: string, number: number])[]
  readonly #isEmpty: boolean

  /** `names`: the names of the trie's entries. */
  constructor(trie: Trie, names: readonly string[] = []) {
    this.#trie = trie
    this.#odd = names
      .map((name, number) => [name, number] as const)
      .filter(([name]) => ODD_NAME.test(name))
    this.#isEmpty = this.#odd.length === 0 && (trie.childCount[ROOT] ?? 0) === 0
    for (const child of childrenOf(trie, ROOT)) this.#first[trie.firstByte[child]!] = child
    const marked = (mark: string) => this.#first[mark.charCodeAt(0)]!
    this.#product = marked(MARKS.product)
    this.#outside = marked(MARKS.productOutsideBrowsers)
    this.#header = marked(MARKS.header)
    for (const mark of [this.#product, this.#outside])
      for (const code of nextCodes(trie, mark)) this.#beginsProduct[code] = 1
  }

  /** The numbers of the names found, each once, unsorted. */
  find(header: HeaderText): readonly number[] {
    if (this.#isEmpty) return NOTHING
    const { codes, length, starts, startCount } = header
    const firsts = this.#first
    const found: number[] = []
    for (let i = 0; i < startCount; i++) {
      const at = starts[i]!
      const code = codes[at]!
      if (code >= ASCII) continue
      const first = firsts[code]!
      if (first !== 0) this.#descend(first, header, at, found)
      if (this.#beginsProduct[code] !== 0 && isProductStart(codes, at))
        this.#findProducts(header, at, found)
    }
    if (this.#header !== 0) {
      const before = found.length
      if (this.#descend(this.#header, header, -1, found) !== length) found.length = before
    }
    for (const [name, number] of this.#odd)
      if (matchesUserAgent(name, header.toString())) note(found, number)
    return found
  }

  /**
   * Finds names that count only as the first product (`ms-office` is not `ms`), or as a whole
   * product outside browsers' headers. Removes those that do not count.
   */
  #findProducts(header: HeaderText, at: number, found: number[]): void {
    const { codes, length } = header
    let before = found.length
    if (this.#product !== 0) {
      const end = this.#descend(this.#product, header, at - 1, found)
      if (end < length && codes[end] === HYPHEN) found.length = before
    }
    if (this.#outside === 0) return
    before = found.length
    const end = this.#descend(this.#outside, header, at - 1, found)
    if (found.length === before) return
    if (!isProductEnd(header, end) || header.isBrowsers()) found.length = before
  }

  /** Takes every name from `at` on that ends at a word boundary; returns where the longest ends. */
  #descend(first: number, { codes, length }: HeaderText, at: number, found: number[]): number {
    const { childStart, childCount, firstByte, labelStart, labels, entryStart, entries } =
      this.#trie
    let end = at
    for (let node = first; ; ) {
      at++
      for (let from = labelStart[node]!; from < labelStart[node + 1]!; from++, at++) {
        if (at >= length || codes[at] !== labels[from]) return end
      }
      if (at >= length || !isWordCode(codes[at]!)) {
        for (let i = entryStart[node]!; i < entryStart[node + 1]!; i++) {
          note(found, entries[i]! >>> 1)
          end = at
        }
      }
      if (at >= length) return end
      const code = codes[at]!
      let child = childStart[node]!
      const last = child + childCount[node]!
      // Bisects many children: the node of a mark has one for each first letter.
      for (let count = last - child; count > 4; ) {
        const half = count >> 1
        if (firstByte[child + half]! <= code) child += half
        count -= half
      }
      while (child < last && firstByte[child]! < code) child++
      if (child === last || firstByte[child] !== code) return end
      node = child
    }
  }
}

const NOTHING: readonly number[] = []

function childrenOf(trie: Trie, node: number): readonly number[] {
  return Array.from({ length: trie.childCount[node] ?? 0 }, (_, i) => trie.childStart[node]! + i)
}

/** The second characters of a node's edge; none without a node. */
function nextCodes(trie: Trie, node: number): readonly number[] {
  const label = trie.labelStart[node]!
  if (label < trie.labelStart[node + 1]!) return [trie.labels[label]!]
  return childrenOf(trie, node).map((child) => trie.firstByte[child]!)
}

function note(found: number[], number: number): void {
  if (!found.includes(number)) found.push(number)
}

/** Whether a product may begin here: at the start, or after `compatible;`. */
function isProductStart(codes: Uint16Array, at: number): boolean {
  let before = at - 1
  while (before >= 0 && codes[before] === SPACE) before--
  if (before < 0) return true
  if (codes[before] !== SEMICOLON || before < COMPATIBLE.length) return false
  for (let i = 0; i < COMPATIBLE.length; i++) {
    if (codes[before - COMPATIBLE.length + i] !== COMPATIBLE.charCodeAt(i)) return false
  }
  return true
}

/** Whether a product ends here: before its version, at a delimiter, or at the end. */
function isProductEnd({ codes, length }: HeaderText, at: number): boolean {
  if (at < length && codes[at] === SLASH) return true
  let next = at
  while (next < length && codes[next] === SPACE) next++
  return next >= length || DELIMITERS.includes(String.fromCharCode(codes[next]!))
}

const SPACE = 0x20
const HYPHEN = 0x2d
const SLASH = 0x2f
const SEMICOLON = 0x3b
const COMPATIBLE = 'compatible'
const DELIMITERS = '();,+\n'

/** Agents of these categories are readers unless the policy names them (I5). */
export const READER_CATEGORIES: ReadonlySet<Category> = new Set(['preview', 'feed', 'monitor'])

export class KnownNames {
  readonly #registry: Recognition
  readonly #finder: NameFinder
  /** By crawler: 1 if its name counts anywhere in a browser's header; null if all do. */
  readonly #anywhere: Uint8Array | null

  constructor(registry: Recognition) {
    this.#registry = registry
    this.#finder = new NameFinder(registry.trie)
    this.#anywhere = flags(registry)
  }

  at(number: number): KnownCrawler {
    return this.#registry.crawlers.at(number)!
  }

  /**
   * The number of the crawler that a header names: by kind, then by length of its name; -1 for
   * none.
   */
  find(header: HeaderText): number {
    const found = this.#counting(header)
    if (found.length < 2) return found[0] ?? -1
    const order = (a: KnownCrawler, b: KnownCrawler) =>
      rank(a) - rank(b) || b.name.length - a.name.length
    return [...found].sort((a, b) => order(this.at(a), this.at(b)))[0]!
  }

  /**
   * In a browser's header, only these names count: readers' agents, names in product position, and
   * names that the crawler's own samples show elsewhere (I5).
   */
  #counting(header: HeaderText): readonly number[] {
    const found = this.#finder.find(header)
    const anywhere = this.#anywhere
    if (anywhere === null || found.every((number) => anywhere[number] === 1)) return found
    if (!header.isBrowsers()) return found
    const text = header.toString()
    return found.filter((number) => {
      if (anywhere[number] === 1) return true
      const { name, category } = this.at(number)
      return READER_CATEGORIES.has(category) || isNamedAsProduct(name, text)
    })
  }

  hasAddressIn(header: HeaderText): boolean {
    return header.hasAddressBelow(this.#registry.addresses ?? [])
  }
}

function flags({ crawlers, anywhere }: Recognition): Uint8Array | null {
  if (anywhere === undefined) return null
  const all = new Uint8Array(crawlers.length)
  for (const number of anywhere) all[number] = 1
  return all
}

/** Crawlers first, then readers' agents. Libraries come last, because any client may use one. */
function rank({ category }: KnownCrawler): number {
  return category === 'library' ? 2 : READER_CATEGORIES.has(category) ? 1 : 0
}
