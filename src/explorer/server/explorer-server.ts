/** The page's built files and a folder of policies → a server for the author's own browser, on this machine alone. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { crawlersOf } from '../../author/files/policy-lists.ts'
import { EXAMPLE_HOST, PRESETS, presetFiles } from '../../author/files/presets.ts'
import { faultReport } from '../../author/files/report-findings.ts'
import { MOST_BYTES } from '../../base/files/read-file.ts'
import type { LiveReport } from '../../logs/report/live-counts.ts'
import type { RecentTraffic } from '../../logs/report/recent-requests.ts'
import { wordsOfReports } from './frozen-page.ts'
import { listVersions, saveFiles, versionNamed } from './save-files.ts'
import { sentSites, siteFilesIn } from './sent-sites.ts'

const PLAIN = 'text/plain; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'
const FILES = {
  'main.js': SCRIPT,
  'background-worker.js': SCRIPT,
  'explorer.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}

/** What main.js and the worker share, and what is loaded when a view is opened. */
const CHUNK = /^\/chunk-[A-Z0-9]+\.js$/

/**
 * The page is all that runs, and it talks to nobody else: it works without a network, and stays that way. The editor writes
 * its styles into the page: they have the nonce.
 */
const headersWith = (nonce: string) => ({
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
})

/** The page starts one script twice. */
const SHARED = { 'cache-control': 'no-cache' }

/** A page of another name that leads here (DNS rebinding) is not to read an author's drafts. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i

type Body = string | Uint8Array
type Row = readonly [type: string, body: (query: URLSearchParams) => Body | Promise<Body>]

/** What a log says of crawlers, as JSON; null where there is no log, and before it is read. */
export type ReportSource = () => Promise<{
  readonly report: unknown
  readonly fault: string | null
  /** What a reader has to know of the log first. */
  readonly remark: string | null
}>

/** Shows what comes, until the function that it gives is called. */
export type LiveSource = (show: (report: LiveReport) => void) => () => void

/** Pages that are shown it at once. */
const MOST_VIEWERS = 32

/** What crawlers asked a site for lately; null where no log says so. */
export type TrafficSource = (site: string) => Promise<RecentTraffic | null>

const NO_REPORT: ReportSource = async () => ({ report: null, fault: null, remark: null })

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string | Uint8Array
  readonly etag?: string
}

/** Makes the server; `built` is the folder of the page's files, `report` what a log says, `live` what comes now, `traffic` its last requests. */
export function explorerServer(
  built: string,
  policies: string,
  report = NO_REPORT,
  live: LiveSource | null = null,
  traffic: TrafficSource = async () => null,
): Server {
  const [token, nonce] = [randomBytes(32), randomBytes(16)].map((each) =>
    each.toString('base64url'),
  )
  const headersOf = headersWith(nonce!)
  const json = (value: (query: URLSearchParams) => unknown): Row => [
    JSON_TYPE,
    (query) => JSON.stringify(value(query)),
  ]
  const files = Object.entries(FILES).map(([name, type]): [string, Row] => {
    return [`/${name}`, [type, () => readFileSync(join(built, name))]]
  })
  const index = () =>
    readFileSync(join(built, 'index.html'), 'utf8').replace('nonce=""', `nonce="${nonce}"`)
  const template = ([name, title]: readonly [string, string]) => {
    return { name, title, files: Object.fromEntries(presetFiles(name, [EXAMPLE_HOST])) }
  }
  const words = wordsOfReports()
  const rows: ReadonlyMap<string, Row> = new Map<string, Row>([
    ...files,
    ['/', ['text/html; charset=utf-8', index]],
    ['/token.txt', [PLAIN, () => token!]],
    ['/sites.json', json(() => sentSites(policies))],
    ['/history.json', json((query) => historyOf(policies, query))],
    ['/templates.json', json(() => Object.entries(PRESETS).map(template))],
    [
      '/report.json',
      [
        JSON_TYPE,
        async () => JSON.stringify({ ...(await report()), words, isLive: live !== null }),
      ],
    ],
    [
      '/traffic.json',
      [JSON_TYPE, async (query) => JSON.stringify(await traffic(query.get('site') ?? ''))],
    ],
    ['/crawlers.json', json(() => crawlersOf(policies).crawlers)],
  ])
  const answer = answersFrom(rows, built, policies, token!)
  let viewers = 0
  return createServer(async (request, response) => {
    if (live !== null && isForLive(request)) {
      if (viewers >= MOST_VIEWERS) response.writeHead(503, headersOf).end()
      else {
        viewers++
        response.on('close', () => viewers--)
        streamLive(response, live, headersOf)
      }
      return
    }
    const { status, type, body, etag } = await answer(request).catch((fault: Error) => {
      const message = faultReport(fault)?.message ?? fault.message
      return request.method === 'POST' ? said({ status: 500, message }) : plain(500, message)
    })
    const headers = { ...headersOf, ...(etag && { etag }), ...(type === SCRIPT && SHARED) }
    if (status === 304) response.writeHead(status, headers).end()
    else response.writeHead(status, { ...headers, 'content-type': type }).end(body)
  })
}

function answersFrom(
  rows: ReadonlyMap<string, Row>,
  built: string,
  policies: string,
  token: string,
): (request: IncomingMessage) => Promise<Answer> {
  return async (request) => {
    if (!LOCAL_HOST.test(request.headers.host ?? ''))
      return plain(421, 'this is a server for localhost')
    if (request.method !== 'POST') return respond(rows, built, request)
    return said(refusalOf(request, token) ?? saveFiles(policies, await text(request)))
  }
}

function isForLive({ method, url, headers }: IncomingMessage): boolean {
  return method === 'GET' && url === '/live' && LOCAL_HOST.test(headers.host ?? '')
}

/** Server-sent events. A page that does not read them, as behind a closed lid, is sent none. */
function streamLive(
  response: ServerResponse,
  live: LiveSource,
  headers: ReturnType<typeof headersWith>,
): void {
  response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' })
  response.flushHeaders()
  const stop = live((report) => {
    if (!response.writableNeedDrain) response.write(`data: ${JSON.stringify(report)}\n\n`)
  })
  response.on('close', stop)
}

function plain(status: number, text: string): Answer {
  return { status, type: 'text/plain', body: `${text}\n` }
}

function said({ status, ...words }: ReturnType<typeof saveFiles>): Answer {
  return { status, type: JSON_TYPE, body: JSON.stringify(words) }
}

async function respond(
  rows: ReadonlyMap<string, Row>,
  built: string,
  { method, url = '/', headers }: IncomingMessage,
): Promise<Answer> {
  const [path, query] = url.split('?', 2)
  const row = rows.get(path!) ?? chunkIn(built, path!)
  if (method !== 'GET' && method !== 'HEAD') return plain(405, 'GET and HEAD are known here')
  if (row === undefined) return plain(404, 'nothing is here')
  const [type, bodyOf] = row
  const body = await bodyOf(new URLSearchParams(query))
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  return { status: headers['if-none-match'] === etag ? 304 : 200, type, body, etag }
}

function chunkIn(built: string, path: string): Row | undefined {
  const file = join(built, path)
  return CHUNK.test(path) && existsSync(file) ? [SCRIPT, () => readFileSync(file)] : undefined
}

/** Only the page saves: a page of another site can neither read the token, nor send this header without asking first. */
function refusalOf(
  { url, headers }: IncomingMessage,
  token: string,
): { status: number; message: string } | null {
  if (url !== '/save') return { status: 405, message: 'only /save takes a POST' }
  if (headers.origin !== `http://${headers.host}`)
    return { status: 403, message: 'only the explorer may save' }
  if (headers['x-acap-token'] !== token)
    return { status: 403, message: 'only a page of this server may save' }
  if (headers['content-type'] !== 'application/json')
    return { status: 415, message: 'only JSON is saved' }
  if (!(Number(headers['content-length']) <= MOST_BYTES))
    return { status: 413, message: 'the files are too large' }
  return null
}

function historyOf(policies: string, query: URLSearchParams) {
  const site = siteFilesIn(policies).find((each) => each.site === query.get('site'))
  const version = query.get('version')
  if (site === undefined) return null
  return version === null ? listVersions(site) : versionNamed(site, version)
}
