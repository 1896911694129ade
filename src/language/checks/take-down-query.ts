/**
 * A take-down without a query, on a site where that does not cover queries: the page stays
 * reachable with one (T1).
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
