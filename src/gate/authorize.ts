/**
 * The authorization service: a server that is there already (nginx, Caddy, HAProxy, Traefik, Envoy) asks for each request whether it
 * may go on. The original request stands in headers whose names differ from server to server. They count from trusted
 * peers alone: anyone who can write them can ask in anybody's name.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { malformed, unavailable } from '../edge/answers/unavailable.ts'
import type { Edge } from '../edge/edge.ts'
import { guarded } from '../edge/log.ts'
import type { AppBehind } from '../edge/platform.ts'
import { requestUrl } from '../grammar/resolved-url.ts'
import { plainAddress } from '../platforms/node/client-address.ts'
import { NodeExchange, type NodeServices } from '../platforms/node/exchange.ts'
import { headersFrom } from './headers.ts'
import { writeAnswer } from './write-answer.ts'

/** How a server tells of the original request, and what it understands. */
interface ServerForm {
  /** The headers that name target and method; null: those of the request to the gate itself. */
  readonly uri: string | null
  readonly method: string | null
  readonly host: string
  /** How an answer that is not a permission reaches the client. */
  readonly answers: AnswerForm
}

/**
 * - `fetched`: as 403; the server then fetches the answer with `ANSWER_HEADER`.
 * - `marked`: as it is; `VERDICT_HEADER` tells it from a permission.
 * - `by-status`: as it is; a status of 2xx would be a permission, so files are not served this way.
 */
type AnswerForm = 'fetched' | 'marked' | 'by-status'

const FORWARDED = { uri: 'x-forwarded-uri', method: 'x-forwarded-method', host: 'x-forwarded-host' }

/** The servers that may ask. */
export const SERVERS: Readonly<Record<string, ServerForm>> = {
  nginx: { uri: 'x-original-uri', method: 'x-original-method', host: 'host', answers: 'fetched' },
  caddy: { ...FORWARDED, answers: 'marked' },
  haproxy: { ...FORWARDED, answers: 'marked' },
  traefik: { ...FORWARDED, answers: 'by-status' },
  envoy: { uri: null, method: null, host: 'host', answers: 'by-status' },
}

/** Says that the answer itself is wanted, and no verdict. */
const ANSWER_HEADER = 'x-acap-answer'
/** Tells a permission from an answer for the client. */
const VERDICT_HEADER = 'acap-verdict'

/** Headers that describe the gate's own answer, and not the page. */
const NOT_OF_THE_PAGE = ['content-length', 'content-type', 'etag', 'date', 'server-timing']

/** Makes the service for servers of one form; it listens to nothing yet. */
export function authorizationServer(edge: Edge, services: NodeServices, form: ServerForm): Server {
  return createServer({ maxHeaderSize: 64 * 1024, keepAliveTimeout: 75_000 }, (message, outgoing) => {
    const run = () => authorize(edge, services, form, message, outgoing)
    void guarded<unknown>(services.platform.log, 'gate', run, () => outgoing.destroy())
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
  const direct = isDirect(message, form)
  const exchange = new AuthorizedExchange(message, url, method, direct ? unreported(services) : services)
  const answer = await guarded(services.platform.log, 'gate', () => judged(edge, exchange), unavailable)
  await writeAnswer(verdictOf(exchange, answer, form, direct), outgoing)
}

/**
 * The edge's answer. The server passes the target on as it was written, and some origins take what stands behind `#` for
 * a part of the path: then both must be permitted.
 */
async function judged(edge: Edge, exchange: AuthorizedExchange): Promise<Response> {
  const answer = await edge.answer(exchange)
  const whole = exchange.isPermitted ? exchange.withFragmentInPath() : null
  if (whole === null) return answer
  const other = await edge.answer(whole)
  exchange.isPermitted = whole.isPermitted
  return whole.isPermitted ? answer : other
}

const METHOD = /^(?!(?:connect|trace|track)$)[a-z]+$/i

/** Whether the answer itself is wanted: the server says so, or passes the request on as it came. */
function isDirect(message: IncomingMessage, { uri, answers }: ServerForm): boolean {
  if (uri !== null && message.headers[uri] === undefined) return true
  // Only these servers overwrite a header that the client sends itself.
  return (answers === 'fetched' || uri === null) && (message.headers[ANSWER_HEADER] ?? '') !== ''
}

/** A server that checks the gate's health names any host. */
function unreported(services: NodeServices): NodeServices {
  return { ...services, onUnknownHost: undefined }
}

/** The answer to the server: go on with these headers, or the edge's answer in a form that it understands. */
function verdictOf({ isPermitted }: AuthorizedExchange, answer: Response, form: ServerForm, direct: boolean): Response {
  const { answers } = form
  if (direct) return isPermitted ? notHere(answers) : answer
  if (isPermitted || (answers === 'by-status' && answer.ok)) return permission(answer, answers)
  if (answers === 'fetched')
    return new Response(null, { status: 403, headers: { 'acap-status': String(answer.status) } })
  if (answers === 'by-status') return answer
  const marked = new Response(answer.body, answer)
  marked.headers.set(VERDICT_HEADER, 'answer')
  return marked
}

/** The gate has no pages. A client that was refused a moment ago, and is permitted now, is asked to come back. */
function notHere(answers: AnswerForm): Response {
  return answers === 'fetched' ? unavailable() : new Response('the gate has no pages of its own\n', { status: 404 })
}

/** The permission, with what the page should carry. */
function permission(answer: Response, answers: AnswerForm): Response {
  const headers = new Headers(answer.headers)
  for (const name of NOT_OF_THE_PAGE) headers.delete(name)
  if (answers === 'marked') headers.set(VERDICT_HEADER, 'permit')
  return new Response(null, { status: 200, headers })
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

/** Like an app, the server that asks can be asked for a page once, and only afterwards. */
const OTHER_SERVER: AppBehind = { routedAs: null }

/** A request that another server has received. Its origin is not asked: the other server does that. */
class AuthorizedExchange extends NodeExchange {
  readonly app = OTHER_SERVER
  /** Whether the request may go on. */
  isPermitted = false

  readonly #asked: readonly [message: IncomingMessage, url: string, method: string, services: NodeServices]

  constructor(message: IncomingMessage, url: string, method: string, services: NodeServices) {
    const headers = headersFrom(message.rawHeaders)
    super(new Request(url, { method, headers, redirect: 'manual' }), message.socket.remoteAddress, services)
    this.#asked = [message, url, method, services]
  }

  /** The same request to a path that goes on behind `#`; null where it has none. It counts for no rate. */
  withFragmentInPath(): AuthorizedExchange | null {
    const [message, url, method, services] = this.#asked
    const whole = url.includes('#') ? requestUrl(url.replaceAll('#', '%23')) : null
    return whole === null ? null : new AuthorizedExchange(message, whole, method, { ...services, paces: null })
  }

  async askOrigin(): Promise<Response> {
    this.isPermitted = true
    return new Response(null, { status: 200 })
  }
}
