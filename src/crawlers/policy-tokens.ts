/** Names in robots.txt that no request carries (I5), and how operators write their crawlers' names. */

import { productToken } from '../words/name-token.ts'
import { foldCase } from '../words/path-form.ts'
import { TOKENS, WELL_KNOWN } from './tables.ts'

type PolicyToken = (typeof TOKENS)[number]

export const POLICY_TOKENS: readonly PolicyToken[] = TOKENS

/** Those that a closed category publishes (I6). */
export const PUBLISHED_TOKENS = POLICY_TOKENS.filter(({ provisional }) => !provisional)

const BY_NAME: ReadonlyMap<string, PolicyToken> = new Map(
  POLICY_TOKENS.map((each) => [foldCase(each.token), each]),
)

export function policyToken(name: string): PolicyToken | undefined {
  return BY_NAME.get(name)
}

/** The policy token that a User-Agent or a name begins with; undefined for any other. */
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
 * Product tokens that robots.txt files name most often, and names of several words or with a dot that operators or ai.robots.txt
 * publish for robots.txt, as they write them: what a misspelt name probably means, and how a name is written in a group.
 */
export const WELL_KNOWN_CRAWLERS: readonly string[] = WELL_KNOWN

const SPELLINGS: ReadonlyMap<string, string> = new Map(
  [...WELL_KNOWN, ...POLICY_TOKENS.map(({ token }) => token)].map((name) => [foldCase(name), name]),
)

/** A name in lower case as its operator writes it, as far as that is known. */
export function operatorsSpelling(name: string): string {
  return SPELLINGS.get(name) ?? name
}
