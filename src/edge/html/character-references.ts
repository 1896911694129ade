/**
 * An attribute's value as written → without its character references, as far as they stand for ASCII or are numbers (HTML
 * standard 13.2.5.73 and on). Names for other characters stay as they are: nothing that is read here has a word with one.
 */

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

/** Names that are read without their semicolon, too. */
const WITHOUT_SEMICOLON: ReadonlySet<string> = new Set(['quot', 'QUOT', 'amp', 'AMP', 'lt', 'LT', 'gt', 'GT'])

/** What numbers from 0x80 to 0x9f stand for: the characters of windows-1252. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** Resolves the character references of an attribute's value. */
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
