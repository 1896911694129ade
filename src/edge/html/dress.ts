/**
 * The origin's answer + a notice → the answer with the notice on it: tags in HTML, headers elsewhere. Bodies stream; what
 * cannot be rewritten without breaking a byte keeps its body as it is.
 */

import { keepPrivate } from '../answers/cache-control.ts'
import { logWarning } from '../log.ts'
import type { LogSink } from '../platform.ts'
import { markedEtag } from '../validators.ts'
import { withClasses } from './class-attributes.ts'
import { hasCharset, isWide, mayCarryTags } from './html.ts'
import { insertInHead } from './insert.ts'
import type { Notice } from './notice.ts'
import { Page } from './page.ts'

/** What speaks of bytes that are no longer the ones sent. */
const OUTDATED = [
  'content-length',
  'accept-ranges',
  'last-modified',
  'content-md5',
  'digest',
  'content-digest',
  'repr-digest',
]

/** Answers that a notice is about: a page, a part of it, or the news that a copy is still good. */
const NOTICED: ReadonlySet<number> = new Set([200, 203, 206, 304])

/** Puts a notice on the answer to a GET or HEAD; `page` is its body where somebody has looked into it already. */
export function dress(
  response: Response,
  request: Request,
  notice: Notice,
  page: Page | null,
  log: LogSink,
): Response | Promise<Response> {
  if (!NOTICED.has(response.status)) return passOn(response, page)
  const rewrites = (notice.tags.length > 0 || notice.elements.length > 0) && mayCarryTags(response)
  const { body } = response
  const looked = page ?? (rewrites && body !== null ? new Page(body, response.headers) : null)
  if (looked === null) return withNotice(response, body, request, notice, rewrites)
  return dressPage(response, request, notice, looked, rewrites, log)
}

async function dressPage(
  response: Response,
  request: Request,
  notice: Notice,
  page: Page,
  mayRewrite: boolean,
  log: LogSink,
): Promise<Response> {
  const rewrites = mayRewrite && (hasCharset(response) || !isWide(await page.peek(2)))
  // Whatever may fail has failed before the first byte of the body is gone.
  const rewriter = rewriterFor(rewrites ? notice.elements : [], log)
  const body = await insertInHead(page, rewrites ? notice.tags : NO_TAGS)
  const type = response.headers.get('content-type') ?? ''
  const classed = rewriter === null ? body : withClasses(new Response(body).body!, rewriter, type)
  return withNotice(response, classed, request, notice, rewrites)
}

function withNotice(
  response: Response,
  body: BodyInit | null,
  request: Request,
  notice: Notice,
  rewrites: boolean,
): Response {
  // The runtime copies all headers at once; a Headers of our own would be copied twice.
  const dressed = new Response(body, response)
  const { headers } = dressed
  for (const [name, value] of notice.headers) add(headers, name, value)
  // A HEAD has no body to carry tags in, so it says the same in headers.
  if (!rewrites || request.method === 'HEAD')
    for (const [name, value] of notice.insteadOfTags) add(headers, name, value)
  const etag = headers.get('etag')
  if (etag !== null) {
    const marked = markedEtag(etag, notice.mark, rewrites)
    headers.set('etag', response.status === 304 ? held(marked, request) : marked)
  }
  if (rewrites) for (const name of OUTDATED) headers.delete(name)
  return dressed
}

/** A 304 names the copy that the client has, weak where that was rewritten (RFC 9110 15.4.5): only the client knows. */
function held(etag: string, { headers }: Request): string {
  const weak = etag.replace(/^(?:W\/)?/, 'W/')
  return headers.get('if-none-match')?.includes(weak) ? weak : etag
}

/** The answer as it is, with the part of its body that was looked into. */
export function passOn(response: Response, page: Page | null): Response | Promise<Response> {
  if (page === null) return response
  return insertInHead(page, NO_TAGS).then((body) => new Response(body, response))
}

const NO_TAGS = new Uint8Array(0)

/** One header may be said by several: only Cache-Control says one thing, and ours is `private`. */
function add(headers: Headers, name: string, value: string): void {
  if (name === 'cache-control') keepPrivate(headers)
  else headers.append(name, value)
}

/** What puts class attributes in (E1); null where there is nothing to put in, or the runtime knows no such selector. */
function rewriterFor(elements: Notice['elements'], log: LogSink): HTMLRewriter | null {
  if (elements.length === 0) return null
  try {
    const rewriter = new HTMLRewriter()
    for (const each of elements) rewriter.on(each.select, { element: (element) => addClass(element, each.class) })
    return rewriter
  } catch (fault) {
    logWarning(log, 'elements', { selectors: elements.map(({ select }) => select), fault: String(fault) })
    return null
  }
}

function addClass(element: Element, added: string): void {
  const classes = element.getAttribute('class')
  element.setAttribute('class', classes === null ? added : `${classes} ${added}`)
}
