/**
 * The server of `acap serve`: it serves the page and the policies of a folder to the author's own
 * browser, on this machine alone.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { faultReport } from '../../author/files/report-findings.ts'
import { MOST_BYTES } from '../../base/files/read-file.ts'
import type { LiveReport } from '../../logs/report/live-counts.ts'
import { saveFiles } from './save-files.ts'
import {
  chunkIn,
  type EvidenceSource,
  JSON_TYPE,
  type ReportSource,
  SCRIPT,
  type ServedPath,
  servedPaths,
  type TrafficSource,
} from './served-paths.ts'

/**
 * The page may load only what this server has, so it works without a network and sends nothing
 * elsewhere. The editor adds its styles to the page; the nonce permits them.
 */
const headersWith = (nonce: string) => ({
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
})

/** For scripts: the page starts one of them twice, in two workers, and need not load it twice. */
const SHARED = { 'cache-control': 'no-cache' }

/**
 * The hosts that are answered. Another site whose name leads to this machine (DNS rebinding) must
 * not read the author's drafts.
 */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i

/** Calls `show` with new counts, until the returned function is called. */
export type LiveSource = (show: (report: LiveReport) => void) => () => void

const NO_EVIDENCE: EvidenceSource = {
  letter: async () => ({ letter: null, hash: null, fault: 'there is no log' }),
  archive: () => null,
}
const NO_REPORT: ReportSource = async () => {
  return { report: null, labels: {}, fault: null, remark: null }
}

/** How many pages may receive them at once. */
const MOST_VIEWERS = 32

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string | Uint8Array | Readable
  readonly etag?: string
}

/**
 * Makes the server; `built` is the folder of the page's files, `report` what a log says, `live`
 * what comes now, `traffic` its last requests.
 */
export function explorerServer(
  built: string,
  policies: string,
  report = NO_REPORT,
  live: LiveSource | null = null,
  traffic: TrafficSource = async () => null,
  evidence = NO_EVIDENCE,
): Server {
  const [token, nonce] = [randomBytes(32), randomBytes(16)].map((each) =>
    each.toString('base64url'),
  )
  const headersOf = headersWith(nonce!)
  const rows = servedPaths(built, policies, {
    ...{ report, traffic, evidence, isLive: live !== null },
    ...{ token: token!, nonce: nonce! },
  })
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    if (!LOCAL_HOST.test(request.headers.host ?? ''))
      return plain(421, 'this is a server for localhost')
    if (request.method !== 'POST') return respond(rows, built, request)
    return said(refusalOf(request, token!) ?? saveFiles(policies, await text(request)))
  }
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
    else send(response.writeHead(status, { ...headers, 'content-type': type }), body)
  })
}

function send(response: ServerResponse, body: Answer['body']): void {
  if (!(body instanceof Readable)) response.end(body)
  // Its reader sees that it breaks off.
  else pipeline(body, response, () => undefined)
}

function isForLive({ method, url, headers }: IncomingMessage): boolean {
  return method === 'GET' && url === '/live' && LOCAL_HOST.test(headers.host ?? '')
}

/**
 * Sends server-sent events. A page that does not read them, such as on a sleeping laptop, is sent
 * none.
 */
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
  rows: ReadonlyMap<string, ServedPath>,
  built: string,
  { method, url = '/', headers }: IncomingMessage,
): Promise<Answer> {
  const [path, query] = url.split('?', 2)
  const row = rows.get(path!) ?? chunkIn(built, path!)
  if (method !== 'GET' && method !== 'HEAD') return plain(405, 'GET and HEAD are known here')
  if (row === undefined) return plain(404, 'nothing is here')
  const [type, bodyOf] = row
  const body = await bodyOf(new URLSearchParams(query))
  if (body === null) return plain(404, 'nothing is here')
  if (body instanceof Readable) return { status: 200, type, body }
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  return { status: headers['if-none-match'] === etag ? 304 : 200, type, body, etag }
}

/**
 * Only the page saves: a page of another site can neither read the token, nor send this header
 * without asking first.
 */
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
