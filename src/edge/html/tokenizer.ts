/**
 * The HTML standard's tokenizer inside tags and comments, as a table of characters (13.2.5); the
 * end of raw text (13.2.5.2 to 13.2.5.31); and the doctype of XML.
 */
export const DATA = 0
export const COMMENT_START = 1
const COMMENT_START_DASH = 2
const COMMENT = 3
const COMMENT_DASH = 4
const COMMENT_END = 5
const COMMENT_BANG = 6
export const DECLARATION = 7
const BEFORE_ATTRIBUTE = 8
const ATTRIBUTE = 9
const AFTER_ATTRIBUTE = 10
const BEFORE_VALUE = 11
const DOUBLE_QUOTED = 12
const SINGLE_QUOTED = 13
const UNQUOTED = 14
export const TAG_NAME = 15
export const SLASH = 16
export const CDATA = 17
const CDATA_BRACKET = 18
const CDATA_END = 19
export const INSTRUCTION = 20
const INSTRUCTION_END = 21
export const REST = 22

const SPACE = '\t\n\f\r '

/** State, default next state, then [characters, next state]. */
const TOKENIZER: readonly (readonly [number, number, ...(readonly [string, number])[]])[] = [
  [COMMENT_START, COMMENT, ['-', COMMENT_START_DASH], ['>', DATA]],
  [COMMENT_START_DASH, COMMENT, ['-', COMMENT_END], ['>', DATA]],
  [COMMENT, COMMENT, ['-', COMMENT_DASH]],
  [COMMENT_DASH, COMMENT, ['-', COMMENT_END]],
  [COMMENT_END, COMMENT, ['-', COMMENT_END], ['>', DATA], ['!', COMMENT_BANG]],
  [COMMENT_BANG, COMMENT, ['-', COMMENT_DASH], ['>', DATA]],
  [DECLARATION, DECLARATION, ['>', DATA]],
  [BEFORE_ATTRIBUTE, ATTRIBUTE, [SPACE, BEFORE_ATTRIBUTE], ['/', SLASH], ['>', DATA]],
  [ATTRIBUTE, ATTRIBUTE, [SPACE, AFTER_ATTRIBUTE], ['/', SLASH], ['=', BEFORE_VALUE], ['>', DATA]],
  [
    AFTER_ATTRIBUTE,
    ATTRIBUTE,
    [SPACE, AFTER_ATTRIBUTE],
    ['/', SLASH],
    ['=', BEFORE_VALUE],
    ['>', DATA],
  ],
  [
    BEFORE_VALUE,
    UNQUOTED,
    [SPACE, BEFORE_VALUE],
    ['"', DOUBLE_QUOTED],
    ["'", SINGLE_QUOTED],
    ['>', DATA],
  ],
  [DOUBLE_QUOTED, DOUBLE_QUOTED, ['"', BEFORE_ATTRIBUTE]],
  [SINGLE_QUOTED, SINGLE_QUOTED, ["'", BEFORE_ATTRIBUTE]],
  [UNQUOTED, UNQUOTED, [SPACE, BEFORE_ATTRIBUTE], ['>', DATA]],
  [TAG_NAME, TAG_NAME, [SPACE, BEFORE_ATTRIBUTE], ['/', SLASH], ['>', DATA]],
  [SLASH, ATTRIBUTE, [SPACE, BEFORE_ATTRIBUTE], ['/', SLASH], ['>', DATA]],
  [CDATA, CDATA, [']', CDATA_BRACKET]],
  [CDATA_BRACKET, CDATA, [']', CDATA_END]],
  [CDATA_END, CDATA, [']', CDATA_END], ['>', DATA]],
  [INSTRUCTION, INSTRUCTION, ['?', INSTRUCTION_END]],
  [INSTRUCTION_END, INSTRUCTION, ['?', INSTRUCTION_END], ['>', DATA]],
  [REST, REST],
]

/** The next state, at `state * 256 + character`. Characters above 255 act like 255. */
export const NEXT: Uint8Array = (() => {
  const table = new Uint8Array(TOKENIZER.length * 256 + 256)
  for (const [state, otherwise, ...exceptions] of TOKENIZER) {
    table.fill(otherwise, state * 256, state * 256 + 256)
    for (const [characters, next] of exceptions)
      for (const c of characters) table[state * 256 + c.charCodeAt(0)] = next
  }
  return table
})()

/** The index after a tag, read from the end of its name; -1 if it is incomplete. */
export function tagEnd(text: string, nameEnd: number): number {
  let state = BEFORE_ATTRIBUTE
  let i = nameEnd
  for (; i < text.length && state !== DATA; i++)
    state = NEXT[state * 256 + Math.min(text.charCodeAt(i), 255)]!
  return state === DATA ? i : -1
}

export const TEXT: ReadonlySet<string> = new Set(
  'script style xmp iframe noembed noframes title textarea noscript'.split(' '),
)

const END_TAG =
  /<\/(?:script|style|xmp|iframe|noembed|noframes|title|textarea|noscript)(?=[\t\n\f\r />])/gi
const END_TAG_OR_MARKUP =
  /<(?:\/(?:script|style|xmp|iframe|noembed|noframes|title|textarea|noscript)(?=[\t\n\f\r />]))?/gi

/** In a script: outside a comment, in one, and in a script within that. */
const PLAIN = 0
const ESCAPED = 1
const DOUBLE_ESCAPED = 2
const IN_SCRIPT = [
  /<!--|<\/script(?=[\t\n\f\r />])/gi,
  /-->|<\/?script(?=[\t\n\f\r />])/gi,
  /-->|<\/script(?=[\t\n\f\r />])/gi,
]

export class TextContent {
  readonly #endTag: string
  /** Whether some clients read this content as markup: then only text without `<` is certain. */
  readonly #isUnclear: boolean
  #state = PLAIN
  /** After `end` returned -1: the index from which text must be repeated. */
  settled = 0
  /**
   * After `end` returned an index: whether the end tag begins there, rather than possible markup.
   */
  isClosed = false

  constructor(name: string, isUnclear: boolean) {
    this.#endTag = `</${name}`
    this.#isUnclear = isUnclear
  }

  /** The index after the raw text, searched from an index on; -1 if more text is needed. */
  end(text: string, from: number): number {
    let at = from
    for (;;) {
      const inside = this.#endTag === '</script' ? IN_SCRIPT[this.#state]! : END_TAG
      const pattern = this.#isUnclear ? END_TAG_OR_MARKUP : inside
      pattern.lastIndex = at
      const found = pattern.exec(text)
      if (found === null) return this.#needsMore(text, at)
      const { index } = found
      const mark = found[0].toLowerCase()
      const isCloser = mark === this.#endTag
      if (this.#isUnclear || (isCloser && this.#state !== DOUBLE_ESCAPED)) {
        const mayClose = this.#endTag.startsWith(
          text.slice(index, index + this.#endTag.length + 1).toLowerCase(),
        )
        if (mayClose) return this.#needsMore(text, index)
        this.isClosed = isCloser
        return index
      }
      if (mark === '-->') this.#state = PLAIN
      else this.#state = mark === '<script' ? DOUBLE_ESCAPED : ESCAPED
      // The opening dashes of a comment may also close it.
      at = index + (mark === '<!--' ? 2 : mark.length)
    }
  }

  #needsMore(text: string, from: number): number {
    const tail = Math.max(from, text.length - this.#endTag.length)
    const cut = text.slice(tail).search(/[<-]/)
    this.settled = cut < 0 ? text.length : tail + cut
    return -1
  }
}

/** What may contain the `>` of a declaration. */
const HIDING = /"[^"]*"|'[^']*'|<!--(?:(?!-->)[\s\S])*-->|<\?(?:(?!\?>)[\s\S])*\?>/g
/** The document type declaration of XML with its internal subset (XML 1.0, 2.8). */
const XML_DOCTYPE = new RegExp(
  `<!doctype(?:${HIDING.source}|\\[(?:${HIDING.source}|(?!<!--|<\\?)[^\\]"'])*\\]|(?!<!--|<\\?)[^>["'])*>`,
  'iy',
)

/**
 * The end of the declaration at an index, and whether it declares entities or attributes; null:
 * more text is needed.
 */
export function xmlDoctype(
  text: string,
  at: number,
): { readonly end: number; readonly declares: boolean } | null {
  XML_DOCTYPE.lastIndex = at
  const [doctype] = XML_DOCTYPE.exec(text) ?? []
  if (doctype === undefined) return null
  return {
    end: at + doctype.length,
    declares: /<!(?:ENTITY|ATTLIST)/.test(doctype.replace(HIDING, '')),
  }
}
