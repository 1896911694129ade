/**
 * The reverse proxy: passes each request to the edge, and writes the edge's answer to the client.
 * Node's server parses requests by its own rules: it answers 400 or 431 to what it cannot read, and
 * 408 where a header stays incomplete.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { plainAnswer, unavailable } from '../../edge/answers/own-answers.ts'
import type { Edge } from '../../edge/edge.ts'
import { guarded } from '../../edge/log.ts'
import { readWire } from '../node/wire-request.ts'
import type { BodyCount } from '../node/write-response.ts'
import { answerOn, ClientConnections, GateMessage, joinSockets } from './client-connections.ts'
import { busy, notAllowed, silentUpload } from './gate-answers.ts'
import { MAX_HEADER_BYTES, SECONDS, type Seconds } from './limits.ts'
import { writeAnswer } from './origin-answer.ts'
import { ProxyExchange, type ProxyServices, WITHOUT_PAGE } from './proxy-exchange.ts'
import { watchCrawler } from './slow-crawlers.ts'

/** Methods that only this hop would answer (RFC 9110 9.3.6, 9.3.8). */
const REFUSED_METHODS: ReadonlySet<string> = new Set(['TRACE', 'TRACK', 'CONNECT'])

interface ProxyLimits {
  readonly clients: number
  readonly seconds?: Seconds | undefined
}

export function proxyServer(
  edge: Edge,
  services: ProxyServices,
  { clients, seconds = SECONDS }: ProxyLimits,
): Server {
  const server = createServer({
    IncomingMessage: GateMessage,
    keepAliveTimeout: seconds.idle * 1000,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: seconds.header * 1000,
    connectionsCheckingInterval: Math.min(5, seconds.header) * 1000,
    // An upload may take as long as it takes.
    requestTimeout: 0,
  })
  // Of both directions: nothing has come on a new connection, or an upload holds back.
  server.timeout = seconds.silence * 1000
  const connections = new ClientConnections(clients)
  connections.watch(server)
  const answer = serve.bind(null, { edge, services, connections, seconds })
  server.on('request', answer)
  // Node has read a GET of HTTP/1.1 without a body, and nothing behind it.
  server.on('upgrade', (message: GateMessage, socket, head) => {
    connections.release(socket as Socket)
    answer(message, answerOn(message, socket as Socket, head))
  })
  server.on('checkExpectation', answer)
  return server
}

interface Serving {
  readonly edge: Edge
  readonly services: ProxyServices
  readonly connections: ClientConnections
  readonly seconds: Seconds
}

/** Answers a request. What fails ends one connection, and not the process. */
function serve(serving: Serving, message: GateMessage, outgoing: ServerResponse): void {
  // Node drops what stands behind a request with an `Upgrade` that is ignored: nothing may follow
  // it.
  if (message.asksForUpgrade) outgoing.shouldKeepAlive = false
  message.on('timeout', () => endSilentUpload(message, outgoing))
  const run = () => answerRequest(serving, message, outgoing)
  void guarded<unknown>(serving.services.platform.log, 'gate', run, () => outgoing.destroy())
}

async function answerRequest(
  { edge, services, connections, seconds }: Serving,
  message: GateMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const turn = connections.turnOf(message, outgoing)
  if (turn !== true && !(await turn)) return writeAnswer(busy(), outgoing)
  const wire = readRequest(message, services)
  if (wire instanceof Response) return writeAnswer(wire, outgoing)
  const watch = watchCrawler.bind(null, message, outgoing, seconds.slow)
  const exchange = new ProxyExchange(wire, services, watch)
  outgoing.once('close', () => exchange.end(outgoing))
  // 503 at a fault that the edge did not catch.
  const answer = await guarded(
    services.platform.log,
    'gate',
    () => edge.answer(exchange),
    unavailable,
  )
  if (exchange.isTurnedAway) return turnAway(answer, outgoing, exchange.count)
  const { received, count } = exchange
  if (exchange.switched === null) return writeAnswer(answer, outgoing, count, received)
  if (answer.status === WITHOUT_PAGE && !outgoing.destroyed)
    return joinSockets(exchange.switched, outgoing)
  exchange.switched.socket.destroy()
  await writeAnswer(answer, outgoing, exchange.count)
}

function readRequest(message: GateMessage, { ownHost }: ProxyServices) {
  const { method, url } = message
  if (REFUSED_METHODS.has(method!)) return notAllowed()
  // It asks about a server and about no page of it (RFC 9110 9.3.7).
  if (method === 'OPTIONS' && url === '*') return new Response(null, { status: 204 })
  return readWire(message, ownHost, 'http') ?? plainAnswer(400)
}

/** Answers a request that is not served, and ends its connection: another one may need the room. */
function turnAway(
  answer: Response,
  outgoing: ServerResponse,
  count: BodyCount | null,
): Promise<void> {
  outgoing.shouldKeepAlive = false
  return writeAnswer(answer, outgoing, count)
}

/** Ends an upload that holds back, unless it is the origin that does not take what has come. */
function endSilentUpload(message: IncomingMessage, outgoing: ServerResponse): void {
  const { socket } = message
  const { bytesRead } = socket
  const isHeld = message.readableLength > 0
  // What came while this process was busy is read first.
  setImmediate(() => {
    if (isHeld || socket.bytesRead > bytesRead || message.readableLength > 0)
      return void socket.setTimeout(socket.timeout ?? 0)
    if (outgoing.headersSent) return void socket.destroy()
    void turnAway(silentUpload(), outgoing, null)
  })
}
