/**
 * The crawler names of a policy, and the words that they stand in (C1) → one trie, with where each
 * may stand (I1).
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
   * The rows of words that it is cut from, where it is written in no other way (C1); null: it names
   * by itself.
   */
  readonly phrases: readonly string[] | null
}

/** A trie whose root is node 1 and whose entries are the places of the names in the list. */
export function nameTrie(names: readonly (string | WrittenName)[]): Trie {
  const items = names.flatMap((each, entry) =>
    // A name outside the trie's alphabet is compared as text (engine/names.ts).
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
 * What a crawler is asked about by (I1): a name that is one word, or else a header that it matches;
 * null where there is none.
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
 * The rows of words of tokens that groups have in several words alone: any other line makes one a
 * name by itself.
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
 * Whether a token that stands in several words alone identifies a crawler by itself: readers send
 * many.
 */
export function identifiesAlone(token: string): boolean {
  return !isReadersName(token) || isLetterOrNumber(token)
}

/** The names that site.toml has; `robots` in a route is everybody. */
export function configuredNames({ routes, config }: Policy): readonly string[] {
  const routed = routes.flatMap(({ fields }) => fields.map(({ name }) => name))
  return [...routed.filter((name) => name !== 'robots'), ...Object.keys(config.crawlers)]
}

function tokensAlone({ tokens, phrases }: Policy['groups'][number]): readonly string[] {
  return tokens.filter((token) => !phrases.has(token))
}

/** A row that begins as browsers' headers do identifies no crawler. */
function isCrawlersRow(row: string): boolean {
  return !isReadersName(row) && !/^(?:mozilla|opera|dalvik)\b/.test(row)
}
