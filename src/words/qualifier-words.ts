/**
 * Splits the text after a resource or usage into qualifiers with their places, without interpreting
 * them.
 */
import { foldCase } from './path-form.ts'

/** The kind of text: it decides what white space is (R3), and whether `location` is valid (Q1). */
export type FieldPlace = 'robots' | 'embedded'

/**
 * One `name=value`, or a word without `=`, as written. Offsets start at the beginning of the text.
 */
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
    // An empty value ends directly after its `=`.
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

/**
 * The end of the word at `at`: before white space, the character `stop`, or the end of the text.
 */
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
