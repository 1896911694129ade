/**
 * The groups of the robots.txt → what each crawler reads of them: groups of one token are merged (C1). Tokens that share
 * all their groups stand together.
 */
import type { ConventionalRule, Policy } from '../policy/policy.ts'

/** How many rules are copied. Many names that share one long group and have one of their own would need more. */
const MOST_COPIED = 200_000

export interface MergedGroup {
  readonly tokens: readonly string[]
  /** The places of its groups: first those of the group nodes in the robots.txt, then those of files it refers to. */
  readonly places: readonly number[]
  readonly rules: readonly ConventionalRule[]
}

/**
 * Merges the groups: without those of other files that count for some crawlers only (R11), unless `all` are asked for. Beyond
 * MOST_COPIED rules the later merged groups are left out.
 */
export function mergedGroups(policy: Policy, all = false): readonly MergedGroup[] {
  const groups = policy.groups.filter(({ scope }) => all || scope === null)
  const byToken = new Map<string, number[]>()
  groups.forEach(({ tokens }, place) => {
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
  let left = MOST_COPIED
  return [...merged.values()].flatMap((each) => {
    const parts = each.places.map((place) => groups[place]!.rules)
    if (parts.length === 1) return [{ ...each, rules: parts[0]! }]
    left -= parts.reduce((sum, { length }) => sum + length, 0)
    return left < 0 ? [] : [{ ...each, rules: parts.flat() }]
  })
}
