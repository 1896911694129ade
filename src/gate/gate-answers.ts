/**
 * The answers that the gate itself gives: to requests that ask for no page, and to those that it has no room for.
 */

/** How long a client that finds no room should wait, in seconds. */
const RETRY_AFTER_S = 5

/** To a method that only this hop would answer. */
export function notAllowed(): Response {
  return plain(405, 'this method is not allowed here', { allow: 'GET, HEAD, OPTIONS' })
}

/** To `OPTIONS *`, which asks about a server and about no page of it (RFC 9110 9.3.7). */
export function asterisk(): Response {
  return new Response(null, { status: 204 })
}

/** To crawlers and pipelined requests over a bound; to a reader where the machine has nothing left. */
export function busy(): Response {
  return plain(503, 'too many requests are under way: come back later', { 'retry-after': String(RETRY_AFTER_S) })
}

/** To an upload that sends nothing more. */
export function silentUpload(): Response {
  return plain(408, 'the rest of this request did not come')
}

function plain(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  const own = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(`${text}\n`, { status, headers: { ...own, ...headers } })
}
