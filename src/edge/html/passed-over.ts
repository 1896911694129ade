/**
 * Markup that is not a tag → where it ends: comments, declarations, CDATA sections and processing instructions.
 */
import { lowerCaseOf } from './ascii.ts'
import { DATA, NEXT } from './tokenizer.ts'

/** What is passed over, to be read piece by piece. */
export interface PassedOver {
  /** The index behind it, looked for from an index on; -1 where more bytes are needed. */
  end(bytes: Uint8Array, from: number): number
  /** After -1: the index from which bytes must be given again. */
  readonly settled: number
}

/** A comment or declaration, by the state of the tokenizer in which it begins. */
export class Comment implements PassedOver {
  #state: number
  settled = 0

  constructor(state: number) {
    this.#state = state
  }

  end(bytes: Uint8Array, from: number): number {
    let state = this.#state
    let i = from
    while (i < bytes.length && state !== DATA) state = NEXT[state * 256 + bytes[i++]!]!
    this.#state = state
    this.settled = bytes.length
    return state === DATA ? i : -1
  }
}

/** What ends with certain characters, given in lower case. */
export class Section implements PassedOver {
  readonly #end: string
  settled = 0

  constructor(end: string) {
    this.#end = end
  }

  end(bytes: Uint8Array, from: number): number {
    const first = this.#end.charCodeAt(0)
    this.settled = bytes.length
    for (let i = bytes.indexOf(first, from); i >= 0; i = bytes.indexOf(first, i + 1)) {
      const found = lowerCaseOf(bytes, i, i + this.#end.length)
      if (found === this.#end) return i + found.length
      if (found.length === this.#end.length || !this.#end.startsWith(found)) continue
      this.settled = i
      return -1
    }
    return -1
  }
}

/** All that follows. */
export class Rest implements PassedOver {
  settled = 0

  end(bytes: Uint8Array): number {
    this.settled = bytes.length
    return -1
  }
}
