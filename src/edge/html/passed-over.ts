/**
 * What is no tag → where it ends: comments, declarations, CDATA sections, instructions, the text of scripts and styles
 * (HTML standard 13.2.5.2 to 13.2.5.31). The standard's tokenizer inside of these and of tags is a table over octets.
 */
import { endsTagName, lowerCaseOf, textOf } from './attributes.ts'

export const DATA = 0
export const COMMENT_START = 1
const COMMENT_START_DASH = 2
const COMMENT = 3
const COMMENT_DASH = 4
const COMMENT_END = 5
const COMMENT_BANG = 6
export const DECLARATION = 7
export const BEFORE_ATTRIBUTE = 8
const ATTRIBUTE = 9
const AFTER_ATTRIBUTE = 10
const BEFORE_VALUE = 11
const DOUBLE_QUOTED = 12
const SINGLE_QUOTED = 13
const UNQUOTED = 14
export const TAG_NAME = 15
const OPENED = 16

const SPACE = '\t\n\f\r '
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** State, otherwise, [characters, state]. */
const TOKENIZER: readonly (readonly [number, number, ...(readonly [string, number])[]])[] = [
  [COMMENT_START, COMMENT, ['-', COMMENT_START_DASH], ['>', DATA]],
  [COMMENT_START_DASH, COMMENT, ['-', COMMENT_END], ['>', DATA]],
  [COMMENT, COMMENT, ['-', COMMENT_DASH]],
  [COMMENT_DASH, COMMENT, ['-', COMMENT_END]],
  [COMMENT_END, COMMENT, ['-', COMMENT_END], ['>', DATA], ['!', COMMENT_BANG]],
  [COMMENT_BANG, COMMENT, ['-', COMMENT_DASH], ['>', DATA]],
  [DECLARATION, DECLARATION, ['>', DATA]],
  [BEFORE_ATTRIBUTE, ATTRIBUTE, [`${SPACE}/`, BEFORE_ATTRIBUTE], ['>', DATA]],
  [ATTRIBUTE, ATTRIBUTE, [SPACE, AFTER_ATTRIBUTE], ['/', BEFORE_ATTRIBUTE], ['=', BEFORE_VALUE], ['>', DATA]],
  [AFTER_ATTRIBUTE, ATTRIBUTE, [SPACE, AFTER_ATTRIBUTE], ['/', BEFORE_ATTRIBUTE], ['=', BEFORE_VALUE], ['>', DATA]],
  [BEFORE_VALUE, UNQUOTED, [SPACE, BEFORE_VALUE], ['"', DOUBLE_QUOTED], ["'", SINGLE_QUOTED], ['>', DATA]],
  [DOUBLE_QUOTED, DOUBLE_QUOTED, ['"', BEFORE_ATTRIBUTE]],
  [SINGLE_QUOTED, SINGLE_QUOTED, ["'", BEFORE_ATTRIBUTE]],
  [UNQUOTED, UNQUOTED, [SPACE, BEFORE_ATTRIBUTE], ['>', DATA]],
  [TAG_NAME, TAG_NAME, [`${SPACE}/`, BEFORE_ATTRIBUTE], ['>', DATA]],
  [OPENED, DATA, [LETTERS, TAG_NAME], ['/<', OPENED]],
]

/** The state after an octet: at `state * 256 + octet`. */
export const NEXT: Uint8Array = (() => {
  const table = new Uint8Array(TOKENIZER.length * 256 + 256)
  for (const [state, otherwise, ...exceptions] of TOKENIZER) {
    table.fill(otherwise, state * 256, state * 256 + 256)
    for (const [characters, next] of exceptions) for (const c of characters) table[state * 256 + c.charCodeAt(0)] = next
  }
  return table
})()

export interface PassedOver {
  /** The index behind it, looked for from an index on; -1 where more bytes are needed. */
  end(bytes: Uint8Array, from: number): number
  /** After -1: the index from which bytes must be given again. */
  readonly settled: number
}

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

/** The document type declaration of XML, with its internal subset (XML 1.0, 2.8). */
export class Doctype implements PassedOver {
  settled = 0
  /** Whether it declares entities or attributes: they can stand for META that the page does not show. */
  declares = false
  #isInSubset = false
  #section: EndedSection | null = null

  end(bytes: Uint8Array, from: number): number {
    let i = from
    while (i >= 0 && i < bytes.length) {
      if (this.#section !== null) i = this.#pass(bytes, i, this.#section)
      else if (bytes[i] === 0x3e && !this.#isInSubset) return i + 1
      else i = this.#token(bytes, i)
    }
    if (i >= 0) this.settled = i
    return -1
  }

  #pass(bytes: Uint8Array, from: number, section: EndedSection): number {
    const end = section.end(bytes, from)
    if (end < 0) this.settled = section.settled
    else this.#section = null
    return end
  }

  #token(bytes: Uint8Array, i: number): number {
    const byte = bytes[i]!
    if (byte === 0x5b || byte === 0x5d) this.#isInSubset = byte === 0x5b
    if (byte === 0x3c && bytes.length < i + LONGEST_OPENER) {
      this.settled = i
      return -1
    }
    if (byte !== 0x3c && byte !== 0x22 && byte !== 0x27) return i + 1
    const text = textOf(bytes, i, i + LONGEST_OPENER)
    this.declares ||= DECLARATIONS.test(text)
    const [opener = '', end = ''] = SECTIONS.find(([each]) => text.startsWith(each)) ?? []
    if (opener !== '') this.#section = new EndedSection(end)
    return i + Math.max(opener.length, 1)
  }
}

/** What may hold the characters of a declaration: how it begins and ends. */
const SECTIONS = [
  ['"', '"'],
  ["'", "'"],
  ['<!--', '-->'],
  ['<?', '?>'],
] as const
const DECLARATIONS = /^<!(?:ENTITY|ATTLIST)/
const LONGEST_OPENER = '<!ATTLIST'.length

export class Rest implements PassedOver {
  settled = 0

  end(bytes: Uint8Array): number {
    this.settled = bytes.length
    return -1
  }
}

const PLAIN = 0
const ESCAPED = 1
const DOUBLE_ESCAPED = 2

export class TextContent {
  readonly #name: string
  readonly #isScript: boolean
  /** Whether some read this content as markup: then only text without any `<` is sure to be passed over. */
  readonly #isUnclear: boolean
  #state = PLAIN
  #dashes = 0
  /** After `end` gave -1: the index from which bytes must be given again. */
  settled = 0
  /** After `end` gave an index: whether the end tag begins there, and not what some read as markup. */
  isClosed = false

  constructor(name: string, isUnclear: boolean) {
    this.#name = name
    this.#isScript = name === 'script'
    this.#isUnclear = isUnclear
  }

  end(bytes: Uint8Array, from: number): number {
    let i = from
    while (i < bytes.length) {
      if (this.#state === PLAIN) i = bytes.indexOf(0x3c, i)
      if (i < 0) break
      const step = bytes[i] === 0x3c ? this.#angle(bytes, i) : this.#escaped(bytes[i]!)
      if (step === 0) return i
      if (step < 0) {
        this.settled = i
        return -1
      }
      i += step
    }
    this.settled = bytes.length
    return -1
  }

  #escaped(byte: number): number {
    if (byte === 0x3e && this.#dashes >= 2) this.#state = PLAIN
    this.#dashes = byte === 0x2d ? this.#dashes + 1 : 0
    return 1
  }

  /** How many bytes of text go on at a `<`: 0 where the text ends, -1 where more bytes are needed. */
  #angle(bytes: Uint8Array, i: number): number {
    this.#dashes = 0
    const closer = `</${this.#name}`
    const found = lowerCaseOf(bytes, i, i + closer.length + 1)
    const isCut = found.length <= closer.length
    if (isCut && (closer.startsWith(found) || (this.#isScript && isOpener(found)))) return -1
    const closes = found.startsWith(closer) && endsTagName(found.charCodeAt(closer.length))
    if (this.#isUnclear || (closes && this.#state !== DOUBLE_ESCAPED)) {
      this.isClosed = closes
      return 0
    }
    return this.#isScript ? this.#inScript(found, closes) : 1
  }

  #inScript(found: string, closes: boolean): number {
    if (this.#state === PLAIN && found.startsWith('<!--')) {
      this.#state = ESCAPED
      this.#dashes = 2
      return 4
    }
    if (this.#state === DOUBLE_ESCAPED && closes) {
      this.#state = ESCAPED
      return 8
    }
    if (this.#state === ESCAPED && found.startsWith('<script') && endsTagName(found.charCodeAt(7))) {
      this.#state = DOUBLE_ESCAPED
      return 7
    }
    return 1
  }
}

function isOpener(found: string): boolean {
  return '<!--'.startsWith(found) || '<script'.startsWith(found)
}
