/**
 * C2: an ACAP field and a conventional rule that say opposite things to the same crawler about the same pattern. Readers
 * of ACAP follow the one, all others the other.
 */
import { productToken } from '../../grammar/name-token.ts'
import { orderKey } from '../../grammar/pattern-relations.ts'
import { finding } from '../findings/diagnostic.ts'
import type { ConventionalRule, Policy } from '../policy/policy.ts'
import { type Check, spanOfField, spanOfResource } from './context.ts'

type Rules = ReadonlyMap<string, ConventionalRule>

/** How many rules are copied. Many names that share one long group and have one of their own would need more. */
const MOST_COPIED = 200_000

export const disagreement: Check = function* (context) {
  const { policy } = context
  if (policy.ignoresConventional || policy.records.length === 0) return
  const rulesFor = ruleFinder(policy)
  const reported = new Set<number>()
  const compared = new Map<unknown, Set<unknown>>()
  for (const { name, usage, purposes, entries } of context.levels) {
    if (usage !== 'crawl' || purposes.length > 0) continue
    const token = productToken(name)
    const rules = token === null ? null : rulesFor(token)
    const others = compared.get(entries) ?? new Set()
    compared.set(entries, others)
    if (rules === null || others.has(rules)) continue
    others.add(rules)
    for (const { field, effect, key, pattern } of entries) {
      const rule = rules.get(key)
      if (rule === undefined || rule.effect === effect || reported.has(field.origin.line)) continue
      reported.add(field.origin.line)
      const other = spanOfField(context, rule.origin)
      const at = spanOfResource(context, field.origin)
      const related = [{ ...other, message: 'the conventional rule' }]
      yield finding(at, 'disagreement', [pattern, other.line, effect], related)
    }
  }
}

/** The rules of a token by their patterns; null where it has none, and for tokens beyond MOST_COPIED rules. */
function ruleFinder({ groups }: Policy): (token: string) => Rules | null {
  const placesOf = new Map<string, number[]>()
  groups.forEach(({ tokens }, place) => {
    for (const token of new Set(tokens)) {
      const places = placesOf.get(token)
      if (places === undefined) placesOf.set(token, [place])
      else places.push(place)
    }
  })
  const known = new Map<string, Rules>()
  let left = MOST_COPIED
  return (token) => {
    const places = placesOf.get(token)
    if (places === undefined) return null
    const id = places.join()
    let rules = known.get(id)
    if (rules === undefined) {
      const own = places.flatMap((place) => groups[place]!.rules)
      left -= own.length
      if (left < 0) return null
      rules = new Map(own.map((rule) => [orderKey(rule.pattern), rule]))
      known.set(id, rules)
    }
    return rules
  }
}
