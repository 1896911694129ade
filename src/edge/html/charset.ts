/**
 * The beginning of a page → where the META element ends that declares its charset, as the HTML standard's prescan finds
 * it (13.2.3.2); and what decodes a page as clients do.
 */
import { type Attribute, attributesOf, rawValue } from './attributes.ts'
import { tagEnd } from './tokenizer.ts'

export const PRESCAN_LIMIT = 1024

const CHARSET = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"']+))/i

const TAG = /<(?:meta(?=[\t\n\f\r /])|\/?[a-z][^\t\n\f\r >]*)/iy
/** A comment, whose first dashes may end it, a declaration, or a lone `<`. */
const MARKUP = /<(?:!(?=--)[\s\S]*?-->|(?:!(?!--)|[?/])[^>]*>|(?![!?/]))/y

/** The index behind the declaration; null where there is none. */
export function charsetDeclaration(page: string): number | null {
  const text = page.slice(0, PRESCAN_LIMIT)
  for (let i = text.indexOf('<'); i >= 0; i = text.indexOf('<', i)) {
    const tag = matchAt(TAG, text, i)
    const markup = tag ?? matchAt(MARKUP, text, i)
    if (markup === null) return null
    const end = tag === null ? i + markup.length : tagEnd(text, i + tag.length)
    if (end < 0) return null
    if (tag?.toLowerCase() === '<meta' && declares(attributesOf(text, i + tag.length, end))) return end
    i = end
  }
  return null
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

function declares(attributes: readonly Attribute[]): boolean {
  const own = rawValue(attributes, 'charset')
  if (own !== null && isCharset(own)) return true
  if (own !== null || rawValue(attributes, 'http-equiv')?.toLowerCase() !== 'content-type') return false
  const [, double, single, bare] = CHARSET.exec(rawValue(attributes, 'content') ?? '') ?? []
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

const STATEFUL = /^(?:iso-?2022-?jp|csiso2022jp)/
/** Where the headers name no charset, a page declares this one in its first bytes. Without an escape it is ASCII. */
const DECLARED = /iso-2022-jp|csiso2022jp/i
const WIDE = /^(?:utf-?16|ucs-?2|unicode|iso-10646-ucs-2|csunicode)/

/**
 * Chooses what decodes a page, by its first bytes and by the charset that the headers name: UTF-8, unless ASCII would be
 * read wrongly so. Gives null for UTF-32, which clients do not read.
 */
export function pageDecoder(first: Uint8Array, charset: string): TextDecoder | null {
  const label = wideEncoding(first) ?? (WIDE.test(charset) || STATEFUL.test(charset) ? charset : null)
  if (label === 'utf-32') return null
  const isOpen = label === null && !hasMark(first) && !isCharset(charset)
  const isDeclared = isOpen && DECLARED.test(new TextDecoder('latin1').decode(first.subarray(0, PRESCAN_LIMIT)))
  const name = isDeclared ? 'iso-2022-jp' : (label ?? 'utf-8')
  return new TextDecoder(isCharset(name) ? name : 'utf-16le')
}

function hasMark([a, b, c]: Uint8Array): boolean {
  return a === 0xef && b === 0xbb && c === 0xbf
}

/** UTF-16 and UTF-32 by their mark, or by how an ASCII character looks in them. */
function wideEncoding([a, b, c, d]: Uint8Array): string | null {
  if (a === 0 && b === 0) return 'utf-32'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  const isLittle = (a === 0xff && b === 0xfe) || (b === 0 && a !== undefined && a !== 0)
  if (isLittle) return c === 0 && d === 0 ? 'utf-32' : 'utf-16le'
  return a === 0 && b !== undefined ? 'utf-16be' : null
}
