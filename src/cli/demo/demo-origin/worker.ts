/**
 * The demo origin: serves the newspaper's pages with the validators and redirects of a real server.
 */
import { PAGES } from './pages.ts'

const LAST_MODIFIED = 'Sun, 01 Nov 2026 06:00:00 GMT'

export function demoAnswer(request: Request): Response {
  const url = new URL(request.url)
  // An absolute Location, as many servers write it: the edge turns it to the public host.
  if (url.pathname === '/latest')
    return Response.redirect(`${url.origin}/news/2026/harbour-bridge.html`, 302)
  const page = PAGES.get(url.pathname)
  if (!page)
    return new Response('<h1>Not found</h1>\n', {
      status: 404,
      headers: { 'content-type': 'text/html' },
    })
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response('method not allowed\n', { status: 405, headers: { allow: 'GET, HEAD' } })
  }
  const etag = `"${page.body.length.toString(36)}"`
  const headers = { etag, 'last-modified': LAST_MODIFIED, 'cache-control': 'max-age=60' }
  if (request.headers.get('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers })
  const body = request.method === 'HEAD' ? null : page.body
  return new Response(body, { headers: { ...headers, 'content-type': page.type } })
}

export default { fetch: demoAnswer } satisfies ExportedHandler
