/**
 * Words from about 39,000 User-Agent headers of readers, without device names (I1): a crawler name
 * that equals one identifies no crawler. Also families of names. Not used by the edge, whose bundle
 * holds the result.
 */

import data from './lists/reader-words.json' with { type: 'json' }
import { FAMILIES } from './tables.ts'

/** In lower case; letters, digits, `-` and `_`. */
const READER_WORDS = wordsOf(data.words)
/** Locales as in headers: `en`, `de-DE`, `pt_BR`. */
const LOCALE_CODES = wordsOf(data.locales)

/** Words that both readers and crawlers send: such a name matches only as a whole product (I1). */
export const SHARED_NAMES = wordsOf(data.shared)

/** Words that readers send as their whole header: such a name never matches a whole header. */
const SENT_ALONE = wordsOf(data.alone)

/**
 * Words that occur in readers' headers by chance and name crawlers in a list: they count as the
 * first product.
 */
export const COMMON_NAMES = wordsOf(data.common)

function wordsOf(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '))
}

/**
 * Whether a lower-case name identifies no crawler: browsers send it, or it is a number or single
 * letter (I1).
 */
export function isReadersName(name: string): boolean {
  const words = name.split(/[^a-z0-9_-]+/).filter((word) => word !== '')
  return words.length > 0 && /^[\0-\x7f]*$/.test(name) && words.every(isReadersWord)
}

/**
 * Whether a word of readers' headers contains the text: a search without word boundaries would
 * match it.
 */
export function isInReadersWord(text: string): boolean {
  for (const word of READER_WORDS) if (word.includes(text)) return true
  return false
}

export function isLetterOrNumber(name: string): boolean {
  return !SHARED_NAMES.has(name) && /^(?:[a-z]|[0-9]+)$/.test(name)
}

/**
 * Whether a reader's word matches a header that consists of it alone (I1): readers never send it
 * alone.
 */
export function matchesAlone(name: string): boolean {
  return isReadersName(name) && /^[a-z0-9_-]+$/.test(name) && !SENT_ALONE.has(name)
}

function isReadersWord(word: string): boolean {
  if (SHARED_NAMES.has(word)) return false
  if (/^(?:[a-z]|v?[0-9_-]+|[_-])$/.test(word) || READER_WORDS.has(word) || LOCALE_CODES.has(word))
    return true
  const parts = word.split(/[-_]/)
  return parts.length === 2 && parts.every((part) => LOCALE_CODES.has(part))
}

/**
 * Names for several crawlers that headers contain only in URLs or not at all: one matches if a
 * member does.
 */
const MEMBERS: ReadonlyMap<string, readonly string[]> = new Map(
  FAMILIES.map(({ name, members }) => [name, members]),
)

export function familyMembers(name: string): readonly string[] {
  return MEMBERS.get(name) ?? []
}
