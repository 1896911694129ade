/**
 * A Request as it came → the same for the URL that every parser on its way to the page makes of it. The runtime gives
 * URLs as they were sent, and resolves dots, backslashes and the host only when the origin is asked: what is decided
 * upon must be what is fetched.
 */

/** What a URL parser does not leave as it is: a host that is no lower-case name, dot segments, backslashes. */
const UNRESOLVED = /^https?:\/\/[^/]*[^/a-z\d.:[\]-]|\/\.|%2[eE]|\\/

/** The request, or one of its resolved URL. */
export function resolved(request: Request): Request {
  const { url } = request
  if (!UNRESOLVED.test(url) || !URL.canParse(url)) return request
  const { href } = new URL(url)
  return href === url ? request : new Request(href, request)
}
