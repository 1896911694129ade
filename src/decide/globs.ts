/**
 * Matches patterns that are not in tries: those of purposes and App-Directives, and 1996 globs
 * (X1).
 */
import { accepts, type GlobToken } from '../words/glob.ts'

/**
 * Whether `text` matches a pattern by P1: as a prefix, with `*` and a final `$`. Both must be in
 * the form of P2.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  let star = 0
  // Fast path: most pairs differ in the first characters.
  for (; star < pattern.length; star++) {
    const code = pattern.charCodeAt(star)
    if (code === STAR) break
    if (code === ANCHOR && star === pattern.length - 1) return text.length === star
    if (code !== text.charCodeAt(star)) return false
  }
  return star === pattern.length || matchesBehindStar(pattern, text, star)
}

const STAR = 0x2a
const ANCHOR = 0x24

function matchesBehindStar(pattern: string, text: string, star: number): boolean {
  const isAnchored = pattern.endsWith('$')
  const parts = pattern.slice(star + 1, isAnchored ? -1 : undefined).split('*')
  const last = isAnchored ? parts.pop()! : ''
  let at = star
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

const ALPHABET = 128

/**
 * Matches many globs in one pass. Each position in each glob is one bit, and a character moves 32
 * bits at a time, so it takes (length of the text) × (characters of all globs) / 32 steps.
 */
export class GlobSet {
  readonly #words: number
  /** Per character and word: the positions that accept the character. */
  readonly #takes: Uint32Array
  /** The positions before a run: they stay set. */
  readonly #stays: Uint32Array
  readonly #starts: Uint32Array
  /** Per glob: the position after its last token. */
  readonly #ends: Uint32Array
  readonly #places: Uint32Array

  constructor(globs: readonly (readonly GlobToken[])[], takes: typeof accepts = accepts) {
    const elements = globs.map((tokens) => tokens.filter(({ run }) => !run).length)
    const count = elements.reduce((sum, length) => sum + length + 1, 0)
    this.#words = Math.ceil(count / 32)
    this.#takes = new Uint32Array(ALPHABET * this.#words)
    this.#stays = new Uint32Array(this.#words)
    this.#starts = new Uint32Array(this.#words)
    this.#places = new Uint32Array(this.#words)
    this.#ends = new Uint32Array(globs.length)
    let place = 0
    globs.forEach((tokens, number) => {
      set(this.#starts, place)
      for (const token of tokens) {
        if (token.run) set(this.#stays, place)
        else this.#addElement(place++, (code) => takes(token, code))
      }
      this.#ends[number] = place++
    })
  }

  /** Calls `take` with the number of each glob that matches all of `text`. */
  match(text: string, take: (number: number) => void): void {
    const words = this.#words
    const [places, takes, stays] = [this.#places, this.#takes, this.#stays]
    places.set(this.#starts)
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      const row = code < ALPHABET ? code * words : -1
      let carry = 0
      let alive = 0
      for (let word = 0; word < words; word++) {
        const now = places[word]!
        if (now === 0 && carry === 0) continue
        const taken = row < 0 ? 0 : now & takes[row + word]!
        const next = (taken << 1) | carry | (now & stays[word]!)
        carry = taken >>> 31
        places[word] = next
        alive |= next
      }
      if (alive === 0) return
    }
    this.#ends.forEach((place, number) => {
      if (((places[place >>> 5]! >>> (place & 31)) & 1) === 1) take(number)
    })
  }

  #addElement(place: number, takes: (code: number) => boolean): void {
    for (let code = 0; code < ALPHABET; code++) {
      if (takes(code)) this.#takes[code * this.#words + (place >>> 5)]! |= 1 << (place & 31)
    }
  }
}

function set(bits: Uint32Array, place: number): void {
  bits[place >>> 5]! |= 1 << (place & 31)
}
