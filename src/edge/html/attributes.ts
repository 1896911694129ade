/**
 * The bytes of a tag behind its name → its attributes, as places in the bytes (HTML standard 13.2.5.32 and on).
 */
import { endsTagName, isSpace, lowerCaseOf, textOf } from './ascii.ts'

/** An attribute; offsets are indexes of the bytes that were read. */
export interface Attribute {
  /** In lower case, one character for each byte. */
  readonly name: string
  readonly nameEnd: number
  /** The value, without its quotes. */
  readonly from: number
  readonly to: number
  /** How the value is written; `none` where there is no value, not even an `=`. */
  readonly quote: '"' | "'" | 'bare' | 'none'
}

/** The attributes of a tag, and the index of the `>` that ends it; `limit` where the bytes end before. */
interface Attributes {
  readonly list: readonly Attribute[]
  readonly end: number
}

/** Reads attributes from `at` to the tag's end. Of several with one name the first counts: the others are left out. */
export function attributesOf(bytes: Uint8Array, at: number, limit: number): Attributes {
  const list: Attribute[] = []
  const seen = new Set<string>()
  let i = at
  for (;;) {
    while (i < limit && (isSpace(bytes[i]!) || bytes[i] === 0x2f)) i++
    if (i >= limit || bytes[i] === 0x3e) return { list, end: Math.min(i, limit) }
    const attribute = attributeAt(bytes, i, limit)
    if (!seen.has(attribute.name)) list.push(attribute)
    seen.add(attribute.name)
    i = attribute.quote === '"' || attribute.quote === "'" ? attribute.to + 1 : attribute.to
  }
}

function attributeAt(bytes: Uint8Array, at: number, limit: number): Attribute {
  let nameEnd = at + 1
  while (nameEnd < limit && bytes[nameEnd] !== 0x3d && !endsTagName(bytes[nameEnd]!)) nameEnd++
  const name = lowerCaseOf(bytes, at, nameEnd)
  let i = skipSpaces(bytes, nameEnd, limit)
  if (bytes[i] !== 0x3d || i >= limit) return { name, nameEnd, from: nameEnd, to: nameEnd, quote: 'none' }
  i = skipSpaces(bytes, i + 1, limit)
  const quote = bytes[i]
  if (i < limit && (quote === 0x22 || quote === 0x27)) {
    const end = bytes.indexOf(quote, i + 1)
    const to = end < 0 || end > limit ? limit : end
    return { name, nameEnd, from: i + 1, to, quote: quote === 0x22 ? '"' : "'" }
  }
  let to = i
  while (to < limit && !isSpace(bytes[to]!) && bytes[to] !== 0x3e) to++
  return { name, nameEnd, from: i, to, quote: 'bare' }
}

function skipSpaces(bytes: Uint8Array, at: number, limit: number): number {
  let i = at
  while (i < limit && isSpace(bytes[i]!)) i++
  return i
}

/** The value of an attribute as it is written, one character for each byte; null where there is none of that name. */
export function rawValue(bytes: Uint8Array, attributes: readonly Attribute[], name: string): string | null {
  const found = attributes.find((each) => each.name === name)
  return found === undefined ? null : textOf(bytes, found.from, found.to)
}
