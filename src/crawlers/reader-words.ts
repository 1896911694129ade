/**
 * The words of readers' User-Agent headers (I1), from about 39,000 of them, without the names of devices: a crawler name that
 * is one of them identifies no crawler. And families of names. Offline only: the bundle has what it says.
 */

import data from './lists/reader-words.json' with { type: 'json' }
import { FAMILIES } from './tables.ts'

/** In lower case; letters, digits, `-` and `_`. */
const READER_WORDS = wordsOf(data.words)
/** As headers have them: `en`, `de-DE`, `pt_BR`. */
const LOCALE_CODES = wordsOf(data.locales)

/** Words of readers' headers that name crawlers, too: such a name matches as a whole product alone (I1). */
export const SHARED_NAMES = wordsOf(data.shared)

/** Words that readers send as their whole header, with a version or without: as a header such a name matches nothing. */
const SENT_ALONE = wordsOf(data.alone)

/** Words that stand in readers' headers by chance and are crawlers' names in a list: the registry takes them as a first product. */
export const COMMON_NAMES = wordsOf(data.common)

function wordsOf(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '))
}

/** Whether a name identifies no crawler: browsers send it, or it is a number or a single letter (I1). Lower case. */
export function isReadersName(name: string): boolean {
  const words = name.split(/[^a-z0-9_-]+/).filter((word) => word !== '')
  return words.length > 0 && /^[\0-\x7f]*$/.test(name) && words.every(isReadersWord)
}

/** Whether readers' headers have the text inside of a word: a search without word boundaries would find it there. */
export function isInReadersWord(text: string): boolean {
  for (const word of READER_WORDS) if (word.includes(text)) return true
  return false
}

export function isLetterOrNumber(name: string): boolean {
  return !SHARED_NAMES.has(name) && /^(?:[a-z]|[0-9]+)$/.test(name)
}

/** Whether a name of readers matches a header that consists of it alone (I1): one word that readers do not send so. */
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

/** Names of several crawlers that headers hold in URLs or not at all: one matches where a member's does. */
const MEMBERS: ReadonlyMap<string, readonly string[]> = new Map(
  FAMILIES.map(({ name, members }) => [name, members]),
)

export function familyMembers(name: string): readonly string[] {
  return MEMBERS.get(name) ?? []
}
