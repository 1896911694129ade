/**
 * The authorization service: an existing server (nginx, Caddy, HAProxy, Traefik, Envoy) asks for
 * each request whether it is allowed. Headers describe the original request; their names differ by
 * server. They are read from trusted peers only, because anyone could forge them.
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

/** How a server describes the original request, and which form of answer it understands. */
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

/** Deadline in milliseconds: the servers' configurations allow the gate a second. */
const PATIENCE_MS = 500

/** The server in front has checked the request against its own limits: do not reject it here. */
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

/** Creates the service for servers of one form. Does not listen. */
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
    // The body is not needed, but an unread body would block the connection.
    message.resume()
    if (peer !== null && isTrusted(peer))
      return writeAnswer(await answerTo(service, message, outgoing), outgoing)
    const state = `${peer} asks, and --trust does not name it: it gets no verdicts`
    // Warn about the first such peer only.
    if (!hasStranger) logWarning(platform.log, 'gate', { state })
    hasStranger = true
    // The server treats a 503 like a gate that is down, so readers still get their pages.
    const answer = new Response('this address may not ask: name it with --trust\n', { status: 503 })
    return writeAnswer(answer, outgoing)
  }
  const server = createServer(LENIENT, (message, outgoing) => {
    const run = () => serve(message, outgoing)
    // On failure, close without an answer: the server then acts as if the gate were down.
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

/** The key of the answer that the server fetches; null if it asks for a verdict. */
function answerKey({ headers }: IncomingMessage, { answers, uri }: ServerForm): string | null {
  // Only these servers overwrite this header, so a client cannot forge it.
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
  // P7: a permission would let the server pass on the origin's response with its body.
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

/** The gate has no pages. A client whose refusal was lifted since the verdict should retry. */
function notHere(answers: AnswerForm): Response {
  return answers === 'fetched'
    ? unavailable()
    : new Response('the gate has no pages of its own\n', { status: 404 })
}

const REQUESTED_METHOD = 'access-control-request-method'

/** A request that another server has received. That server, not the gate, contacts the origin. */
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
    // Like an app, the server routes by the target as it was sent (P6).
    super(request, socket.remoteAddress, services, { routedAs: target })
    this.isPreflight =
      method === 'OPTIONS' &&
      headers.origin !== undefined &&
      headers[REQUESTED_METHOD] !== undefined
    // A preflight requests no document, so it does not count towards a rate.
    this.paces = this.isPreflight ? null : services.paces
  }

  /** The URL is already that of the original request. */
  override withForwardedScheme(url: string): string {
    return url
  }

  override atForwardedHost(): null {
    return null
  }

  /** The other server sends the page, so its status and size are unknown here. */
  whenSent(write: (sent?: Sent) => void): void {
    write(this.isPermitted ? { status: null, bytes: null } : undefined)
  }

  async askOrigin(...[, , , decision]: Parameters<Exchange['askOrigin']>): Promise<Response> {
    this.isOfCrawler = decision !== undefined
    this.isPermitted = true
    return new Response(null, { status: 200 })
  }
}
