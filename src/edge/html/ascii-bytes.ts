/**
 * Bytes of a page in an encoding in which `<` may be two bytes, or stand for something else → the same text in UTF-8. Most
 * encodings need nothing done.
 */

import { textOf } from './ascii.ts'
import { isCharset, PRESCAN_LIMIT } from './charset-declaration.ts'

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
