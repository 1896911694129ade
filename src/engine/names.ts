/**
 * A name trie + the searched text of a User-Agent header → the names that stand in it as whole tokens (I1).
 */
import type { Trie } from '../bundle/program.ts'
import { AS_HEADER, AS_PRODUCT, AS_PRODUCT_OUTSIDE_BROWSERS, isWordCode } from '../grammar/name-token.ts'

const ROOT = 1

/** Finds the names of one trie. */
export class NameFinder {
  readonly #trie: Trie
  /** The child of the root by its first character; 0 where there is none. */
  readonly #first = new Uint32Array(128)
  readonly #product: number
  readonly #outside: number
  readonly #header: number

  constructor(trie: Trie) {
    this.#trie = trie
    if (trie.childCount.length > ROOT) {
      for (let i = 0; i < trie.childCount[ROOT]!; i++) {
        const child = trie.childStart[ROOT]! + i
        this.#first[trie.firstByte[child]!] = child
      }
    }
    const marked = (mark: string) => this.#first[mark.charCodeAt(0)]!
    this.#product = marked(AS_PRODUCT)
    this.#outside = marked(AS_PRODUCT_OUTSIDE_BROWSERS)
    this.#header = marked(AS_HEADER)
  }

  /**
   * Numbers of the names found, each once, in no order. `text` is in lower case, without what I1 leaves out; `isBrowsers` says
   * whether the header is a browser's, and is asked where that counts alone.
   */
  find(text: string, isBrowsers: () => boolean): number[] {
    const found: number[] = []
    const hasProducts = (this.#product | this.#outside) !== 0
    let isStart = true
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (isStart) {
        if (code < 128 && code > 0x1f && this.#first[code] !== 0) this.#descend(this.#first[code]!, text, at, found)
        if (hasProducts && isProductStart(text, at)) this.#findProduct(text, at, isBrowsers, found)
      }
      isStart = !isWordCode(code)
    }
    if (this.#header !== 0) this.#findHeader(text, found)
    return found
  }

  #findHeader(text: string, found: number[]): void {
    const alone: number[] = []
    if (this.#descend(this.#header, text, -1, alone) === text.length) for (const each of alone) note(found, each)
  }

  #findProduct(text: string, at: number, isBrowsers: () => boolean, found: number[]): void {
    if (this.#product !== 0) this.#descend(this.#product, text, at - 1, found)
    if (this.#outside === 0) return
    const shared: number[] = []
    const end = this.#descend(this.#outside, text, at - 1, shared)
    if (shared.length > 0 && isProductEnd(text, end) && !isBrowsers()) for (const each of shared) note(found, each)
  }

  /**
   * Follows the text from `at`, which `first` stands for, and takes every name after which no word character stands.
   * Returns where the longest of them ends.
   */
  #descend(first: number, text: string, at: number, found: number[]): number {
    const { childStart, childCount, firstByte, labelStart, labels, entryStart, entries } = this.#trie
    let end = at
    for (let node = first; ; ) {
      at++
      for (let from = labelStart[node]!; from < labelStart[node + 1]!; from++, at++) {
        if (text.charCodeAt(at) !== labels[from]) return end
      }
      if (at >= text.length || !isWordCode(text.charCodeAt(at))) {
        for (let i = entryStart[node]!; i < entryStart[node + 1]!; i++) {
          note(found, entries[i]! >>> 1)
          end = at
        }
      }
      if (at >= text.length) return end
      const code = text.charCodeAt(at)
      const last = childStart[node]! + childCount[node]!
      let child = childStart[node]!
      while (child < last && firstByte[child] !== code) child++
      if (child === last) return end
      node = child
    }
  }
}

function note(found: number[], number: number): void {
  if (!found.includes(number)) found.push(number)
}

/** Whether a product may begin here: at the beginning of the header, or after `compatible;`. */
function isProductStart(text: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && text.charCodeAt(before) === SPACE) before--
  if (before < 0) return true
  return text.charCodeAt(before) === SEMICOLON && text.startsWith(COMPATIBLE, before - COMPATIBLE.length)
}

/** Whether a whole product ends here: before its version, at a delimiter, or at the end. */
function isProductEnd(text: string, at: number): boolean {
  if (text.charCodeAt(at) === SLASH) return true
  let next = at
  while (text.charCodeAt(next) === SPACE) next++
  return next >= text.length || DELIMITERS.includes(text[next]!)
}

const SPACE = 0x20
const SLASH = 0x2f
const SEMICOLON = 0x3b
const COMPATIBLE = 'compatible'
const DELIMITERS = '();,+\n'
