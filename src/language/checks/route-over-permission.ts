/** A route's published prohibition that a narrower permission would override (E5). */
import { foldCase } from '../../words/path-form.ts'
import { compareKeys, orderKey, overlap } from '../../words/pattern-relations.ts'
import type { ConventionalRule, Origin } from '../policy/policy.ts'
import type { RouteReading } from '../site/routes.ts'
import { type Check, spanOfResource } from './context.ts'

/** Longer policies are not checked, because every route is compared with every permission. */
const MOST_WORK = 1_000_000

export const routeOverPermission: Check = (context, report) => {
  const levels = context.levels.filter(({ usage }) => usage === 'crawl')
  const conflict = ({ policy, at }: RouteReading, origin: Origin, pattern: string) => {
    const related = [{ ...at, message: 'the route' }]
    report(
      spanOfResource(context, origin),
      'route-over-permission',
      [pattern, policy.match],
      related,
    )
  }
  let left = MOST_WORK
  for (const route of context.routes) {
    const { match, fields } = route.policy
    const shut = fields.filter(({ usage, effect }) => usage === 'crawl' && effect === 'disallow')
    if (shut.length === 0) continue
    const names = new Set(shut.map(({ name }) => name))
    const isMeant = (name: string) => names.has('robots') || names.has(name)
    const routeKey = orderKey(match)
    const looked = new Set<unknown>()
    for (const { name, entries } of levels) {
      left--
      if (!isMeant(name) || looked.has(entries)) continue
      looked.add(entries)
      left -= entries.length
      if (left < 0) return
      for (const { field, effect, key, pattern } of entries) {
        const wins = effect === 'allow' && compareKeys(key, routeKey) === 'narrower'
        if (wins && overlap(key, routeKey)) conflict(route, field.origin, pattern)
      }
    }
    for (const { tokens, rules } of context.policy.groups) {
      if (!tokens.some(isMeant)) continue
      left -= rules.length
      if (left < 0) return
      for (const rule of rules)
        if (ruleWins(rule, match)) conflict(route, rule.origin, rule.pattern)
    }
  }
}

/** A conventional rule wins by length; a tie permits (C1). */
function ruleWins({ effect, pattern }: ConventionalRule, match: string): boolean {
  return (
    effect === 'allow' &&
    pattern.length >= match.length &&
    overlap(foldCase(pattern), foldCase(match))
  )
}
