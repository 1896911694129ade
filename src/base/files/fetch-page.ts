/**
 * Fetches a page within limits, because the server may be hostile. Failures are explained in words.
 * Uses `node:http`, because `fetch` decompresses a response before its bytes can be counted.
 */
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

interface FetchLimits {
  /** The limit in milliseconds for redirects, headers and body together. */
  readonly patienceMs: number
  /** Where it may redirect to. Default: anywhere, but never from https to http. */
  readonly allows?: (url: URL) => boolean
}

const MEBIBYTE = 1 << 20
const MOST_BYTES = 16 * MEBIBYTE
/**
 * The limit for the ratio of decompression. Text reaches about 30. It applies after the first MiB.
 */
const MOST_RATIO = 100
/** RFC 9309, 2.3.1.2 asks crawlers for five. */
const MOST_REDIRECTS = 5
const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308]

const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

/** Error codes of the system and of node:http, explained. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host cannot be looked up',
  ECONNREFUSED: 'nothing answers there',
  ECONNRESET: 'the connection was cut',
  ERR_STREAM_PREMATURE_CLOSE: 'the connection was cut',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too large',
  Z_BUF_ERROR: 'the compressed answer ends too early',
  Z_DATA_ERROR: 'the compressed answer is damaged',
}

/** Fetches within limits. Throws an Error whose message says what is wrong. */
export async function fetchPage(address: string | URL, limits: FetchLimits) {
  const deadline = AbortSignal.timeout(limits.patienceMs)
  try {
    return await follow(new URL(address), limits, deadline)
  } catch (fault) {
    if (deadline.aborted)
      throw new Error(`no whole answer within ${limits.patienceMs / 1000} seconds`)
    const { code = '', message } = fault as NodeJS.ErrnoException
    throw new Error(FAULTS[code] ?? (code.startsWith('HPE_') ? 'the answer is not HTTP' : message))
  }
}

async function follow(start: URL, { allows = () => true }: FetchLimits, deadline: AbortSignal) {
  let url = start
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const answer = await request(url, deadline)
    const { statusCode = 0, headers } = answer
    if (!REDIRECTS.includes(statusCode) || headers.location === undefined)
      return received(answer, url)
    answer.destroy()
    url = target(headers.location, url)
    if (!allows(url)) throw new Error(`it redirects to ${url}, which is not allowed`)
  }
  throw new Error(`more than ${MOST_REDIRECTS} redirects`)
}

/**
 * A redirect must not lead from https to http: the request was meant to be secret and unchanged.
 */
function target(location: string, from: URL): URL {
  if (!URL.canParse(location, from.href))
    throw new Error(`it redirects to \`${location}\`, which is not a URL`)
  const url = new URL(location, from)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error(`it redirects to ${url}`)
  if (from.protocol === 'https:' && url.protocol === 'http:')
    throw new Error(`it redirects from https to ${url}`)
  return url
}

function request(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getHttps : getHttp
  const headers = { accept: '*/*', 'accept-encoding': 'gzip, br', 'user-agent': 'acap-edge' }
  return new Promise((resolve, reject) => {
    get(url.href, { signal, headers, agent: false }, resolve).on('error', reject)
  })
}

async function received(answer: IncomingMessage, url: URL) {
  const { statusCode = 0, headers } = answer
  if (statusCode < 200 || statusCode > 299) {
    answer.destroy()
    throw new Error(`status ${statusCode}`)
  }
  return { bytes: await bodyOf(answer), type: headers['content-type'] ?? '', url }
}

/** Reads and decompresses the body. If the reader stops, the connection is closed. */
async function bodyOf(answer: IncomingMessage): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of expanded(answer) as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > MOST_BYTES)
        throw new Error(`the answer is larger than ${MOST_BYTES / MEBIBYTE} MiB`)
      if (size > MEBIBYTE && size > answer.socket.bytesRead * MOST_RATIO)
        throw new Error(`the compressed answer expands to more than ${MOST_RATIO} times its size`)
      parts.push(chunk)
    }
  } finally {
    answer.destroy()
  }
  return Buffer.concat(parts)
}

/** Not `stream.pipeline`: it never ends if its reader throws during a large decompression. */
function expanded(answer: IncomingMessage): Readable {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return answer
  const decoder = DECODERS.get(encoding)?.()
  if (decoder === undefined)
    throw new Error(`the answer is encoded as \`${encoding}\`, which cannot be read`)
  answer.on('error', (fault) => decoder.destroy(fault))
  return answer.pipe(decoder)
}
