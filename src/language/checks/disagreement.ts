/** An ACAP field and a conventional rule contradict each other for one crawler and pattern (C2). */
import { cached } from '../../base/cached.ts'
import { productToken } from '../../words/name-token.ts'
import { orderKey } from '../../words/pattern-relations.ts'
import type { ConventionalRule } from '../policy/policy.ts'
import { type Check, spanOfField, spanOfResource } from './context.ts'
import { mergedGroups } from './levels.ts'

type Rules = ReadonlyMap<string, ConventionalRule>

export const disagreement: Check = (context, report) => {
  const { policy } = context
  if (policy.ignoresConventional || policy.records.length === 0) return
  const merged = new Map<string, Rules>()
  for (const { tokens, rules } of mergedGroups(policy, true)) {
    const byKey = new Map(rules.map((rule) => [orderKey(rule.pattern), rule]))
    for (const token of tokens) merged.set(token, byKey)
  }
  const reported = new Set<number>()
  const compared = new Map<unknown, Set<unknown>>()
  for (const { name, usage, purposes, entries } of context.levels) {
    if (usage !== 'crawl' || purposes.length > 0) continue
    const token = productToken(name)
    const rules = merged.get(token ?? '')
    const others = cached(compared, entries, () => new Set())
    if (rules === undefined || others.has(rules)) continue
    others.add(rules)
    for (const { field, effect, key, pattern } of entries) {
      const rule = rules.get(key)
      if (rule === undefined || rule.effect === effect || reported.has(field.origin.line)) continue
      reported.add(field.origin.line)
      const other = spanOfField(context, rule.origin)
      const at = spanOfResource(context, field.origin)
      const related = [{ ...other, message: 'the conventional rule' }]
      report(at, 'disagreement', [pattern, other.line, effect], related)
    }
  }
}
