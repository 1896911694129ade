/**
 * The first bytes of a page → where the META element ends that declares its charset, as the HTML standard's prescan
 * finds it (13.2.3.2); and pages whose encoding is not ASCII's → the same in UTF-8.
 */
import { type Attribute, attributesOf, isLetter, isSpace, lowerCaseOf, rawValue, textOf } from './attributes.ts'

export const PRESCAN_LIMIT = 1024

const CHARSET = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"']+))/i

/** The index behind the declaration; null where there is none. */
export function charsetDeclaration(body: Uint8Array): number | null {
  const bytes = body.subarray(0, PRESCAN_LIMIT)
  for (let i = bytes.indexOf(0x3c); i >= 0; i = bytes.indexOf(0x3c, i)) {
    const name = tagNameAt(bytes, i)
    if (name === null) {
      i = behindMarkup(bytes, i)
      if (i < 0) return null
      continue
    }
    const attributes = attributesOf(bytes, i + name.length, bytes.length)
    if (attributes.end >= bytes.length) return null
    if (name === '<meta' && declares(bytes, attributes.list)) return attributes.end + 1
    i = attributes.end
  }
  return null
}

/** `<` and the name of a tag, in lower case; null where no tag begins. */
function tagNameAt(bytes: Uint8Array, at: number): string | null {
  const letter = bytes[at + 1] === 0x2f ? at + 2 : at + 1
  if (!isLetter(bytes[letter] ?? 0)) return null
  let end = letter
  const isMeta = lowerCaseOf(bytes, at, at + 5) === '<meta'
  if (isMeta && (isSpace(bytes[at + 5] ?? 0) || bytes[at + 5] === 0x2f)) return '<meta'
  while (end < bytes.length && !isSpace(bytes[end]!) && bytes[end] !== 0x3e) end++
  return textOf(bytes, at, end)
}

/** The index behind a comment or declaration, or behind a lone `<`; -1 where the bytes end before. */
function behindMarkup(bytes: Uint8Array, at: number): number {
  const next = bytes[at + 1]
  if (next !== 0x21 && next !== 0x2f && next !== 0x3f) return at + 1
  if (next !== 0x21 || bytes[at + 2] !== 0x2d || bytes[at + 3] !== 0x2d) return bytes.indexOf(0x3e, at + 1)
  for (let end = bytes.indexOf(0x3e, at + 4); end >= 0; end = bytes.indexOf(0x3e, end + 1)) {
    if (bytes[end - 1] === 0x2d && bytes[end - 2] === 0x2d) return end
  }
  return -1
}

function declares(bytes: Uint8Array, attributes: readonly Attribute[]): boolean {
  const attributeValue = (name: string) => rawValue(bytes, attributes, name)
  const own = attributeValue('charset')
  if (own !== null && isCharset(own)) return true
  if (own !== null || attributeValue('http-equiv')?.toLowerCase() !== 'content-type') return false
  const [, double, single, bare] = CHARSET.exec(attributeValue('content') ?? '') ?? []
  return isCharset(double ?? single ?? bare ?? '')
}

/** Labels of the Encoding standard that decoders refuse: it decodes such pages to nothing. */
const REPLACED = /^(?:csiso2022kr|hz-gb-2312|iso-2022-cn(?:-ext)?|iso-2022-kr|replacement)$/

export function isCharset(label: string): boolean {
  const name = label.trim().toLowerCase()
  if (name === 'utf-8' || REPLACED.test(name)) return true
  try {
    return name !== '' && new TextDecoder(name) !== null
  } catch {
    return false
  }
}

/** Turns a page into bytes in which ASCII is ASCII, piece by piece; null where its encoding cannot be read. */
export type ToAscii = (piece: Uint8Array) => Uint8Array

const STATEFUL = /^(?:iso-?2022-?jp|csiso2022jp)/
/** Where the headers name no charset, a page declares this one in its first bytes. Without an escape it is ASCII. */
const DECLARED = /iso-2022-jp|csiso2022jp/i
const WIDE = /^(?:utf-?16|ucs-?2|unicode|iso-10646-ucs-2|csunicode)/

/** Chooses by the first bytes and by the charset that the headers name. Gives null for UTF-32, which clients do not read. */
export function toAscii(first: Uint8Array, charset: string): ToAscii | null {
  const label = wideEncoding(first) ?? (WIDE.test(charset) || STATEFUL.test(charset) ? charset : null)
  if (label === 'utf-32') return null
  const isDeclared = label === null && !hasMark(first) && !isCharset(charset)
  if (isDeclared && DECLARED.test(textOf(first, 0, PRESCAN_LIMIT))) return toAscii(first, 'iso-2022-jp')
  if (label === null) return hasMark(first) ? withoutMark() : (piece) => piece
  const decoder = decoderOf(label)
  const encoder = new TextEncoder()
  return (piece) => encoder.encode(decoder.decode(piece, { stream: true }))
}

function hasMark([a, b, c]: Uint8Array): boolean {
  return a === 0xef && b === 0xbb && c === 0xbf
}

/** A byte order mark is no text of the page. */
function withoutMark(): ToAscii {
  let isFirst = true
  return (piece) => {
    const rest = isFirst ? piece.subarray(3) : piece
    isFirst = false
    return rest
  }
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder('utf-16le')
  }
}

/** UTF-16 and UTF-32 by their mark, or by how an ASCII character looks in them. */
function wideEncoding([a, b, c, d]: Uint8Array): string | null {
  if (a === 0 && b === 0) return 'utf-32'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  const isLittle = (a === 0xff && b === 0xfe) || (b === 0 && a !== undefined && a !== 0)
  if (isLittle) return c === 0 && d === 0 ? 'utf-32' : 'utf-16le'
  return a === 0 && b !== undefined ? 'utf-16be' : null
}
