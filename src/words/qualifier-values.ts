/** Parses qualifier values into typed data (Q4, Q5). Null for values outside the grammar. */

import { isDate } from '../base/calendar.ts'
import { addressFamily } from '../base/ip-address.ts'
import { decodePercent, foldCase } from './path-form.ts'
import {
  CONTEXTS,
  INCLUDE_ROLES,
  type Locator,
  MODIFICATIONS,
  type Qualifier,
  type QualifierType,
  REFERENCE_ROLES,
} from './restriction.ts'
import { isUriReference } from './uri.ts'

type Members<T extends QualifierType> = DistributiveOmit<Extract<Qualifier, { type: T }>>
type DistributiveOmit<T> = T extends unknown ? Omit<T, 'type'> : never

/** ACAP Part 1, 3: printable ASCII without quotation mark, apostrophe and `#`. */
const VALUE = /^[!$-&(-~]+$/
/** Also allows `#`: E3 drops the fragment of a location. */
const LOCATION = /^[!#-&(-~]+$/

const DAYS = /^(\d+)-days$/
const LENGTH = /^(\d+)-(chars|words)$/
const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i
const COUNTRY = /^[a-z]{2}$/i

/**
 * The extracts that must-use-resource may name after `the-acap:extract:`, and whether a list is
 * allowed.
 */
const EXTRACTS = new Map([
  ['id', { extract: 'id', several: false }],
  ['class', { extract: 'class', several: false }],
  ['meta', { extract: 'meta', several: false }],
  ['idlist', { extract: 'id', several: true }],
  ['classlist', { extract: 'class', several: true }],
  ['taglist', { extract: 'tag', several: true }],
] as const)

const READERS: { readonly [Type in QualifierType]: (value: string) => Members<Type> | null } = {
  'time-limit': readTimeLimit,
  'must-use-resource': readUsedResource,
  'max-length': readMaxLength,
  'prohibited-modification': (value) => {
    const word = among(MODIFICATIONS, keyword(value))
    return word ? { values: [word] } : null
  },
  'must-include-resource': (value) =>
    keyword(value) === 'plus-terms' ? { plusTerms: true } : readByRole(value, INCLUDE_ROLES),
  'prohibited-context': (value) =>
    keyword(value) === 'within-user-frame' ? { value: 'within-user-frame' } : null,
  'required-context': (value) => {
    const word = among(CONTEXTS, keyword(value))
    return word ? { value: word } : null
  },
  'target-condition': readTargetCondition,
  'usage-ref': (value) => readByRole(value, REFERENCE_ROLES),
  location: (uri) => ({ uri }),
}

/** Misspelt values that R9 accepts, and what they mean. */
const MISSPELT_TIME_LIMIT = { written: 'until-recrawl', meant: 'until-recrawled' } as const

export function readQualifierValue(type: QualifierType, value: string): Qualifier | null {
  const members = (type === 'location' ? LOCATION : VALUE).test(value) ? READERS[type](value) : null
  return members && ({ type, ...members } as Qualifier)
}

/** The correct spelling of a value that only R9 accepts; null for others. */
export function meantValue(type: QualifierType, value: string): string | null {
  return type === 'time-limit' && keyword(value) === MISSPELT_TIME_LIMIT.written
    ? MISSPELT_TIME_LIMIT.meant
    : null
}

function readTimeLimit(value: string): Members<'time-limit'> | null {
  const word = meantValue('time-limit', value) ?? keyword(value)
  if (word === 'until-recrawled') return { untilRecrawled: true }
  if (word === 'plus-terms') return { plusTerms: true }
  if (word.startsWith('until-')) {
    const until = word.slice('until-'.length)
    return isDate(until) ? { until } : null
  }
  const days = readCount(DAYS.exec(word)?.[1])
  return days === null ? null : { days }
}

function readMaxLength(value: string): Members<'max-length'> | null {
  const [, digits, unit] = LENGTH.exec(keyword(value)) ?? []
  const count = readCount(digits)
  return count === null ? null : { count, unit: unit === 'chars' ? 'chars' : 'words' }
}

/** The source for index entries and presentations. */
function readUsedResource(value: string): Members<'must-use-resource'> | null {
  const head = cutScheme(value)
  if (!head) return readUri(value)
  if (head.word === 'text') return readTextValue(head.rest)
  const kind = head.word === 'extract' ? cutKeyword(head.rest) : null
  const named = EXTRACTS.get((kind?.word ?? '') as 'id')
  if (!kind || !named) return null
  const names = named.several
    ? readListValue(kind.rest, (name) => name !== '')
    : readName(kind.rest)
  return names && { extract: named.extract, names }
}

/**
 * A role, and where it is: what to show along with a presentation, or where other usages are
 * defined.
 */
function readByRole<Role extends string>(value: string, roles: readonly Role[]) {
  const head = cutScheme(value)
  if (!head) return readUri(value)
  const role = among(roles, head.word)
  const locator = role && readLocator(head.rest)
  return locator ? { role, ...locator } : null
}

/** The place of a resource: an element or META tag of the page, a text, or a URI. */
function readLocator(value: string): Locator | null {
  const head = cutKeyword(value)
  if (head?.word === 'text') return readTextValue(head.rest)
  if (head?.word !== 'id' && head?.word !== 'class' && head?.word !== 'meta') return readUri(value)
  const names = readName(head.rest)
  return names && { extract: head.word, names }
}

/** On which devices a presentation may be shown (ACAP Part 1, 2.5.5.9): `CONDITION:VALUES`. */
function readTargetCondition(value: string): Members<'target-condition'> | null {
  const { word: condition, rest } = cutKeyword(value) ?? { word: '', rest: '' }
  switch (condition) {
    case 'ipaddressrangelist': {
      const pairs = readPairs(rest, '-')
      return pairs && { condition, values: pairs.map(([from, to]) => ({ from, to: to ?? from })) }
    }
    case 'ipaddressmasklist': {
      const pairs = readPairs(rest, '/')
      const masked =
        pairs?.flatMap(([address, mask]) => (mask === null ? [] : [{ address, mask }])) ?? []
      return pairs && masked.length === pairs.length ? { condition, values: masked } : null
    }
    case 'permitteddomainlist':
    case 'prohibiteddomainlist': {
      const values = readListValue(rest, (item) => DOMAIN.test(item))
      return values && { condition, values: values.map(foldCase) }
    }
    case 'permittedcountrylist':
    case 'prohibitedcountrylist': {
      const values = readListValue(rest, (item) => COUNTRY.test(item))
      return values && { condition, values: values.map((code) => code.toUpperCase()) }
    }
    case 'rulesref': {
      const reference = readUri(rest)
      return reference && { condition, uri: reference.uri }
    }
    default:
      return null
  }
}

/** A list of addresses, or of pairs of one family joined by `sign`. */
function readPairs(
  value: string,
  sign: '-' | '/',
): readonly (readonly [first: string, second: string | null])[] | null {
  const pairs: [string, string | null][] = []
  for (const item of value.split(',')) {
    const [first = '', second = null, ...more] = item.split(sign)
    const family = addressFamily(first)
    if (family === 0 || more.length > 0 || (second !== null && addressFamily(second) !== family))
      return null
    pairs.push([first, second])
  }
  return pairs
}

function among<Word extends string>(words: readonly Word[], word: string): Word | undefined {
  return words.find((known) => known === word)
}

/**
 * A keyword in the form for comparison: decoded after splitting, lower case; empty if it cannot be
 * decoded.
 */
function keyword(text: string): string {
  return foldCase(decodePercent(text) ?? '')
}

/** The keyword before the first colon, and the rest; null without a colon. */
function cutKeyword(text: string): { readonly word: string; readonly rest: string } | null {
  const colon = text.indexOf(':')
  return colon < 0 ? null : { word: keyword(text.slice(0, colon)), rest: text.slice(colon + 1) }
}

/** The keyword after `the-acap:`, and the rest; null for other schemes. */
function cutScheme(value: string) {
  const head = cutKeyword(value)
  return head?.word === 'the-acap' ? cutKeyword(head.rest) : null
}

/**
 * Whether the value's parts between colons begin with the keywords of a path like
 * `the-acap:extract:idlist` (V2).
 */
export function hasKeywordPath(value: string, path: string): boolean {
  const parts = value.split(':')
  return path
    .split(':')
    .every((wanted, at) => at < parts.length && (wanted === '*' || keyword(parts[at]!) === wanted))
}

/** A URI reference of any scheme but `the-acap:`. It keeps its percent triples. */
function readUri(value: string): { readonly uri: string } | null {
  return isUriReference(value) && cutKeyword(value)?.word !== 'the-acap' ? { uri: value } : null
}

/** A percent-decoded text; null if empty. */
function readTextValue(value: string): { readonly text: string } | null {
  const text = decodePercent(value)
  return text ? { text } : null
}

function readName(value: string): readonly string[] | null {
  const name = decodePercent(value)
  return name ? [name] : null
}

/** A list whose items are decoded after splitting at commas; null if `isItem` refuses one. */
function readListValue(value: string, isItem: (item: string) => boolean): readonly string[] | null {
  const items = value.split(',').map(decodePercent)
  return items.every((item) => item !== null && isItem(item)) ? (items as string[]) : null
}

/** A positive integer. Leading zeros are allowed (Q3). */
function readCount(digits: string | undefined): number | null {
  const count = Number(digits)
  return count > 0 && Number.isSafeInteger(count) ? count : null
}
