/**
 * R9: the spellings that are understood although they are not right, tried in the order of the rule.
 * One line's content in, its field and the ends of name and value out. The right spelling is the scanner's.
 */
import { foldCase } from '../../grammar/path-form.ts'
import { ALIASES, acapFieldNamed, type FieldRow, fieldNamed } from '../policy/fields.ts'

/** How a field's name was recognised. Everything but `plain` is reported, with the fix. */
export type Spelling = 'plain' | 'dashes' | 'misspelt' | 'spaces' | 'no-colon'

interface Recognised {
  readonly field: FieldRow
  readonly spelling: Spelling
  readonly nameEnd: number
  readonly rest: number
}

const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g

/** A field's name as it is compared: lower case, typographic dashes as hyphens. */
export function nameForm(name: string): string {
  return foldCase(name.replace(DASHES, '-'))
}

/** The name's form when its spaces are hyphens too (`ACAP-allow preserve`). */
export function hyphenated(name: string): string {
  return nameForm(name).replace(/[ \t]+/g, '-')
}

export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

export function skipBlanks(text: string, from: number, to: number): number {
  let at = from
  while (at < to && isBlank(text.charCodeAt(at))) at++
  return Math.min(at, to)
}

export function dropBlanks(text: string, from: number, to: number): number {
  let at = to
  while (at > from && isBlank(text.charCodeAt(at - 1))) at--
  return at
}

/** A text without the white space of R3 around it; no other white space is any. */
export function trimBlanks(text: string): string {
  const from = skipBlanks(text, 0, text.length)
  return text.slice(from, dropBlanks(text, from, text.length))
}

/**
 * The field of the content `text[start, end)`, whose first colon stands at `colon` (`end` where it has none), when its
 * name as it stands is none.
 */
export function recogniseOddly(text: string, start: number, colon: number, end: number): Recognised | null {
  return (colon < end ? withColon(text, start, colon) : null) ?? withoutColon(text, start, end)
}

function withColon(text: string, start: number, colon: number): Recognised | null {
  const nameEnd = dropBlanks(text, start, colon)
  const written = text.slice(start, nameEnd)
  const name = nameForm(written)
  const found = (field: FieldRow | null, spelling: Spelling) =>
    field === null ? null : { field, spelling, nameEnd, rest: colon + 1 }
  const alias = ALIASES.get(name)
  return (
    found(fieldNamed(name), 'dashes') ??
    (alias === undefined ? null : found(fieldNamed(alias.name), alias.misspelt ? 'misspelt' : 'plain')) ??
    (/[ \t]/.test(name) ? found(acapFieldNamed(hyphenated(written)), 'spaces') : null)
  )
}

/**
 * The last two steps: an ACAP name as the first word, or exactly two words of which the first is a conventional name or a
 * listed misspelling of one.
 */
function withoutColon(text: string, start: number, end: number): Recognised | null {
  let nameEnd = start
  while (nameEnd < end && !isBlank(text.charCodeAt(nameEnd))) nameEnd++
  const written = text.slice(start, nameEnd)
  const name = nameForm(written)
  const field = acapFieldNamed(name)
  if (field !== null) {
    const lacksColon = field.value !== 'nothing' || nameEnd < end
    const spelling = lacksColon ? 'no-colon' : name === foldCase(written) ? 'plain' : 'dashes'
    return { field, spelling, nameEnd, rest: nameEnd }
  }
  const row = fieldNamed(ALIASES.get(name)?.name ?? name)
  if (row === null || row.dialect !== 'conventional' || nameEnd === end) return null
  const second = text.slice(nameEnd, end).replace(/^[ \t]+/, '')
  return /[ \t]/.test(second) ? null : { field: row, spelling: 'no-colon', nameEnd, rest: nameEnd }
}
