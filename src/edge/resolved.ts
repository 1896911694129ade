/**
 * A Request as it came → the same for the URL that the origin will be asked for. The runtime gives URLs as they were
 * sent, and resolves dots, backslashes and the host only when the origin is asked.
 */
import { resolvedUrl } from '../grammar/resolved-url.ts'

/** The request, or one of its resolved URL. */
export function resolved(request: Request): Request {
  const { url } = request
  const href = resolvedUrl(url)
  return href === url ? request : new Request(href, request)
}
