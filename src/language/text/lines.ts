/**
 * Splits text into Lines with their parts (R1-R3) and recognises their fields (R9), in one linear
 * pass.
 */
import { cached } from '../../base/cached.ts'
import { foldCase } from '../../words/path-form.ts'
import { ALIASES, type FieldNames } from '../policy/conventional-fields.ts'
import type { FieldRow } from '../policy/field-row.ts'

/** One line, as offsets into the text. `next` of a line is `start` of the following one. */
export interface Line {
  /** From 1. */
  readonly number: number
  readonly start: number
  /** The start of the line end, and of the next line. */
  readonly end: number
  readonly next: number
  /** `unknown`: the name is not a known field. `stray`: also has no colon. */
  readonly kind: 'blank' | 'field' | 'unknown' | 'stray'
  readonly field: FieldRow | null
  readonly spelling: Spelling
  /**
   * Name and value without outer white space. A stray line is all value; in a blank line both are
   * empty.
   */
  readonly nameStart: number
  readonly nameEnd: number
  readonly valueStart: number
  readonly valueEnd: number
  /** The place of the comment's `#`; -1 for none. */
  readonly comment: number
}

/**
 * Finds the next place of a character from rising offsets, else the text's length. Total time is
 * linear.
 */
function finder(text: string, mark: string): (from: number) => number {
  let at = -1
  return (from) => {
    if (at < from) at = text.indexOf(mark, from)
    if (at < 0) at = text.length
    return at
  }
}

/** `names`: all fields, or only those that a crawler knows. */
export function scanLines(text: string, names: FieldNames): Line[] {
  const marks = {
    feed: finder(text, '\n'),
    return: finder(text, '\r'),
    hash: finder(text, '#'),
    colon: finder(text, ':'),
  }
  // Files repeat few names, so each spelling is looked up once.
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

/** How a field's name was recognised. All but `plain` are reported with a fix. */
export type Spelling = 'plain' | 'dashes' | 'misspelt' | 'spaces' | 'no-colon'

type Recognised = Pick<Line, 'spelling' | 'nameEnd'> & {
  readonly field: FieldRow
  readonly rest: number
}

const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g

/** A field's name for comparison: lower case, with hyphens for typographic dashes. */
export function nameForm(name: string): string {
  return foldCase(name.replace(DASHES, '-'))
}

/** The name with hyphens for spaces (`ACAP-allow preserve`). */
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

/** Trims the white space of R3 only. */
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
