/**
 * Which answers of a server count as requests in the metrics: not those to questions about a request that is counted already,
 * nor those to health checks.
 */
import type { ServerResponse } from 'node:http'

const UNCOUNTED = new WeakSet<ServerResponse>()

/** Takes an answer out of the metrics. */
export function leaveUncounted(outgoing: ServerResponse): void {
  UNCOUNTED.add(outgoing)
}

/** Whether an answer counts as a request. */
export function isCounted(outgoing: ServerResponse): boolean {
  return !UNCOUNTED.has(outgoing)
}
