/**
 * Builds the request for the origin. The ETag of a changed response is the origin's plus a mark of
 * what was added, so that a cached copy is valid only while both stay the same (RFC 9110 8.8,
 * 13.1).
 */
import { isDecodedWhenRead } from '../html/codings.ts'
import type { LightRequest } from '../platform.ts'
import type { Reading, Visit } from './read-request.ts'

/** Whether the method only reads: then the response is a page, and may be requested again. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

export function alteredRequest(
  request: Request | LightRequest,
  change: { readonly method?: string; readonly headers?: Headers },
): Request {
  return 'altered' in request ? request.altered(change) : new Request(request, change)
}

const PARTIAL = ['range', 'if-range', 'request-range'] as const

export function wholeRequest(request: Request): Request {
  let headers: Headers | null = null
  for (const name of PARTIAL) {
    if (!request.headers.has(name)) continue
    headers ??= new Headers(request.headers)
    headers.delete(name)
  }
  return headers === null ? request : alteredRequest(request, { headers })
}

const MARKED = /^(W\/)?"(.*)\.acap([0-9a-f]{8})"$/
const ETAG = /^(?:W\/)?"[^"]*"$/
const ETAGS = /(?:W\/)?"[^"]*"/g

/**
 * The origin's ETag with the mark, weak if the bytes differ; null if they differ and it is not a
 * valid tag.
 */
export function markedEtag(etag: string, mark: string, weak: boolean): string | null {
  if (!ETAG.test(etag)) return weak ? null : etag
  const strong = etag.replace(/^W\//, '')
  const prefix = weak || strong !== etag ? 'W/' : ''
  return `${prefix}${strong.slice(0, -1)}.acap${mark}"`
}

/** The origin's ETag from one of ours; null if that copy has another mark. */
function unmarkedEtag(etag: string, mark: string): string | null {
  const [, weak = '', tag, of] = MARKED.exec(etag) ?? []
  return of === mark ? `${weak}"${tag}"` : null
}

/**
 * The headers for the origin if its response will be changed: conditions on our copies become
 * conditions on its own.
 */
export function originHeaders(headers: Headers, mark: string): Headers {
  const decodable = decodableHeaders(headers)
  const match = headers.get('if-none-match')
  const range = headers.get('if-range')
  if (match === null && range === null && !headers.has('if-modified-since')) return decodable
  const out = new Headers(decodable)
  out.delete('if-modified-since')
  if (match !== null) {
    const etags = (match.match(ETAGS) ?? [])
      .map((etag) => unmarkedEtag(etag, mark))
      .filter((etag) => etag !== null)
    if (etags.length > 0) out.set('if-none-match', etags.join(', '))
    else out.delete('if-none-match')
  }
  // A weak tag cannot request a part (RFC 9110 13.1.5), and ours is weak if the page was rewritten.
  if (range?.trim().startsWith('W/')) for (const name of ['if-range', 'range']) out.delete(name)
  else if (range !== null) out.set('if-range', range.trim().replace(MARKED, '"$2"'))
  return out
}

/** Replaces our tags by the origin's in conditions that only the origin can check. */
function withOwnTags(request: Request): Request {
  const { headers, method } = request
  const match = headers.get('if-match')
  // For reads, originHeaders compares the mark with the current policy.
  const noneMatch = isRead(method) ? null : headers.get('if-none-match')
  if (!`${match} ${noneMatch}`.includes('.acap')) return request
  const out = new Headers(headers)
  // If-Match takes strong tags only, and ours is weak only by our rewriting. Parts of the rewritten
  // page are not the origin's.
  const weak = headers.has('range') ? '$1' : ''
  const ownTags = (tags: string, prefix: string) =>
    tags.replace(ETAGS, (etag) => etag.replace(MARKED, `${prefix}"$2"`))
  if (match !== null) out.set('if-match', ownTags(match, weak))
  if (noneMatch !== null) out.set('if-none-match', ownTags(noneMatch, '$1'))
  return alteredRequest(request, { headers: out })
}

export function withHeaders(request: Request, headers: Headers): Request {
  return headers === request.headers ? request : alteredRequest(request, { headers })
}

/** The request's headers without conditions, so that the response is whole and new. */
export function unconditionalHeaders(headers: Headers): Headers {
  const out = new Headers(decodableHeaders(headers))
  for (const name of ['if-none-match', 'if-modified-since', 'if-range', 'range', 'request-range'])
    out.delete(name)
  return out
}

export function uncodedHeaders(headers: Headers): Headers {
  const out = unconditionalHeaders(headers)
  out.set('accept-encoding', 'identity')
  return out
}

/** Codings that every platform decodes and encodes, or none, with weights. */
const CODING = /^(?:gzip|br|identity)(?:\s*;\s*q=(?!0(?:\.0*)?$)[\d.]+)?$/i

/** The request's headers, accepting only codings that the runtime can decode. */
export function decodableHeaders(headers: Headers): Headers {
  const accepted = headers.get('accept-encoding')
  if (accepted === null) return headers
  const elements = accepted.split(',').map((element) => element.trim())
  const codings = elements.filter((element) => CODING.test(element)).join(', ')
  if (codings === accepted) return headers
  const out = new Headers(headers)
  out.set('accept-encoding', codings === '' ? 'identity' : codings)
  return out
}

export function askOwnOrigin(reading: Reading, request: Request): Promise<Response> {
  const { exchange, origin, kind, notes } = reading
  const countsAsCrawler =
    kind === 'rules' && reading.agent.kind === 'crawler' && reading.mode === 'enforce'
  const ruling = notes.decision?.ruling
  return exchange.askOrigin(withOwnTags(request), origin, countsAsCrawler, ruling)
}

export function untouched(reading: Reading): Promise<Response> {
  reading.notes.stage = 'fetch'
  return askOwnOrigin(reading, reading.request)
}

/** Requests a page that is examined before it is sent. */
export async function askForPage(
  visit: Visit,
  request: Request,
  isCrawler: boolean,
): Promise<Response> {
  const { notes, exchange } = visit
  const { app, bodies } = exchange
  notes.stage = 'fetch'
  notes.asked = request
  // A part of a page cannot be examined (E4). If the whole cannot be requested later, it is
  // requested now.
  let response = await askOwnOrigin(
    visit,
    app !== null && isCrawler ? wholeRequest(request) : request,
  )
  const isLookedInto = isCrawler || !isDecodedWhenRead(response.headers, bodies)
  if (isLookedInto && app?.pipeable !== undefined) response = app.pipeable(response)
  notes.response = response
  notes.stage = 'answer'
  return response
}
