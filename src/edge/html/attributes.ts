/**
 * Parses the attributes of a tag (HTML standard 13.2.5.32 and on), and decodes character references
 * in their values.
 */
export interface Attribute {
  /** In lower case. */
  readonly name: string
  /** As written; empty if absent. */
  readonly value: string
  /** How the value is quoted; `none` if there is no value, and no `=`. */
  readonly quote: '"' | "'" | 'bare' | 'none'
  /** The end of the value, or of the name if there is no value. */
  readonly end: number
}

const ATTRIBUTE =
  /([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >]*)))?/g

/** The attributes of a tag after its name. Of several with one name the first counts. */
export function attributesOf(text: string, nameEnd: number, end: number): readonly Attribute[] {
  const list: Attribute[] = []
  if (end - nameEnd < 2) return list
  const tag = text.slice(nameEnd, end - 1)
  ATTRIBUTE.lastIndex = 0
  for (let found = ATTRIBUTE.exec(tag); found !== null; found = ATTRIBUTE.exec(tag)) {
    const [, name, double, single, bare] = found
    const quote =
      double !== undefined ? '"' : single !== undefined ? "'" : bare !== undefined ? 'bare' : 'none'
    const end = nameEnd + ATTRIBUTE.lastIndex - (quote === '"' || quote === "'" ? 1 : 0)
    list.push({ name: name!.toLowerCase(), value: double ?? single ?? bare ?? '', quote, end })
  }
  return list
}

/** The value as written; null if there is no such attribute. */
export function rawValue(attributes: readonly Attribute[], name: string): string | null {
  for (const each of attributes) if (each.name === name) return each.value
  return null
}

/** The value with character references decoded. */
export function attributeValue(attributes: readonly Attribute[], name: string): string | null {
  const value = rawValue(attributes, name)
  return value === null ? null : plainText(value)
}

const REFERENCE = /&(?:#(\d+)|#[xX]([\da-fA-F]+)|([A-Za-z]+));?/g

/** Named character references for ASCII characters (HTML standard 13.5). */
const NAMED: ReadonlyMap<string, string> = new Map(
  (
    'Tab\t NewLine\n excl! quot" QUOT" num# dollar$ percnt% amp& AMP& apos\' lpar( rpar) ast* midast* plus+ comma, period. ' +
    'sol/ colon: semi; lt< LT< equals= gt> GT> quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] Hat^ lowbar_ UnderBar_ ' +
    'grave` DiacriticalGrave` lcub{ lbrace{ verbar| vert| VerticalLine| rcub} rbrace} fjligfj'
  )
    .split(' ')
    .map((entry) => {
      const [, name, meant] = /^([A-Za-z]+?)([^A-Za-z]|fj)$/.exec(entry)!
      return [name!, meant!]
    }),
)

const WITHOUT_SEMICOLON: ReadonlySet<string> = new Set([
  'quot',
  'QUOT',
  'amp',
  'AMP',
  'lt',
  'LT',
  'gt',
  'GT',
])

/** The characters for numbers 0x80 to 0x9f: those of windows-1252. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

export function plainText(value: string): string {
  if (!value.includes('&')) return value
  return value.replace(
    REFERENCE,
    (whole, decimal?: string, hex?: string, name?: string, ...more: unknown[]) => {
      if (name !== undefined)
        return named(whole, name, value.charCodeAt((more[0] as number) + whole.length))
      return numbered(decimal !== undefined ? Number(decimal) : Number.parseInt(hex!, 16))
    },
  )
}

function named(whole: string, name: string, next: number): string {
  if (whole.endsWith(';')) return NAMED.get(name) ?? whole
  // Without a semicolon, a name counts only if no word character or `=` follows: otherwise it is
  // part of a URL.
  return WITHOUT_SEMICOLON.has(name) && next !== 0x3d && !isWordCharacter(next)
    ? NAMED.get(name)!
    : whole
}

function isWordCharacter(code: number): boolean {
  return /^[A-Za-z0-9]$/.test(String.fromCharCode(code))
}

function numbered(code: number): string {
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd'
  return code >= 0x80 && code <= 0x9f ? WINDOWS_1252[code - 0x80]! : String.fromCodePoint(code)
}
