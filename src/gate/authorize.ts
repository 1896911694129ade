/**
 * The authorization service: a server that is there already (nginx, Caddy, Traefik, Envoy) asks for each request whether it
 * may go on. The original request stands in headers whose names differ from server to server. They count from trusted
 * peers alone: anyone who can write them can ask in anybody's name.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { malformed, unavailable } from '../edge/answers/unavailable.ts'
import type { Edge } from '../edge/edge.ts'
import { guarded } from '../edge/log.ts'
import { requestUrl } from '../grammar/resolved-url.ts'
import { plainAddress } from '../platforms/node/client-address.ts'
import { NodeExchange, type NodeServices } from '../platforms/node/exchange.ts'
import { headersFrom } from './headers.ts'
import { writeAnswer } from './write-answer.ts'

/** How a server tells of the original request. Null: by the request to the gate itself. */
interface ServerForm {
  readonly uri: string | null
  readonly method: string | null
  readonly host: string
  /** The one status by which the server takes a refusal; null: it passes on any, with headers and body. */
  readonly refusal: number | null
}

const FORWARDED = { uri: 'x-forwarded-uri', method: 'x-forwarded-method', host: 'x-forwarded-host', refusal: null }

/** The servers that may ask. */
export const SERVERS: Readonly<Record<string, ServerForm>> = {
  nginx: { uri: 'x-original-uri', method: 'x-original-method', host: 'host', refusal: 403 },
  caddy: FORWARDED,
  traefik: FORWARDED,
  envoy: { uri: null, method: null, host: 'host', refusal: null },
}

/** Asks for the answer itself: where a server takes one status for all refusals, it fetches the refusal with this. */
const ANSWER_HEADER = 'x-acap-answer'

/** What speaks of the gate's own answer, and not of the page. */
const NOT_OF_THE_PAGE = ['content-length', 'content-type', 'etag', 'date', 'server-timing']

/** Makes the service for servers of one form; it listens to nothing yet. */
export function authorizationServer(edge: Edge, services: NodeServices, form: ServerForm): Server {
  return createServer({ maxHeaderSize: 64 * 1024, keepAliveTimeout: 75_000 }, (message, outgoing) => {
    void authorize(edge, services, form, message, outgoing)
  })
}

async function authorize(
  edge: Edge,
  services: NodeServices,
  form: ServerForm,
  message: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const peer = plainAddress(message.socket.remoteAddress ?? '')
  // A body is of no use here, and one that is not read would hold the connection up.
  message.resume()
  if (peer === null || !services.isTrusted(peer)) return writeAnswer(distrusted(), outgoing)
  const url = originalUrl(message, form)
  const method = headerOf(message, form.method) ?? message.method!
  if (url === null || !METHOD.test(method)) return writeAnswer(malformed(), outgoing)
  const exchange = new AuthorizedExchange(message, url, method, services)
  const answer = await guarded(services.platform.log, 'gate', () => edge.answer(exchange), unavailable)
  await writeAnswer(verdictOf(exchange, answer, form, isDirect(message, form)), outgoing)
}

const METHOD = /^(?!(?:connect|trace|track)$)[a-z]+$/i

/** Whether the answer itself is wanted: the server says so, or passes the request on as it came. */
function isDirect(message: IncomingMessage, { uri, refusal }: ServerForm): boolean {
  const wantsRefusal = refusal !== null && message.headers[ANSWER_HEADER] !== undefined
  return wantsRefusal || (uri !== null && message.headers[uri] === undefined)
}

/** What the server is told: go on with these headers, or the refusal in a form that it understands. */
function verdictOf({ isPermitted }: AuthorizedExchange, answer: Response, form: ServerForm, direct: boolean): Response {
  if (direct) return isPermitted ? new Response('the gate has no pages of its own\n', { status: 404 }) : answer
  if (isPermitted || answer.ok) {
    const headers = new Headers(answer.headers)
    for (const name of NOT_OF_THE_PAGE) headers.delete(name)
    return new Response(null, { status: 200, headers })
  }
  if (form.refusal === null) return answer
  return new Response(null, { status: form.refusal, headers: { 'acap-status': String(answer.status) } })
}

function originalUrl(message: IncomingMessage, form: ServerForm): string | null {
  const scheme = headerOf(message, 'x-forwarded-proto') === 'https' ? 'https' : 'http'
  const host = headerOf(message, form.host) ?? message.headers.host
  const uri = headerOf(message, form.uri) ?? message.url
  return host === undefined || uri === undefined || !uri.startsWith('/')
    ? null
    : requestUrl(`${scheme}://${host}${uri}`)
}

function headerOf({ headers }: IncomingMessage, name: string | null): string | undefined {
  const value = name === null ? undefined : headers[name]
  return Array.isArray(value) ? value[0] : value
}

function distrusted(): Response {
  return new Response('this address may not ask: name it with --trust\n', { status: 403 })
}

/** A request that another server has received. Its origin is not asked: the other server does that. */
class AuthorizedExchange extends NodeExchange {
  readonly inApp = true
  readonly routedAs = null
  /** Whether the request may go on. */
  isPermitted = false

  constructor(message: IncomingMessage, url: string, method: string, services: NodeServices) {
    const headers = headersFrom(message.rawHeaders)
    super(new Request(url, { method, headers, redirect: 'manual' }), message.socket.remoteAddress, services)
  }

  async askOrigin(): Promise<Response> {
    this.isPermitted = true
    return new Response(null, { status: 200 })
  }
}
