/**
 * T1: a take-down names a path without a query, and the site does not say that it counts for any. With a query behind
 * it the page is there as before.
 */
import { type Check, spanOfResource } from './context.ts'

export const takeDownQuery: Check = (context, report) => {
  const { policy, hasSite } = context
  if (!hasSite || policy.config.takeDownQuery === 'any') return
  const requests = policy.records
    .flatMap(({ actions }) => actions)
    .filter(({ action, path }) => action === 'take-down' && !path.includes('?'))
  const [first] = requests
  if (first === undefined) return
  const more = new Set(requests.map(({ path }) => path)).size - 1
  report(spanOfResource(context, first.origin), 'take-down-query', [first.path, more])
}
