/**
 * I1 and I2 written from the text: which names a User-Agent header carries, and the levels of names they make.
 */
import {
  familyMembers,
  isLetterOrNumber,
  isReadersName,
  matchesAlone,
  SHARED_NAMES,
} from '../../src/crawlers/reader-words.ts'
import { headerText, isBrowsers } from './header-text.ts'
import { fold } from './patterns.ts'

const WORD = 'abcdefghijklmnopqrstuvwxyz0123456789_'

/** The levels of names of one crawler, strongest first; the last is `*`. */
export type Chain = readonly (readonly string[])[]

/** I1 for a name of the policy. `phrases`: the rows of words that it is written in, where it is written in no other way (C1). */
export function nameMatches(
  name: string,
  userAgent: string,
  phrases: readonly string[] | null = null,
): boolean {
  const text = headerText(userAgent)
  const isByItself = phrases === null || isLetterOrNumber(name)
  if (isByItself && isTokenOf(name, userAgent)) return true
  if (familyMembers(name).some((member) => stands(member, text))) return true
  const inARow = (phrases ?? []).filter(namesSomebody).some((row) => stands(row, text))
  if (inARow) return true
  if (SHARED_NAMES.has(name))
    return !isBrowsers(userAgent) && productsAt(text).some((at) => isWholeProduct(name, text, at))
  if (isByItself && text === name && matchesAlone(name)) return true
  if (isReadersName(name)) return false
  if (phrases !== null) {
    return productsAt(text).some((at) => standsAt(name, text, at) && text[at + name.length] !== '-')
  }
  return stands(name, text)
}

/** I1: several words of readers, which no client sends alone. */
export function matchesNoHeader(name: string, phrases: readonly string[] | null): boolean {
  const isToken = [...name].every((c) => isWord(c) || c === '-')
  return (
    phrases === null &&
    !isToken &&
    isReadersName(name) &&
    !matchesAlone(name) &&
    familyMembers(name).length === 0
  )
}

/** I1: a question gives the product token alone, or with a version. */
function isTokenOf(name: string, userAgent: string): boolean {
  const [token = '', version = '', ...more] = fold(userAgent).split('/')
  const isOfWords = (text: string, others: string) =>
    [...text].every((c) => isWord(c) || others.includes(c))
  return token === name && more.length === 0 && isOfWords(token, '-') && isOfWords(version, '.-')
}

/** I1 for a name of a page's META tags: where it stands. */
export function stands(name: string, text: string): boolean {
  return [...text].some((_, at) => standsAt(name, text, at))
}

function standsAt(name: string, text: string, at: number): boolean {
  const ends = at + name.length
  return (
    name !== '' &&
    text.slice(at, ends) === fold(name) &&
    !isWord(text[at - 1]) &&
    text[at - 1] !== '-' &&
    !isWord(text[ends])
  )
}

/** C1: a row of words that begins as browsers' headers do, or holds none but readers' words, names nobody. */
function namesSomebody(row: string): boolean {
  const begins = ['mozilla', 'opera', 'dalvik'].some(
    (first) => row.startsWith(first) && !isWord(row[first.length]),
  )
  return !begins && !isReadersName(row)
}

/** Where a product may begin: at the beginning of the header, or after `compatible;`. */
function productsAt(text: string): readonly number[] {
  return [...text].flatMap((_, at) => {
    let before = text.slice(0, at)
    while (before.endsWith(' ')) before = before.slice(0, -1)
    return before === '' || before.endsWith('compatible;') ? [at] : []
  })
}

/** I1: a whole product is followed by `/`, by a delimiter, or by the end. */
function isWholeProduct(name: string, text: string, at: number): boolean {
  let rest = text.slice(at + name.length)
  if (!standsAt(name, text, at)) return false
  if (rest.startsWith('/')) return true
  while (rest.startsWith(' ')) rest = rest.slice(1)
  return rest === '' || '();,+\n'.includes(rest[0]!)
}

function isWord(c: string | undefined): boolean {
  return c !== undefined && WORD.includes(c)
}

/** I2: one chain for each leading name, by falling length, then alphabetically; the chain of `*` where no name matches. */
export function chains(matching: readonly string[]): readonly Chain[] {
  const leading = matching.filter(
    (name) => !matching.some((other) => other !== name && other.includes(name)),
  )
  if (leading.length === 0) return [[['*']]]
  // A header that names more of them was made to be slow.
  return byLength(leading)
    .slice(0, 4)
    .map((name) => levelsBelow(matching.filter((other) => name.includes(other))))
}

/** D: names by falling length, then alphabetically. */
export function byLength(names: readonly string[]): readonly string[] {
  return [...names].sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
}

/** The levels of one chain by falling length; names of equal length are one level. */
function levelsBelow(names: readonly string[]): Chain {
  const lengths = [...new Set(names.map((name) => name.length))].sort((a, b) => b - a)
  return [...lengths.map((length) => names.filter((name) => name.length === length)), ['*']]
}
