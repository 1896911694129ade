/** Text → Lines and their parts (R1-R3), and which field each is (R9), in one pass of linear time. */
import { cached } from '../../base/cached.ts'
import { foldCase } from '../../words/path-form.ts'
import { ALIASES, type FieldNames } from '../policy/conventional-fields.ts'
import type { FieldRow } from '../policy/field-row.ts'

/** One line, by offsets into the text. Lines tile the text: `next` of one is `start` of the following. */
export interface Line {
  /** From 1. */
  readonly number: number
  readonly start: number
  /** Where the line end begins, and where the next line does. */
  readonly end: number
  readonly next: number
  /** `unknown`: a name that is no known field. `stray`: neither a known field nor a colon. */
  readonly kind: 'blank' | 'field' | 'unknown' | 'stray'
  readonly field: FieldRow | null
  readonly spelling: Spelling
  /** Name and value without outer white space. A stray line is all value; a blank one has both where its text ends. */
  readonly nameStart: number
  readonly nameEnd: number
  readonly valueStart: number
  readonly valueEnd: number
  /** Where the comment's `#` stands; -1 where there is none. */
  readonly comment: number
}

/** Finds one character's places at or after rising offsets, else the text's length: so looking for it stays linear. */
function finder(text: string, mark: string): (from: number) => number {
  let at = -1
  return (from) => {
    if (at < from) at = text.indexOf(mark, from)
    if (at < 0) at = text.length
    return at
  }
}

/** `names`: all fields, or those that a crawler knows. */
export function scanLines(text: string, names: FieldNames): Line[] {
  const marks = {
    feed: finder(text, '\n'),
    return: finder(text, '\r'),
    hash: finder(text, '#'),
    colon: finder(text, ':'),
  }
  // Files repeat few names: each spelling is folded and looked up once.
  const known = new Map<string, FieldRow | null>()
  const fieldOf = (name: string) => cached(known, name, () => names.named(foldCase(name)))
  const lines: Line[] = []
  for (let start = 0; start < text.length; start = lines.at(-1)!.next) {
    lines.push(scanLine(text, lines.length + 1, start, marks, fieldOf, names))
  }
  return lines
}

function scanLine(
  text: string,
  number: number,
  start: number,
  marks: Readonly<Record<'feed' | 'return' | 'hash' | 'colon', (from: number) => number>>,
  fieldOf: (name: string) => FieldRow | null,
  names: FieldNames,
): Line {
  const end = Math.min(marks.feed(start), marks.return(start))
  const hash = marks.hash(start)
  const isCrLf = text.charCodeAt(end) === 0x0d && text.charCodeAt(end + 1) === 0x0a
  const next = Math.min(text.length, end + (isCrLf ? 2 : 1))
  const comment = hash < end ? hash : -1
  const from = skipBlanks(text, start, Math.min(end, hash))
  const to = dropBlanks(text, from, Math.min(end, hash))
  const isEmpty = from === to
  const colon = Math.min(marks.colon(from), to)
  let nameEnd = dropBlanks(text, from, colon)
  let rest = colon + 1
  let field = colon < to ? fieldOf(text.slice(from, nameEnd)) : null
  let spelling: Spelling = 'plain'
  const isOdd = field === null && !isEmpty
  const odd = isOdd
    ? ((colon < to ? withColon(text, from, colon, names) : null) ??
      withoutColon(text, from, to, names))
    : null
  if (odd !== null) ({ field, spelling, nameEnd, rest } = odd)
  const kind = field !== null ? 'field' : isEmpty ? 'blank' : colon < to ? 'unknown' : 'stray'
  if (kind === 'stray' || isEmpty) nameEnd = rest = from
  const valueStart = skipBlanks(text, rest, to)
  return {
    number,
    start,
    end,
    next,
    kind,
    field,
    spelling,
    nameStart: from,
    nameEnd,
    valueStart,
    valueEnd: to,
    comment,
  }
}

/** How a field's name was recognised. Everything but `plain` is reported, with the fix. */
export type Spelling = 'plain' | 'dashes' | 'misspelt' | 'spaces' | 'no-colon'

type Recognised = Pick<Line, 'spelling' | 'nameEnd'> & {
  readonly field: FieldRow
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

function skipBlanks(text: string, from: number, to: number): number {
  let at = from
  while (at < to && isBlank(text.charCodeAt(at))) at++
  return Math.min(at, to)
}

function dropBlanks(text: string, from: number, to: number): number {
  let at = to
  while (at > from && isBlank(text.charCodeAt(at - 1))) at--
  return at
}

/** A text without the white space of R3 around it; no other white space is any. */
export function trimBlanks(text: string): string {
  const from = skipBlanks(text, 0, text.length)
  return text.slice(from, dropBlanks(text, from, text.length))
}

function withColon(
  text: string,
  start: number,
  colon: number,
  { named, fixed }: FieldNames,
): Recognised | null {
  const nameEnd = dropBlanks(text, start, colon)
  const written = text.slice(start, nameEnd)
  const name = nameForm(written)
  const found = (field: FieldRow | null, spelling: Spelling) =>
    field === null ? null : { field, spelling, nameEnd, rest: colon + 1 }
  const alias = ALIASES.get(name)
  return (
    found(named(name), 'dashes') ??
    (alias === undefined
      ? null
      : found(named(alias.name), alias.misspelt ? 'misspelt' : 'plain')) ??
    (/[ \t]/.test(name) ? found(fixed(hyphenated(written)), 'spaces') : null)
  )
}

function withoutColon(
  text: string,
  start: number,
  end: number,
  { named, fixed }: FieldNames,
): Recognised | null {
  let nameEnd = start
  while (nameEnd < end && !isBlank(text.charCodeAt(nameEnd))) nameEnd++
  const written = text.slice(start, nameEnd)
  const name = nameForm(written)
  const field = fixed(name)
  if (field !== null) {
    const lacksColon = field.value !== 'nothing' || nameEnd < end
    const spelling = lacksColon ? 'no-colon' : name === foldCase(written) ? 'plain' : 'dashes'
    return { field, spelling, nameEnd, rest: nameEnd }
  }
  const row = named(ALIASES.get(name)?.name ?? name)
  if (row === null || row.dialect !== 'conventional' || nameEnd === end) return null
  const second = text.slice(nameEnd, end).replace(/^[ \t]+/, '')
  return /[ \t]/.test(second) ? null : { field: row, spelling: 'no-colon', nameEnd, rest: nameEnd }
}
