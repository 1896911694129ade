/**
 * E5: a route that prohibits the crawl where robots.txt permits something narrower inside it. The route's prohibition is
 * published in every record and group, and the narrower permission would win there.
 */
import { foldCase } from '../../grammar/path-form.ts'
import { compareKeys, orderKey } from '../../grammar/pattern-order.ts'
import { overlap } from '../../grammar/pattern-relations.ts'
import { type Finding, finding } from '../findings/diagnostic.ts'
import type { ConventionalRule, Origin } from '../policy/policy.ts'
import type { RouteReading } from '../site/routes.ts'
import { type Check, type Context, spanOfResource } from './context.ts'

export const routeOverPermission: Check = function* (context) {
  for (const route of context.routes) {
    const { match, fields } = route.policy
    const shut = fields.filter(({ usage, effect }) => usage === 'crawl' && effect === 'disallow')
    const isMeant = (name: string) => shut.some((field) => field.name === 'robots' || field.name === name)
    for (const { name, usage, entries } of context.levels) {
      if (usage !== 'crawl' || !isMeant(name)) continue
      for (const { field, effect, key, pattern } of entries) {
        const wins = effect === 'allow' && compareKeys(key, orderKey(match)) === 'narrower'
        if (wins && overlap(key, orderKey(match))) yield conflict(context, route, field.origin, pattern)
      }
    }
    for (const { tokens, rules } of context.policy.groups) {
      if (!tokens.some(isMeant)) continue
      for (const rule of rules) if (ruleWins(rule, match)) yield conflict(context, route, rule.origin, rule.pattern)
    }
  }
}

/** C1: a conventional rule wins by its length; a tie permits. */
function ruleWins({ effect, pattern }: ConventionalRule, match: string): boolean {
  return effect === 'allow' && pattern.length >= match.length && overlap(foldCase(pattern), foldCase(match))
}

function conflict(context: Context, { policy, at }: RouteReading, origin: Origin, pattern: string): Finding {
  const related = [{ ...at, message: 'the route' }]
  return finding(spanOfResource(context, origin), 'route-over-permission', [pattern, policy.match], related)
}
