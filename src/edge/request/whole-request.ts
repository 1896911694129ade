/**
 * A request for a part of something → the request for all of it. `Request-Range` is an old name that servers still read.
 */
import { withHeaders } from '../validators.ts'

const PARTIAL = ['range', 'if-range', 'request-range'] as const

/** The request without what asks for a part; itself where it asks for none. */
export function wholeRequest(request: Request): Request {
  if (!PARTIAL.some((name) => request.headers.has(name))) return request
  const headers = new Headers(request.headers)
  for (const name of PARTIAL) headers.delete(name)
  return withHeaders(request, headers)
}
