/**
 * The least that a Worker must do for the same answers: what the edge is measured against. Each is written by hand, as a
 * module of plain JavaScript.
 */

/** A refusal that is always the same, with the status, headers and body size of the edge's own. */
export function constant(status: number, headers: Readonly<Record<string, string>>, size: number): string {
  return `const BODY = 'x'.repeat(${size})
const INIT = { status: ${status}, headers: ${JSON.stringify(headers)} }
export default { fetch: () => new Response(BODY, INIT) }`
}

/** The same with one line of JSON logged for each request, as long as the edge's own. */
export function logged(status: number, headers: Readonly<Record<string, string>>, size: number, line: number): string {
  return `const BODY = 'x'.repeat(${size})
const REST = 'x'.repeat(${line})
const INIT = { status: ${status}, headers: ${JSON.stringify(headers)} }
export default { fetch: (request) => {
  const { url, headers } = request
  console.log(JSON.stringify({ url, userAgent: headers.get('user-agent'), now: Date.now(), rest: REST }))
  return new Response(BODY, INIT)
} }`
}

/** The origin's answer itself. */
export const PROXY = 'export default { fetch: (request, { ORIGIN }) => ORIGIN.fetch(request) }'

/** The origin's answer with one more header. */
export function withHeaders(headers: readonly (readonly [string, string])[]): string {
  return `const HEADERS = ${JSON.stringify(headers)}
export default { async fetch(request, { ORIGIN }) {
  const answer = await ORIGIN.fetch(request)
  const changed = new Response(answer.body, answer)
  for (const [name, value] of HEADERS) changed.headers.set(name, value)
  return changed
} }`
}

/** The runtime's own rewriter, putting one tag into head. */
export function rewriter(tag: string): string {
  return `const TAG = ${JSON.stringify(tag)}
const prepend = { element: (head) => head.prepend(TAG, { html: true }) }
export default { async fetch(request, { ORIGIN }) {
  const answer = await ORIGIN.fetch(request)
  return new HTMLRewriter().on('head', prepend).transform(answer)
} }`
}
