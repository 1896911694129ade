/**
 * C2: an ACAP field and a conventional rule that say opposite things to the same crawler about the same pattern. Readers
 * of ACAP follow the one, all others the other.
 */
import { productToken } from '../../grammar/name-token.ts'
import { orderKey } from '../../grammar/pattern-order.ts'
import { finding } from '../findings/diagnostic.ts'
import type { ConventionalRule } from '../policy/policy.ts'
import { type Check, spanOfField, spanOfResource } from './context.ts'

export const disagreement: Check = function* (context) {
  const { policy } = context
  if (policy.ignoresConventional || policy.records.length === 0) return
  const rules = new Map<string, ConventionalRule>()
  for (const { tokens, rules: own } of policy.groups) {
    for (const token of tokens) for (const rule of own) rules.set(`${token} ${orderKey(rule.pattern)}`, rule)
  }
  const reported = new Set<number>()
  for (const { name, usage, purposes, entries } of context.levels) {
    if (usage !== 'crawl' || purposes.length > 0) continue
    for (const { field, effect, key, pattern } of entries) {
      const rule = rules.get(`${productToken(name)} ${key}`)
      if (rule === undefined || rule.effect === effect || reported.has(field.origin.line)) continue
      reported.add(field.origin.line)
      const other = spanOfField(context, rule.origin)
      const at = spanOfResource(context, field.origin)
      const related = [{ ...other, message: 'the conventional rule' }]
      yield finding(at, 'disagreement', [pattern, effect, other.line], related)
    }
  }
}
