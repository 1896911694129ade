/**
 * The bytes of a tag behind its name → its attributes, as places in the bytes (HTML standard 13.2.5.32 and on), and
 * their values as text. ASCII only: for encodings in which ASCII is ASCII.
 */
export function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d && byte !== 0x0b)
}

export function isLetter(byte: number): boolean {
  const folded = byte | 0x20
  return folded >= 0x61 && folded <= 0x7a
}

export function endsTagName(byte: number): boolean {
  return isSpace(byte) || byte === 0x2f || byte === 0x3e
}

export function textOf(bytes: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let i = from; i < to && i < bytes.length; i++) text += String.fromCharCode(bytes[i]!)
  return text
}

export function lowerCaseOf(bytes: Uint8Array, from: number, to: number): string {
  return textOf(bytes, from, to).toLowerCase()
}

/** An attribute; offsets are indexes of the bytes that were read. */
export interface Attribute {
  /** In lower case, one character for each byte. */
  readonly name: string
  readonly nameEnd: number
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

const REFERENCE = /&(?:#(\d+)|#[xX]([\da-fA-F]+)|([A-Za-z]+));?/g

/** Names that stand for ASCII; `HTML 13.5`. */
const NAMED: ReadonlyMap<string, string> = new Map(
  (
    'Tab \t|NewLine \n|excl !|quot "|QUOT "|num #|dollar $|percnt %|amp &|AMP &|apos \'|lpar (|rpar )|ast *|midast *|plus +|' +
    'comma ,|period .|sol /|colon :|semi ;|lt <|LT <|equals =|gt >|GT >|quest ?|commat @|lsqb [|lbrack [|bsol \\|rsqb ]|' +
    'rbrack ]|Hat ^|lowbar _|UnderBar _|grave `|DiacriticalGrave `|lcub {|lbrace {|rcub }|rbrace }|fjlig fj'
  )
    .split('|')
    .map((entry) => entry.split(' ') as [string, string])
    .concat(['verbar', 'vert', 'VerticalLine'].map((name): [string, string] => [name, '|'])),
)

const WITHOUT_SEMICOLON: ReadonlySet<string> = new Set(['quot', 'QUOT', 'amp', 'AMP', 'lt', 'LT', 'gt', 'GT'])

/** What numbers from 0x80 to 0x9f stand for: the characters of windows-1252. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

export function plainText(value: string): string {
  if (!value.includes('&')) return value
  return value.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string, ...more: unknown[]) => {
    if (name !== undefined) return named(whole, name, value.charCodeAt((more[0] as number) + whole.length))
    return numbered(decimal !== undefined ? Number(decimal) : Number.parseInt(hex!, 16))
  })
}

function named(whole: string, name: string, next: number): string {
  if (whole.endsWith(';')) return NAMED.get(name) ?? whole
  // A name without semicolon is one only where no word or `=` goes on: else it is part of a URL.
  return WITHOUT_SEMICOLON.has(name) && next !== 0x3d && !isWordCharacter(next) ? NAMED.get(name)! : whole
}

function isWordCharacter(code: number): boolean {
  return /^[A-Za-z0-9]$/.test(String.fromCharCode(code))
}

function numbered(code: number): string {
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd'
  return code >= 0x80 && code <= 0x9f ? WINDOWS_1252[code - 0x80]! : String.fromCodePoint(code)
}
