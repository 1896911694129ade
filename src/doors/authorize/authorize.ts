/**
 * The authorization service: a server that is there already (nginx, Caddy, HAProxy, Traefik, Envoy) asks for each request whether it
 * may go on. The original request stands in headers whose names differ from server to server. They count from trusted
 * peers alone: anyone who can write them can ask in anybody's name.
 */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { plainAddress } from '../../base/forwarded-address.ts'
import { plainAnswer, unavailable } from '../../edge/answers/own-answers.ts'
import type { Edge } from '../../edge/edge.ts'
import { guarded, logWarning } from '../../edge/log.ts'
import type { Exchange, PaceStore, Sent } from '../../edge/platform.ts'
import { AnswersToFetch, leaveUncounted } from '../gate/gate-answers.ts'
import { writeAnswer } from '../gate/origin-answer.ts'
import { NodeExchange, type NodeServices } from '../node/exchange.ts'
import { without } from '../node/raw-headers.ts'
import { RequestOnWire } from '../node/wire-request.ts'
import {
  isPassedOn,
  type OriginalRequest,
  originalRequest,
  type RequestHeaders,
} from './original-request.ts'

/** How a server tells of the original request, and what it understands. */
interface ServerForm extends RequestHeaders {
  readonly answers: AnswerForm
}

/**
 * - `fetched`: as 403; the server then fetches the answer with `ANSWER_HEADER`.
 * - `marked`: as it is; `VERDICT_HEADER` tells it from a permission.
 * - `by-status`: as it is; a status of 2xx would be a permission, so files are not served this way.
 */
type AnswerForm = 'fetched' | 'marked' | 'by-status'

const FORWARDED = {
  uri: 'x-forwarded-uri',
  method: 'x-forwarded-method',
  host: 'x-forwarded-host',
  chosenHost: null,
}

export const SERVERS: Readonly<Record<string, ServerForm>> = {
  nginx: {
    uri: 'x-original-uri',
    method: 'x-original-method',
    host: 'host',
    chosenHost: 'x-original-host',
    answers: 'fetched',
  },
  caddy: { ...FORWARDED, answers: 'marked' },
  haproxy: { ...FORWARDED, answers: 'marked' },
  traefik: { ...FORWARDED, answers: 'by-status' },
  envoy: { uri: null, method: null, host: 'host', chosenHost: null, answers: 'by-status' },
}

const ANSWER_HEADER = 'x-acap-answer'
/** Tells a permission from an answer for the client: `permit`, `answer` or `malformed`. */
const VERDICT_HEADER = 'acap-verdict'
/** The key with which the server fetches an answer. */
const KEY_HEADER = 'acap-answer'

/** Headers that describe the gate's own answer, and not the page. */
const NOT_OF_THE_PAGE = ['content-length', 'content-type', 'etag', 'date', 'server-timing']

/** Milliseconds for all that a crawler waits for: the servers' configurations give the gate a second. */
const PATIENCE_MS = 500

/** The server before the gate has read the request, within its limits: what it lets through is judged and not refused. */
const LENIENT: ServerOptions = {
  maxHeaderSize: 2 * 1024 * 1024,
  insecureHTTPParser: true,
  requireHostHeader: false,
  keepAliveTimeout: 75_000,
}

interface Service {
  readonly edge: Edge
  readonly services: NodeServices
  /** For a request that another gate has judged and counted, and for health checks. */
  readonly quiet: NodeServices
  readonly form: ServerForm
  readonly toFetch: AnswersToFetch
}

/** Makes the service for servers of one form; it listens to nothing yet. */
export function authorizationServer(edge: Edge, services: NodeServices, form: ServerForm): Server {
  const { platform, isTrusted } = services
  const silent = { ...platform, log: { ...platform.log, log: () => undefined } }
  const quiet = {
    ...services,
    platform: silent,
    paces: null,
    counter: null,
    onUnknownHost: undefined,
  }
  const service = { edge, services, quiet, form, toFetch: new AnswersToFetch() }
  let hasStranger = false
  const serve = async (message: IncomingMessage, outgoing: ServerResponse) => {
    const peer = plainAddress(message.socket.remoteAddress ?? '')
    // A body is of no use here, and one that is not read would hold the connection up.
    message.resume()
    if (peer !== null && isTrusted(peer))
      return writeAnswer(await answerTo(service, message, outgoing), outgoing)
    const state = `${peer} asks, and --trust does not name it: it gets no verdicts`
    // The first one alone: a server's address may have changed.
    if (!hasStranger) logWarning(platform.log, 'gate', { state })
    hasStranger = true
    // Servers take it for a dead gate, so that readers get their pages.
    const answer = new Response('this address may not ask: name it with --trust\n', { status: 503 })
    return writeAnswer(answer, outgoing)
  }
  const server = createServer(LENIENT, (message, outgoing) => {
    const run = () => serve(message, outgoing)
    // Without an answer the server does what it does without a gate.
    void guarded<unknown>(platform.log, 'gate', run, () => outgoing.destroy())
  })
  server.maxHeadersCount = 0
  return server
}

interface Verdict {
  readonly kind: 'permit' | 'answer' | 'malformed'
  /** The answer for the client, or what the page should carry. */
  readonly answer: Response
}

async function answerTo(
  service: Service,
  message: IncomingMessage,
  outgoing: ServerResponse,
): Promise<Response> {
  const { services, quiet, form, toFetch } = service
  const { answers } = form
  const key = answerKey(message, form)
  const judged = key === null ? null : toFetch.take(key)
  if (judged !== null) return judged
  const isForAnswer = key !== null || isPassedOn(message, form)
  const verdict = await judge(
    service,
    message,
    isForAnswer && answers !== 'by-status' ? quiet : services,
  )
  const isPermitted = verdict.kind === 'permit'
  if (isForAnswer) {
    if (isPermitted) leaveUncounted(outgoing)
    return isPermitted ? notHere(answers) : verdict.answer
  }
  if (isPermitted || answers !== 'fetched') return formed(verdict, answers)
  leaveUncounted(outgoing)
  return new Response(null, { status: 403, headers: { [KEY_HEADER]: toFetch.add(verdict.answer) } })
}

/** The key of the answer that the server wants; null where it asks for a verdict. */
function answerKey({ headers }: IncomingMessage, { answers, uri }: ServerForm): string | null {
  // Only these servers overwrite a header that the client sends itself.
  const isOwn = answers === 'fetched' || uri === null
  return (isOwn && headers[ANSWER_HEADER]?.toString()) || null
}

async function judge(
  { edge, form }: Service,
  message: IncomingMessage,
  services: NodeServices,
): Promise<Verdict> {
  const request = originalRequest(message, form, services.isTrusted)
  if (request === null) return { kind: 'malformed', answer: plainAnswer(400) }
  const isReported = request.hasHost && !isPassedOn(message, form)
  const reported = isReported ? services : { ...services, onUnknownHost: undefined }
  const exchange = new AuthorizedExchange(message, request, reported)
  const answer = await edge.answer(exchange)
  // P7: the server would pass on the origin's answer with its body.
  const { isPermitted, isPreflight, isOfCrawler } = exchange
  if (isPermitted && isPreflight && isOfCrawler)
    return { kind: 'answer', answer: new Response(null, { status: 204 }) }
  return { kind: isPermitted ? 'permit' : 'answer', answer }
}

function formed({ kind, answer }: Verdict, answers: AnswerForm): Response {
  if (kind === 'permit' || (answers === 'by-status' && answer.ok))
    return permission(answer, answers)
  if (answers === 'by-status') return answer
  const marked = new Response(answer.body, answer)
  marked.headers.set(VERDICT_HEADER, kind)
  return marked
}

function permission(answer: Response, answers: AnswerForm): Response {
  const headers = new Headers(answer.headers)
  for (const name of NOT_OF_THE_PAGE) headers.delete(name)
  if (answers === 'marked') headers.set(VERDICT_HEADER, 'permit')
  return new Response(null, { status: 200, headers })
}

/** The gate has no pages. A client that was refused a moment ago, and is permitted now, is asked to come back. */
function notHere(answers: AnswerForm): Response {
  return answers === 'fetched'
    ? unavailable()
    : new Response('the gate has no pages of its own\n', { status: 404 })
}

const REQUESTED_METHOD = 'access-control-request-method'

/** A request that another server has received. Its origin is not asked: the other server does that. */
class AuthorizedExchange extends NodeExchange {
  readonly patience = PATIENCE_MS
  override readonly paces: PaceStore | null
  readonly isPreflight: boolean
  isPermitted = false
  isOfCrawler = false

  constructor(
    message: IncomingMessage,
    { method, url, target }: OriginalRequest,
    services: NodeServices,
  ) {
    const { headers, rawHeaders, socket } = message
    const request = RequestOnWire.of(method, url, without(rawHeaders, REQUESTED_METHOD))
    // Like an app, the server finds the page by the target as it was sent, and only afterwards.
    super(request, socket.remoteAddress, services, { routedAs: target })
    this.isPreflight =
      method === 'OPTIONS' &&
      headers.origin !== undefined &&
      headers[REQUESTED_METHOD] !== undefined
    // A preflight asks for no document: it counts for no rate.
    this.paces = this.isPreflight ? null : services.paces
  }

  /** Its URL is that of the original request already. */
  override withForwardedScheme(url: string): string {
    return url
  }

  override atForwardedHost(): null {
    return null
  }

  /** What the other server sends, nobody here sees. */
  whenSent(write: (sent?: Sent) => void): void {
    write(this.isPermitted ? { status: null, bytes: null } : undefined)
  }

  async askOrigin(...[, , , decision]: Parameters<Exchange['askOrigin']>): Promise<Response> {
    this.isOfCrawler = decision !== undefined
    this.isPermitted = true
    return new Response(null, { status: 200 })
  }
}
