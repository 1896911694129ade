/**
 * A Request as it came → the same for the URL that the origin will be asked for. The runtime gives URLs as they were
 * sent, and resolves dots, backslashes and the host only when the origin is asked.
 */
import { requestUrl } from '../grammar/resolved-url.ts'

/** The request, or one of its resolved URL; null where it is for no host. */
export function resolved(request: Request): Request | null {
  const { url } = request
  const href = requestUrl(url)
  if (href === null) return null
  return href === url ? request : new Request(href, request)
}
