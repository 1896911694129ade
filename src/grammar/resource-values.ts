/**
 * The values that name a resource to be used, included or referred to: must-use-resource, must-include-resource,
 * usage-ref (ACAP Part 1, 2.5.3.2, 2.5.5.6, 2.5.6.1). Text in, typed data out; null where outside the grammar.
 */
import type { Locator, Restriction } from '../vocabulary/restriction.ts'
import { cutKeyword, cutScheme, keyword, readListValue, readName, readTextValue, readUri } from './value-parts.ts'

type OfType<T extends Restriction['type']> = Extract<Restriction, { type: T }>

/** What `the-acap:extract:` may name in must-use-resource, and whether several. */
const EXTRACTS = new Map([
  ['id', { extract: 'id', several: false }],
  ['class', { extract: 'class', several: false }],
  ['meta', { extract: 'meta', several: false }],
  ['idlist', { extract: 'id', several: true }],
  ['classlist', { extract: 'class', several: true }],
  ['taglist', { extract: 'tag', several: true }],
] as const)

const INCLUDE_ROLES = ['extract', 'credit', 'link', 'license-link', 'registration-link'] as const
const REFERENCE_ROLES = ['link', 'terms-link', 'permission-link'] as const

/** `must-use-resource`: what index entries and presentations are to be made from. */
export function readUsedResource(value: string): OfType<'must-use-resource'> | null {
  const type = 'must-use-resource'
  const head = cutScheme(value)
  if (!head) return withType(type, readUri(value))
  if (head.word === 'text') return withType(type, readTextValue(head.rest))
  const kind = head.word === 'extract' ? cutKeyword(head.rest) : null
  const named = EXTRACTS.get((kind?.word ?? '') as 'id')
  if (!kind || !named) return null
  const names = named.several ? readListValue(kind.rest, (name) => name !== '') : readName(kind.rest)
  return names && { type, extract: named.extract, names }
}

/** `must-include-resource`: what is to be shown along with a presentation. */
export function readIncludedResource(value: string): OfType<'must-include-resource'> | null {
  const type = 'must-include-resource'
  if (keyword(value) === 'plus-terms') return { type, plusTerms: true }
  const head = cutScheme(value)
  if (!head) return withType(type, readUri(value))
  const role = INCLUDE_ROLES.find((known) => known === head.word)
  const locator = role && readLocator(head.rest)
  return locator ? { type, role, ...locator } : null
}

/** `usage-ref`: where other usages are defined or asked for. */
export function readUsageReference(value: string): OfType<'usage-ref'> | null {
  const type = 'usage-ref'
  const head = cutScheme(value)
  if (!head) return withType(type, readUri(value))
  const role = REFERENCE_ROLES.find((known) => known === head.word)
  const locator = role && readLocator(head.rest)
  return locator ? { type, role, ...locator } : null
}

/** Where the resource is: an element or META tag of the page, a text, or elsewhere by URI. */
function readLocator(value: string): Locator | null {
  const head = cutKeyword(value)
  if (head?.word === 'text') return readTextValue(head.rest)
  if (head?.word !== 'id' && head?.word !== 'class' && head?.word !== 'meta') return readUri(value)
  const names = readName(head.rest)
  return names && { extract: head.word, names }
}

function withType<T extends string, M extends object>(type: T, members: M | null): ({ readonly type: T } & M) | null {
  return members && { type, ...members }
}
