/**
 * The groups of the robots.txt → what each crawler reads of them: groups of one token are merged (C1). Tokens that share
 * all their groups stand together.
 */
import type { ConventionalGroup, ConventionalRule, Policy } from '../policy/policy.ts'

/** What the crawlers of some tokens read. */
export interface MergedGroup {
  readonly tokens: readonly string[]
  /** The places of its groups: first those of the group nodes in the robots.txt, then those of files it refers to. */
  readonly places: readonly number[]
  readonly rules: readonly ConventionalRule[]
}

/** Merges the groups, except for those of other files that count for some crawlers only (R11). */
export function mergedGroups({ groups }: Policy): readonly MergedGroup[] {
  const own = groups.filter(({ scope }) => scope === null)
  const byToken = new Map<string, number[]>()
  own.forEach(({ tokens }, place) => {
    for (const token of tokens) {
      const places = byToken.get(token)
      if (places === undefined) byToken.set(token, [place])
      else places.push(place)
    }
  })
  const merged = new Map<string, { readonly tokens: string[]; readonly places: readonly number[] }>()
  for (const [token, places] of byToken) {
    const key = places.join()
    const known = merged.get(key)
    if (known === undefined) merged.set(key, { tokens: [token], places })
    else known.tokens.push(token)
  }
  return [...merged.values()].map((each) => ({ ...each, rules: each.places.flatMap((place) => rulesOf(own[place]!)) }))
}

function rulesOf({ rules }: ConventionalGroup): readonly ConventionalRule[] {
  return rules
}
