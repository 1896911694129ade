/**
 * Tells from status and headers what kind of page a response is and whether it may get tags; finds
 * a page's charset as browsers do (HTML standard 13.2.3.2).
 */
import { type Attribute, attributesOf, rawValue } from './attributes.ts'
import { sentCoding } from './codings.ts'
import { tagEnd } from './tokenizer.ts'

const NOT_ASCII =
  /^(?:utf-?16|utf-?32|utf-?7|ucs-?2|ucs-?4|unicode|iso-?2022|iso-10646|csiso2022|hz-gb|csunicode)/

const WHOLE: ReadonlySet<number> = new Set([200, 203])

export function mayCarryTags(response: Response): boolean {
  const { status, headers } = response
  return (
    WHOLE.has(status) &&
    isHtml(headers) &&
    !NOT_ASCII.test(charsetOf(headers)) &&
    sentCoding(headers) !== null &&
    !FROZEN.test(headers.get('cache-control') ?? '') &&
    !isAttachment(headers)
  )
}

/**
 * Whether a response is a part of a page that would get tags, or says that there is no such part.
 */
export function isPartOfTagged({ status, headers }: Response): boolean {
  if (status === 416) return true
  return status === 206 && (isHtml(headers) || isParts(headers)) && !isAttachment(headers)
}

/** Forbids any change to the body (RFC 9111 5.2.2.6). */
const FROZEN = /(?:^|[\s,])no-transform\s*(?:,|$)/i

/**
 * Whether a Response can have this status. Those of `@hono/node-server` can have any, and throw
 * when read.
 */
export function hasPageStatus({ status }: Response): boolean {
  return status >= 200 && status <= 599
}

export function isHtml(headers: Headers): boolean {
  return firstWord(headers.get('content-type')) === 'text/html'
}

/** Whether a response has several parts of a page. */
export function isParts(headers: Headers): boolean {
  return firstWord(headers.get('content-type')) === 'multipart/byteranges'
}

/** A header's value without parameters, in lower case, such as a media type; empty if absent. */
export function firstWord(value: string | null): string {
  return (value ?? '').split(';')[0]!.trim().toLowerCase()
}

/** Whether a response is a download: any disposition but `inline` (RFC 6266 4.2). */
function isAttachment(headers: Headers): boolean {
  const word = firstWord(headers.get('content-disposition'))
  return word !== '' && word !== 'inline' && !word.includes('=')
}

/** `unknown`: the headers do not tell · `xml`: the root element tells · `other`: no META. */
export type PageKind = 'html' | 'xhtml' | 'xml' | 'unknown' | 'other'

const UNKNOWN: ReadonlySet<string> = new Set(['*/*', 'application/unknown', 'unknown/unknown'])

/** If a server sends several media types by mistake, the one with META counts. */
export function pageKind(headers: Headers): PageKind {
  const types = (headers.get('content-type') ?? '').split(',').map(firstWord)
  if (types.includes('text/html')) return 'html'
  if (types.some((type) => type.endsWith('xhtml+xml'))) return 'xhtml'
  if (types.some((type) => XML.test(type))) return 'xml'
  return types.every((type) => !MEDIA_TYPE.test(type) || UNKNOWN.has(type)) ? 'unknown' : 'other'
}

/** Clients read any XML document with an XHTML root as a page. */
const XML = /^(?:application|text)\/xml$|\+xml$/

const MEDIA_TYPE = /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+$/

/** The charset in the headers, in lower case; empty for none. */
export function charsetOf(headers: Headers): string {
  return (
    /;\s*charset\s*=\s*["']?([^\s;"',]*)/i
      .exec(headers.get('content-type') ?? '')?.[1]
      ?.toLowerCase() ?? ''
  )
}

export const PRESCAN_LIMIT = 1024

const CHARSET = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"']+))/i

/**
 * A tag up to the end of its name, a comment (which its first dashes may end), a declaration, or a
 * lone `<`.
 */
const MARKUP =
  /<(?:(meta(?=[\t\n\f\r /])|\/?[a-z][^\t\n\f\r >]*)|!(?=--)[\s\S]*?-->|(?:!(?!--)|[?/])[^>]*>|(?![!?/]))/iy

export function charsetDeclaration(page: string): number | null {
  const text = page.slice(0, PRESCAN_LIMIT)
  for (let i = text.indexOf('<'); i >= 0; i = text.indexOf('<', i)) {
    MARKUP.lastIndex = i
    const [markup, tag] = MARKUP.exec(text) ?? []
    if (markup === undefined) return null
    const nameEnd = i + markup.length
    const end = tag === undefined ? nameEnd : tagEnd(text, nameEnd)
    if (end < 0) return null
    if (tag?.toLowerCase() === 'meta' && declares(attributesOf(text, nameEnd, end))) return end
    i = end
  }
  return null
}

function declares(attributes: readonly Attribute[]): boolean {
  const own = rawValue(attributes, 'charset')
  if (own !== null && isCharset(own)) return true
  if (own !== null || rawValue(attributes, 'http-equiv')?.toLowerCase() !== 'content-type')
    return false
  const [, double, single, bare] = CHARSET.exec(rawValue(attributes, 'content') ?? '') ?? []
  return isCharset(double ?? single ?? bare ?? '')
}

/** Labels that the Encoding standard decodes to nothing. */
const REPLACED = /^(?:csiso2022kr|hz-gb-2312|iso-2022-cn(?:-ext)?|iso-2022-kr|replacement)$/

/** Whether a charset exists. One in the headers overrides the page's. */
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
/**
 * Without a charset in the headers, the page's first bytes declare this one. It is ASCII until an
 * escape.
 */
const DECLARED = /iso-2022-jp|csiso2022jp/i
const WIDE = /^(?:utf-?16|ucs-?2|unicode|iso-10646-ucs-2|csunicode)/

/**
 * The decoder for a page, by its first bytes and the headers' charset: UTF-8, unless that would
 * misread ASCII. Null for UTF-32, which clients do not support.
 */
export function pageDecoder(first: Uint8Array, charset: string): TextDecoder | null {
  const label =
    wideEncoding(first) ?? (WIDE.test(charset) || STATEFUL.test(charset) ? charset : null)
  if (label === 'utf-32') return null
  const isOpen = label === null && !hasMark(first) && !isCharset(charset)
  const isDeclared =
    isOpen && DECLARED.test(new TextDecoder('latin1').decode(first.subarray(0, PRESCAN_LIMIT)))
  const name = isDeclared ? 'iso-2022-jp' : (label ?? 'utf-8')
  return new TextDecoder(isCharset(name) ? name : 'utf-16le')
}

function hasMark([a, b, c]: Uint8Array): boolean {
  return a === 0xef && b === 0xbb && c === 0xbf
}

/** UTF-16 and UTF-32, by a byte order mark or by zeros around an ASCII character. */
function wideEncoding([a, b, c, d]: Uint8Array): string | null {
  if (a === 0 && b === 0) return 'utf-32'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  const isLittle = (a === 0xff && b === 0xfe) || (b === 0 && a !== undefined && a !== 0)
  if (isLittle) return c === 0 && d === 0 ? 'utf-32' : 'utf-16le'
  return a === 0 && b !== undefined ? 'utf-16be' : null
}
