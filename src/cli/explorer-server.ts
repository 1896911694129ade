/**
 * The explorer's built files and a folder of policies → an HTTP server for the author's own browser. It serves a fixed
 * list of paths, reads the policies again for every visit, writes nothing, and answers only to names of this machine.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { crawlersOf } from './known-crawlers.ts'
import { loadSites } from './load-site.ts'

/** A path, the type of what is there, and how its body is made. */
interface Row {
  readonly path: string
  readonly type: string
  readonly body: () => string | Uint8Array
}

const HTML = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'

/** The page is all that runs, and it talks to nobody else: it works without a network, and stays that way. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** A page of another name that leads here (DNS rebinding) is not to read an author's drafts. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i

/** Makes the server; `built` is the folder of the page's files. */
export function explorerServer(built: string, policies: string): Server {
  const file = (name: string) => () => readFileSync(join(built, name))
  const rows: readonly Row[] = [
    { path: '/', type: HTML, body: file('index.html') },
    { path: '/main.js', type: 'text/javascript; charset=utf-8', body: file('main.js') },
    { path: '/explorer.css', type: 'text/css; charset=utf-8', body: file('explorer.css') },
    { path: '/icon.svg', type: 'image/svg+xml', body: file('icon.svg') },
    { path: '/sites.json', type: JSON_TYPE, body: () => JSON.stringify(sitesIn(policies)) },
    { path: '/crawlers.json', type: JSON_TYPE, body: () => JSON.stringify(crawlersOf(policies).crawlers) },
  ]
  return createServer((request, response) => respond(rows, request, response))
}

function respond(
  rows: readonly Row[],
  { method, url = '/', headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const say = (status: number, type: string, body: string | Uint8Array) =>
    response.writeHead(status, { ...HEADERS, 'content-type': type }).end(body)
  const path = url.split('?', 1)[0]
  const row = rows.find((each) => each.path === path)
  if (!LOCAL_HOST.test(headers.host ?? '')) return void say(421, 'text/plain', 'this is a server for localhost\n')
  if (method !== 'GET' && method !== 'HEAD') return void say(405, 'text/plain', 'GET and HEAD are known here\n')
  if (row === undefined) return void say(404, 'text/plain', 'nothing is here\n')
  try {
    const body = row.body()
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    if (headers['if-none-match'] === etag) return void response.writeHead(304, { ...HEADERS, etag }).end()
    response.setHeader('etag', etag)
    say(200, row.type, body)
  } catch (fault) {
    say(500, 'text/plain', `${(fault as Error).message}\n`)
  }
}

/** The sites with their files as text; none where there is no folder of policies. */
function sitesIn(policies: string) {
  if (!existsSync(policies)) return []
  const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })
  return loadSites(policies).map(({ site, files }) => ({
    site,
    files: Object.fromEntries([...files].map(([path, bytes]) => [path, decoder.decode(bytes)])),
  }))
}
