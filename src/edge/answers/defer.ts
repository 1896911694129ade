/**
 * A deferral → when to come back (X2, X3): 503 outside the visiting hours, 429 over the rate.
 */
import type { Decision } from '../../engine/decision.ts'

/** The answer to a crawler that may have what it asked for, only not now. */
export function defer(request: Request, decision: Decision, why: 'hours' | 'rate', home: string): Response {
  const rows = [
    decision.reason,
    '',
    ...decision.fields.map(({ text, servedLine }) => `Rule:    ${text}${servedLine ? `, line ${servedLine}` : ''}`),
    ...decision.comments.map((comment) => `Comment: ${comment}`),
    `Policy:  ${home}/robots.txt`,
  ]
  return new Response(request.method === 'HEAD' ? null : `${rows.join('\n')}\n`, {
    status: why === 'hours' ? 503 : 429,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': String(decision.retryAfter ?? 1),
    },
  })
}
