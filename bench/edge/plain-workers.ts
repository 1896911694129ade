/**
 * The least that a Worker must do for the same answers: what the edge is measured against. Each is
 * written by hand, as a module of plain JavaScript.
 */

/** A refusal that is always the same, with the status, headers and body size of the edge's own. */
export function constant(
  status: number,
  headers: Readonly<Record<string, string>>,
  size: number,
): string {
  return `const BODY = 'x'.repeat(${size})
const INIT = { status: ${status}, headers: ${JSON.stringify(headers)} }
export default { fetch: () => new Response(BODY, INIT) }`
}

/** The same with one line of JSON logged for each request, as long as the edge's own. */
export function logged(
  status: number,
  headers: Readonly<Record<string, string>>,
  size: number,
  line: number,
): string {
  return `const BODY = 'x'.repeat(${size})
const INIT = { status: ${status}, headers: ${JSON.stringify(headers)} }
${logging(line)}
export default { fetch: (request) => {
  log(request)
  return new Response(BODY, INIT)
} }`
}

/** A line of JSON for each request, with as many characters that do not come from the request. */
function logging(line: number): string {
  return `const REST = 'x'.repeat(${line})
function log({ url, headers }) {
  console.log(JSON.stringify({ url, userAgent: headers.get('user-agent'), now: Date.now(), rest: REST }))
}`
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

/**
 * The runtime's own rewriter, putting one tag into head; where `line` is given, with a logged line
 * of that length.
 */
export function rewriter(tag: string, line: number | null = null): string {
  const log = line === null ? 'function log() {}' : logging(line)
  return `${log}
const TAG = ${JSON.stringify(tag)}
const prepend = { element: (head) => head.prepend(TAG, { html: true }) }
export default { async fetch(request, { ORIGIN }) {
  const answer = await ORIGIN.fetch(request)
  log(request)
  return new HTMLRewriter().on('head', prepend).transform(answer)
} }`
}

/** Answers that need no more than the platform: refuses everything, or passes everything on. */
export const REFUSE = "() => new Response('refused', { status: 403 })"
export const PASS_ON = '(request, { ORIGIN }) => ORIGIN.fetch(request)'

/**
 * A Worker with one answer, whose module has the code of another one in a function that is never
 * called.
 */
export function sized(script: string, answer: string): string {
  const body = script
    .replace(/import[^;'"]*?from"[^"]*";?/g, '')
    .replace(/export\{[^}]*\};?\s*$/, '')
    .replace(/extends [\w$]+\{(?=[^{}]*\basync admit\()/, 'extends Object{')
  return `import policies from './policies.bin'
import { DurableObject } from 'cloudflare:workers'
export class Pacer extends DurableObject {}
export const unused = () => {${body}}
export default { fetch: policies.byteLength > 0 ? ${answer} : null }`
}
