/**
 * Builds the trie of a policy's crawler names, with the marks that say where in a header each may
 * occur (I1, C1).
 */

import {
  familyMembers,
  isLetterOrNumber,
  isReadersName,
  matchesAlone,
  SHARED_NAMES,
} from '../../crawlers/reader-words.ts'
import type { Policy } from '../../language/policy/policy.ts'
import { MARKS, ODD_NAME } from '../../words/name-token.ts'
import type { Trie } from '../program.ts'
import { TrieBuilder } from './trie-builder.ts'

const MARK = new RegExp(`^[${Object.values(MARKS).join('')}]`)

export interface WrittenName {
  readonly name: string
  /**
   * The phrases of several words that it was cut from, if it occurs in no other way (C1); null: it
   * counts by itself.
   */
  readonly phrases: readonly string[] | null
}

/** Builds a trie with root 1. Its entries are indexes into the list of names. */
export function nameTrie(names: readonly (string | WrittenName)[]): Trie {
  const items = names.flatMap((each, entry) =>
    // A name outside the trie's alphabet is compared as text (decide/names.ts).
    spellings(each)
      .filter((pattern) => !ODD_NAME.test(pattern))
      .map((pattern) => ({ pattern, entry })),
  )
  if (items.length === 0) return NO_NAMES
  const builder = new TrieBuilder()
  builder.add(items)
  return builder.finish()
}

const NO_NAMES = new TrieBuilder().finish()

/**
 * A header that matches a name: the name, if it is one word (I1), else an example; null if there is
 * none.
 */
export function exampleHeader(written: WrittenName): string | null {
  const { name, phrases } = written
  const headers = spellings(written).map((each) => each.replace(MARK, ''))
  const isToken = phrases === null && /^[a-z0-9_-]+$/.test(name)
  return isToken || headers.includes(name) ? name : (headers[0] ?? null)
}

function spellings(written: string | WrittenName): readonly string[] {
  const { name, phrases } = typeof written === 'string' ? { name: written, phrases: null } : written
  return [...new Set([...ownSpellings(name, phrases), ...familyMembers(name)])]
}

function ownSpellings(name: string, phrases: readonly string[] | null): readonly string[] {
  const rows = phrases ?? []
  if (SHARED_NAMES.has(name)) return [MARKS.productOutsideBrowsers + name, ...rows]
  if (isLetterOrNumber(name)) return [MARKS.header + name, ...rows]
  if (phrases === null && isReadersName(name))
    return matchesAlone(name) ? [MARKS.header + name] : []
  if (phrases === null) return [name]
  return isReadersName(name) ? rows : [MARKS.product + name, ...rows]
}

/**
 * The phrases of tokens that occur in phrases only. Any other line makes a token count by itself.
 */
export function phrasesOf(policy: Policy): ReadonlyMap<string, readonly string[]> {
  const { groups: own, repGroups } = policy
  const groups = own === repGroups ? own : [...own, ...repGroups]
  if (groups.every(({ phrases }) => phrases.size === 0)) return new Map()
  const found = new Map<string, Set<string>>()
  for (const [token, phrases] of groups.flatMap((group) => [...group.phrases])) {
    found.set(token, new Set([...(found.get(token) ?? []), ...phrases]))
  }
  const recorded = policy.records.flatMap(({ names }) => names)
  for (const token of [...recorded, ...configuredNames(policy), ...groups.flatMap(tokensAlone)])
    found.delete(token)
  return new Map([...found].map(([token, phrases]) => [token, [...phrases].filter(isCrawlersRow)]))
}

/**
 * Whether a token that occurs in phrases only identifies a crawler: many are words that readers
 * send.
 */
export function identifiesAlone(token: string): boolean {
  return !isReadersName(token) || isLetterOrNumber(token)
}

/** The names in site.toml. In a route, `robots` means all crawlers. */
export function configuredNames({ routes, config }: Policy): readonly string[] {
  const routed = routes.flatMap(({ fields }) => fields.map(({ name }) => name))
  return [...routed.filter((name) => name !== 'robots'), ...Object.keys(config.crawlers)]
}

function tokensAlone({ tokens, phrases }: Policy['groups'][number]): readonly string[] {
  return tokens.filter((token) => !phrases.has(token))
}

/** A phrase that begins like browsers' headers identifies no crawler. */
function isCrawlersRow(row: string): boolean {
  return !isReadersName(row) && !/^(?:mozilla|opera|dalvik)\b/.test(row)
}
