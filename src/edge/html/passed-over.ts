/**
 * Markup that is not a tag → where it ends: comments, declarations, CDATA sections and processing instructions.
 */
import { lowerCaseOf, textOf } from './ascii.ts'
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
export class EndedSection implements PassedOver {
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

/** The document type declaration of XML, with its internal subset (XML 1.0, 2.8). Its bytes come again until it ends. */
export class Doctype implements PassedOver {
  settled = 0
  /** Whether it declares entities or attributes: they can stand for META that the page does not show. */
  declares = false

  end(bytes: Uint8Array, from: number): number {
    this.settled = from
    const [whole, subset = ''] = DOCTYPE.exec(textOf(bytes, from, bytes.length)) ?? []
    this.declares = /<!(?:ENTITY|ATTLIST)/.test(subset)
    return whole === undefined ? -1 : from + whole.length
  }
}

const QUOTED = `"[^"]*"|'[^']*'`
const SUBSET = String.raw`(?:[^\]"'<]|${QUOTED}|<!--.*?-->|<\?.*?\?>|<(?!!--|\?))*`
const DOCTYPE = new RegExp(String.raw`^(?:[^"'[\]>]|${QUOTED})*(?:\[(${SUBSET})\]\s*)?>`, 's')

/** All that follows. */
export class Rest implements PassedOver {
  settled = 0

  end(bytes: Uint8Array): number {
    this.settled = bytes.length
    return -1
  }
}
