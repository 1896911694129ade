/**
 * A request for a part of something → the request for all of it. `Request-Range` is an old name that servers still read.
 */
import { withHeaders } from '../validators.ts'
import type { Visit } from './read-request.ts'

const PARTIAL = ['range', 'if-range', 'request-range'] as const

/** The request without what asks for a part; itself where it asks for none. */
export function wholeRequest(request: Request): Request {
  if (!PARTIAL.some((name) => request.headers.has(name))) return request
  const headers = new Headers(request.headers)
  for (const name of PARTIAL) headers.delete(name)
  return withHeaders(request, headers)
}

const PAGES: ReadonlySet<string> = new Set(['html', 'htm', 'xhtml', 'php', 'asp', 'aspx', 'jsp', 'cgi'])
const MEDIA = /^(?:audio|video|track|image|font)$/

/**
 * Whether a request seems to be for a page, as far as it tells: nothing says that its path is a file of another type, or that
 * it is for something in a page.
 */
export function seemsForPage({ request, target }: Pick<Visit, 'request' | 'target'>): boolean {
  const [, extension] = /^[^?]*\.([^./?]*)(?:\?|$)/.exec(target) ?? []
  const isPage = extension === undefined || PAGES.has(extension.toLowerCase())
  return isPage && !MEDIA.test(request.headers.get('sec-fetch-dest') ?? '')
}
