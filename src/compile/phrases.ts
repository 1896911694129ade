/**
 * A policy → the tokens that its groups have in several words alone, each with these words (C1). Any other line with the
 * token makes it a name by itself.
 */
import type { Policy } from '../language/policy/policy.ts'
import { isLetterOrNumber, isReadersName } from '../registry/reader-words.ts'

/** Rows of words by token; none where no row identifies a crawler. */
export function phrasesOf(policy: Policy): ReadonlyMap<string, readonly string[]> {
  const { groups: own, repGroups } = policy
  const groups = own === repGroups ? own : [...own, ...repGroups]
  if (groups.every(({ phrases }) => phrases.size === 0)) return new Map()
  const found = new Map<string, Set<string>>()
  for (const [token, phrases] of groups.flatMap((group) => [...group.phrases])) {
    found.set(token, new Set([...(found.get(token) ?? []), ...phrases]))
  }
  const recorded = policy.records.flatMap(({ names }) => names)
  for (const token of [...recorded, ...configuredNames(policy), ...groups.flatMap(tokensAlone)]) found.delete(token)
  return new Map([...found].map(([token, phrases]) => [token, [...phrases].filter(isCrawlersRow)]))
}

/** Whether a token that stands in several words alone identifies a crawler by itself: readers send many. */
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
