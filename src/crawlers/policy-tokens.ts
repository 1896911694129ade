/**
 * Names for robots.txt that no request carries (I5), and operators' own spelling of crawler names.
 */

import { productToken } from '../words/name-token.ts'
import { foldCase } from '../words/path-form.ts'
import { TOKENS, WELL_KNOWN } from './tables.ts'

type PolicyToken = (typeof TOKENS)[number]

export const POLICY_TOKENS: readonly PolicyToken[] = TOKENS

/** The tokens to publish when a category is closed (I6). */
export const PUBLISHED_TOKENS = POLICY_TOKENS.filter(({ provisional }) => !provisional)

const BY_NAME: ReadonlyMap<string, PolicyToken> = new Map(
  POLICY_TOKENS.map((each) => [foldCase(each.token), each]),
)

export function policyToken(name: string): PolicyToken | undefined {
  return BY_NAME.get(name)
}

/** The policy token at the start of a User-Agent or name; undefined for others. */
export function policyTokenIn(userAgent: string): PolicyToken | undefined {
  return policyToken(productToken(userAgent) ?? '')
}

export function tokensAmong(names: readonly string[]): readonly PolicyToken[] {
  return POLICY_TOKENS.filter(({ token }) => names.includes(foldCase(token)))
}

export function tokenSentence({
  token,
  operator,
  category,
  fetchedBy,
  provisional,
}: PolicyToken): string {
  const note = provisional ? ' It is from a draft and provisional: nothing here writes it.' : ''
  return `${token} is no client: ${operator} reads this token in robots.txt (${category}), and no request carries it. ${fetchedBy} fetches the pages.${note}`
}

/**
 * The names most frequent in robots.txt files, and published names with several words or a dot, in
 * the operator's spelling. Used to suggest corrections and to write groups.
 */
export const WELL_KNOWN_CRAWLERS: readonly string[] = WELL_KNOWN

const SPELLINGS: ReadonlyMap<string, string> = new Map(
  [...WELL_KNOWN, ...POLICY_TOKENS.map(({ token }) => token)].map((name) => [foldCase(name), name]),
)

/** The operator's spelling of a lower-case name, if known. */
export function operatorsSpelling(name: string): string {
  return SPELLINGS.get(name) ?? name
}
