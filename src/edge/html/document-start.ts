/**
 * The first bytes of a body → whether it begins as an HTML document. Many servers send `text/html` for JSON, CSV, or parts
 * of a page: tags belong into none of these.
 *
 * A document begins, after a byte order mark, white space and comments, with a doctype, `<html`, `<head`, or an element
 * that only a head holds (HTML standard, metadata content). ASCII only: for encodings in which `<` is one byte.
 */
import { endsTagName, isLetter, isSpace, lowerCaseOf } from './ascii.ts'
import { COMMENT_START, DATA, NEXT } from './tokenizer.ts'

/** How many bytes are looked at. */
export const START_LIMIT = 4096

/** `unclear`: the bytes end before the first token does. */
export type DocumentStart = 'document' | 'other' | 'unclear'

/** Elements that stand in a head, or around one. */
export const OF_HEAD: ReadonlySet<string> = new Set(
  'html head meta link base basefont bgsound title style script noscript noframes template'.split(' '),
)

/** The elements that begin a document without a doctype. */
const FIRST_ELEMENTS: ReadonlySet<string> = new Set(['html', 'head', 'title', 'meta', 'link', 'base', 'style'])

const LONGEST_ELEMENT = 5
const DOCTYPE = '<!doctype'

/** Judges a beginning. `isWhole`: nothing comes after these bytes. */
export function documentStart(body: Uint8Array, isWhole: boolean): DocumentStart {
  const isAll = isWhole || body.length >= START_LIMIT
  const start = judge(body.subarray(0, START_LIMIT))
  return start === 'unclear' && isAll ? 'other' : start
}

function judge(bytes: Uint8Array): DocumentStart {
  let isXml = false
  let i = startsWithMark(bytes) ? 3 : 0
  for (;;) {
    while (i < bytes.length && isSpace(bytes[i]!)) i++
    const opener = lowerCaseOf(bytes, i, i + DOCTYPE.length)
    if (opener.length < 2) return opener === '' || opener === '<' || isCutMark(bytes) ? 'unclear' : 'other'
    if (opener[0] !== '<') return isCutMark(bytes) ? 'unclear' : 'other'
    if (opener === DOCTYPE) return isXml ? xmlDoctype(bytes, i + DOCTYPE.length) : 'document'
    if (opener.length < DOCTYPE.length && DOCTYPE.startsWith(opener)) return 'unclear'
    if (isLetter(opener.charCodeAt(1))) return element(bytes, i + 1)
    if (!isComment(opener)) return 'other'
    if (opener.length < 4 && '<!--'.startsWith(opener)) return 'unclear'
    isXml ||= opener.startsWith('<?xml')
    i = commentEnd(bytes, i, opener)
    if (i < 0) return 'unclear'
  }
}

/** Whether a token is one that HTML reads as a comment: `<?…>`, `<!…>`, and `</` before what is not a name. */
function isComment(opener: string): boolean {
  return opener[1] === '!' || opener[1] === '?' || (opener[1] === '/' && !isLetter(opener.charCodeAt(2)))
}

/** The index behind a comment; -1 where it does not end in these bytes. */
function commentEnd(bytes: Uint8Array, at: number, opener: string): number {
  if (!opener.startsWith('<!--')) return bytes.indexOf(0x3e, at + 2) + 1 || -1
  let state = COMMENT_START
  for (let i = at + 4; i < bytes.length; i++) {
    state = NEXT[state * 256 + bytes[i]!]!
    if (state === DATA) return i + 1
  }
  return -1
}

function element(bytes: Uint8Array, at: number): DocumentStart {
  let end = at
  while (end < bytes.length && end - at <= LONGEST_ELEMENT && isLetter(bytes[end]!)) end++
  const name = lowerCaseOf(bytes, at, end)
  const after = bytes[end]
  if (after === undefined) return 'unclear'
  return FIRST_ELEMENTS.has(name) && endsTagName(after) ? 'document' : 'other'
}

/** Behind an XML declaration, the doctype of another language than HTML says that this is a file of that language. */
function xmlDoctype(bytes: Uint8Array, at: number): DocumentStart {
  const [, name, end] = /^\s*([^\s>]*)(\s|>|$)/.exec(lowerCaseOf(bytes, at, at + 20)) ?? []
  if (end === '' && bytes.length < at + 20) return 'unclear'
  return name === 'html' ? 'document' : 'other'
}

function startsWithMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

/** Whether all that is there is the beginning of a byte order mark. */
function isCutMark(bytes: Uint8Array): boolean {
  return bytes.length < 3 && bytes[0] === 0xef && (bytes.length === 1 || bytes[1] === 0xbb)
}
