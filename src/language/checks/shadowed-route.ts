/** Two routes in site.toml with the same match: only the first applies (E4). */
import { cached } from '../../base/cached.ts'
import { orderKey } from '../../words/pattern-relations.ts'
import type { RouteReading } from '../site/routes.ts'
import type { Check } from './context.ts'

export const shadowedRoute: Check = ({ routes }, report) => {
  const first = new Map<string, RouteReading>()
  for (const route of routes) {
    const known = cached(first, orderKey(route.policy.match), () => route)
    if (known === route) continue
    const related = [{ ...known.at, message: 'the route that applies' }]
    report(route.at, 'shadowed-route', [route.policy.match, known.at.line], related)
  }
}
