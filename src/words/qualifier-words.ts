/** Text after a resource or usage → the qualifiers written in it, each with its place. Knows none by name. */
import { foldCase } from './path-form.ts'

/** Where a text stands: it decides what white space is (R3) and whether `location` may be used (Q1). */
export type FieldPlace = 'robots' | 'embedded'

/** One `name=value`, or a word without `=`, as written. Offsets count from the start of its own text. */
export interface WrittenQualifier {
  /** In lower case. */
  readonly name: string
  /** Null for a word without `=` (Q4: an unknown qualifier). */
  readonly value: string | null
  readonly at: number
  readonly length: number
  readonly valueAt: number
}

const EQUALS = 0x3d

/** Splits a text at its white space; white space around `=` is dropped (Q4). */
export function splitQualifiers(text: string, place: FieldPlace): WrittenQualifier[] {
  const found: WrittenQualifier[] = []
  let at = skipSpace(text, 0, place)
  while (at < text.length) {
    const nameEnd = wordEnd(text, at, place, EQUALS)
    const sign = skipSpace(text, nameEnd, place)
    const hasValue = text.charCodeAt(sign) === EQUALS
    const valueAt = hasValue ? skipSpace(text, sign + 1, place) : nameEnd
    const end = hasValue ? wordEnd(text, valueAt, place, -1) : nameEnd
    // An empty value ends at its `=`, not at the white space after it.
    const last = hasValue && end === valueAt ? sign + 1 : end
    found.push({
      name: foldCase(text.slice(at, nameEnd)),
      value: hasValue ? text.slice(valueAt, end) : null,
      at,
      length: last - at,
      valueAt,
    })
    at = skipSpace(text, end, place)
  }
  return found
}

/** Whether a character code is white space at that place (R3). */
function isSpace(code: number, place: FieldPlace): boolean {
  return (
    code === 0x20 ||
    code === 0x09 ||
    (place === 'embedded' && (code === 0x0a || code === 0x0c || code === 0x0d))
  )
}

export function skipSpace(text: string, at: number, place: FieldPlace): number {
  let next = at
  while (next < text.length && isSpace(text.charCodeAt(next), place)) next++
  return next
}

/** The offset at which the word at `at` ends: at white space, at the character `stop`, or with the text. */
export function wordEnd(text: string, at: number, place: FieldPlace, stop = -1): number {
  let next = at
  while (
    next < text.length &&
    text.charCodeAt(next) !== stop &&
    !isSpace(text.charCodeAt(next), place)
  )
    next++
  return next
}
