/**
 * The first bytes of a page → where the META element ends that declares its charset, as the HTML standard's prescan finds
 * it (13.2.3.2). What stands before it must not grow: the prescan reads 1,024 bytes.
 */
import { isLetter, isSpace, lowerCaseOf, textOf } from './ascii.ts'
import { type Attribute, attributesOf, rawValue } from './attributes.ts'

/** How many bytes the prescan reads. */
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

/** Whether the attributes of a META element declare a charset that exists. */
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

/** Whether a label names a charset (Encoding standard). */
export function isCharset(label: string): boolean {
  const name = label.trim().toLowerCase()
  if (name === 'utf-8' || REPLACED.test(name)) return true
  try {
    return name !== '' && new TextDecoder(name) !== null
  } catch {
    return false
  }
}
