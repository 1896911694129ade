/**
 * The explorer's built files and a folder of policies → an HTTP server for the author's own browser. It serves a fixed
 * list of paths, reads the policies again for every visit, saves what the page sends, and answers only to names of this
 * machine.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { PRESETS, presetFiles } from '../init/presets.ts'
import { EXAMPLE_HOST } from '../init/with-hosts.ts'
import { crawlersOf } from '../input/known-crawlers.ts'
import { loadSites } from '../input/load-site.ts'
import { MOST_BYTES } from '../input/read-file.ts'
import { faultReport } from '../output/report-fault.ts'
import { listVersions, saveFiles, versionNamed } from './save-files.ts'

/** A path, the type of what is there, and how its body is made. */
interface Row {
  readonly path: string
  readonly type: string
  readonly body: (query: URLSearchParams) => string | Uint8Array
}

const HTML = 'text/html; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'
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
  const token = randomBytes(32).toString('base64url')
  const rows: readonly Row[] = [
    { path: '/', type: HTML, body: file('index.html') },
    { path: '/token.txt', type: 'text/plain; charset=utf-8', body: () => token },
    ...['main.js', 'background-worker.js', 'shared.js'].map((name) => ({
      path: `/${name}`,
      type: SCRIPT,
      body: file(name),
    })),
    { path: '/explorer.css', type: 'text/css; charset=utf-8', body: file('explorer.css') },
    { path: '/icon.svg', type: 'image/svg+xml', body: file('icon.svg') },
    { path: '/sites.json', type: JSON_TYPE, body: () => JSON.stringify(sitesIn(policies)) },
    { path: '/history.json', type: JSON_TYPE, body: (query) => JSON.stringify(historyOf(policies, query)) },
    { path: '/templates.json', type: JSON_TYPE, body: () => JSON.stringify(templates()) },
    { path: '/crawlers.json', type: JSON_TYPE, body: () => JSON.stringify(crawlersOf(policies).crawlers) },
  ]
  return createServer((request, response) => {
    const say = (status: number, type: string, body: string | Uint8Array) =>
      response.writeHead(status, { ...HEADERS, 'content-type': type }).end(body)
    if (!LOCAL_HOST.test(request.headers.host ?? '')) say(421, 'text/plain', 'this is a server for localhost\n')
    else if (request.method === 'POST') save(policies, token, request, say)
    else respond(rows, request, response, say)
  })
}

type Say = (status: number, type: string, body: string | Uint8Array) => void

function respond(
  rows: readonly Row[],
  { method, url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  say: Say,
): void {
  const [path, query] = url.split('?', 2)
  const row = rows.find((each) => each.path === path)
  if (method !== 'GET' && method !== 'HEAD') say(405, 'text/plain', 'GET and HEAD are known here\n')
  else if (row === undefined) say(404, 'text/plain', 'nothing is here\n')
  else send(row, new URLSearchParams(query), headers['if-none-match'], response, say)
}

function send(
  row: Row,
  query: URLSearchParams,
  knownEtag: string | undefined,
  response: ServerResponse,
  say: Say,
): void {
  try {
    const body = row.body(query)
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    if (knownEtag === etag) {
      response.writeHead(304, { ...HEADERS, etag }).end()
      return
    }
    response.setHeader('etag', etag)
    say(200, row.type, body)
  } catch (fault) {
    say(500, 'text/plain', `${faultReport(fault as Error)?.message ?? (fault as Error).message}\n`)
  }
}

/** Saves for the page alone: a page of another site can neither read the token, nor send this header without asking first. */
async function save(policies: string, token: string, request: IncomingMessage, say: Say): Promise<void> {
  const sayJson = (status: number, message: string) => say(status, JSON_TYPE, JSON.stringify({ message }))
  try {
    const refused = refusalOf(request, token)
    const { status, message } = refused ?? saveFiles(policies, await text(request))
    sayJson(status, message)
  } catch (fault) {
    sayJson(500, faultReport(fault as Error)?.message ?? (fault as Error).message)
  }
}

function refusalOf({ url, headers }: IncomingMessage, token: string): { status: number; message: string } | null {
  if (url !== '/save') return { status: 405, message: 'only /save takes a POST' }
  if (headers.origin !== `http://${headers.host}`) return { status: 403, message: 'only the explorer may save' }
  if (headers['x-acap-token'] !== token) return { status: 403, message: 'only a page of this server may save' }
  if (headers['content-type'] !== 'application/json') return { status: 415, message: 'only JSON is saved' }
  if (!(Number(headers['content-length']) <= MOST_BYTES)) return { status: 413, message: 'the files are too large' }
  return null
}

/** The policies to begin with: what each is for, and its files. */
function templates() {
  return Object.entries(PRESETS).map(([name, title]) => ({
    name,
    title,
    files: Object.fromEntries(presetFiles(name, [EXAMPLE_HOST])),
  }))
}

/** The versions of a site, or the one that is wanted; null where there is none. */
function historyOf(policies: string, query: URLSearchParams) {
  const site = existsSync(policies) ? loadSites(policies).find((each) => each.site === query.get('site')) : undefined
  const version = query.get('version')
  if (site === undefined) return null
  return version === null ? listVersions(site) : versionNamed(site, version)
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
