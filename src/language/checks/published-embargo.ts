/** A route that is closed until a date (E7), while the served robots.txt reveals its path (E5). */
import type { Check } from './context.ts'

export const publishedEmbargo: Check = ({ routes, policy, now }, report) => {
  for (const { policy: route, at } of routes) {
    const { closedUntil, published } = policy.config.routes[route.index]!
    if (published === null && closedUntil !== null && now < closedUntil)
      report(at, 'published-embargo', [route.match])
  }
}
