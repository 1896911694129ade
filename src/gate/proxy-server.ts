/**
 * The reverse proxy: requests on the wire → the edge → answers on the wire. Upgrades to other protocols are decided like
 * any other request, before a byte is piped.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { malformed, unavailable } from '../edge/answers/unavailable.ts'
import type { Edge } from '../edge/edge.ts'
import { guarded, logWarning } from '../edge/log.ts'
import { endToEnd, withHeader } from './headers.ts'
import { ProxyExchange, type ProxyServices, readWire, type WireRequest } from './proxy-exchange.ts'
import { writeAnswer } from './write-answer.ts'

/** As long as nginx keeps an idle connection. */
const KEEP_ALIVE_MS = 75_000
/** What a header may have, in bytes: browsers with many cookies send more than Node's default. */
const MAX_HEADER_BYTES = 64 * 1024

/** How many seconds a client that has closed its half of the connection may wait for a byte. */
const HALF_CLOSED_S = 60

/** Methods that only this hop would answer (RFC 9110 9.3.6, 9.3.8). */
const REFUSED_METHODS: ReadonlySet<string> = new Set(['TRACE', 'TRACK', 'CONNECT'])

/**
 * Makes the server; it listens to nothing yet. A client may close its half of the connection and still read the answer
 * (RFC 9293 3.6); one that left looks the same until a byte is sent to it.
 */
export function proxyServer(edge: Edge, services: ProxyServices, halfClosed = HALF_CLOSED_S): Server {
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // An upload may take as long as it takes.
    requestTimeout: 0,
  })
  // Node's own name for it; without it a half-closed connection is closed before the answer is there.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('connection', (socket) => {
    socket.once('end', () => socket.setTimeout(halfClosed * 1000, () => socket.destroy()))
  })
  const proxy = new WireServer(edge, services)
  server.on('request', (message, outgoing) => proxy.serve(message, outgoing))
  server.on('upgrade', (message, socket, head) => proxy.upgrade(message, socket, head))
  server.on('checkExpectation', (message, outgoing) => proxy.serve(message, outgoing))
  server.on('clientError', (fault, socket) => refuseUnreadable(fault, socket as ClientSocket))
  return server
}

/** How long a client may take to read why its connection ends, and to close it, in milliseconds. */
const LINGER_MS = 5000

/** A client's connection; `_httpMessage` is Node's own name for the answer whose turn it is. */
type ClientSocket = Socket & { readonly _httpMessage?: ServerResponse | null }

/** Answers after which their connection ends. Node reports every piece that cannot be read. */
const LAST_ANSWERS = new WeakSet<ServerResponse>()

/**
 * Ends a connection where its next bytes cannot be read. Browsers open connections before they need them: one that stays
 * silent is closed without a word, because some show a 408 that comes there as the answer to what they ask next.
 */
function refuseUnreadable(fault: NodeJS.ErrnoException, socket: ClientSocket): void {
  const answer = socket._httpMessage
  if (!socket.writable) return void socket.destroy()
  if (answer?.req.complete === true) {
    // The request was whole: what cannot be read came behind it.
    if (!LAST_ANSWERS.has(answer)) answer.once('finish', () => endSoon(socket, ''))
    LAST_ANSWERS.add(answer)
    return
  }
  // Nothing may follow an answer that has begun; an upload that breaks off ends it.
  if (fault.code === 'ERR_HTTP_REQUEST_TIMEOUT' || answer?.headersSent === true) return void socket.destroy()
  const status = fault.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
  endSoon(socket, `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function endSoon(socket: ClientSocket, lastWords: string): void {
  socket.end(lastWords)
  socket.setTimeout(LINGER_MS, () => socket.destroy())
}

class WireServer {
  readonly #edge: Edge
  readonly #services: ProxyServices

  constructor(edge: Edge, services: ProxyServices) {
    this.#edge = edge
    this.#services = services
  }

  serve(message: IncomingMessage, outgoing: ServerResponse): void {
    this.#guarded(() => this.#serve(message, outgoing), outgoing)
  }

  upgrade(message: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#guarded(() => this.#upgrade(message, socket, head), socket)
  }

  /** What fails ends one connection, and not the process. */
  #guarded(run: () => Promise<void>, connection: { destroy(): unknown }): void {
    void guarded<unknown>(this.#services.platform.log, 'gate', run, () => connection.destroy())
  }

  async #serve(message: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const wire = this.#read(message)
    if (wire === null || REFUSED_METHODS.has(message.method!)) {
      return writeAnswer(wire === null ? malformed() : notAllowed(), outgoing)
    }
    const exchange = new ProxyExchange(wire, this.#services)
    outgoing.once('close', () => exchange.end())
    await writeAnswer(await this.#answer(exchange), outgoing)
  }

  /** The answer; 503 at a fault that the edge did not catch. */
  #answer(exchange: ProxyExchange): Response | Promise<Response> {
    const { log } = this.#services.platform
    return guarded(log, 'gate', () => this.#edge.answer(exchange), unavailable)
  }

  async #upgrade(message: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { log } = this.#services.platform
    socket.on('error', (fault) => logWarning(log, 'upgrade', { url: message.url, fault: String(fault) }))
    const wire = this.#read(message)
    if (wire === null) return refuseUpgrade(malformed(), socket)
    const exchange = new UpgradeExchange(wire, this.#services)
    socket.once('close', () => exchange.end())
    const answer = await this.#answer(exchange)
    if (!exchange.isPermitted) return refuseUpgrade(answer, socket)
    await exchange.pipe(socket, head)
  }

  #read(message: IncomingMessage): WireRequest | null {
    const { ownHost, isTrusted } = this.#services
    const peer = message.socket.remoteAddress ?? ''
    const forwarded = isTrusted(peer) ? message.headers['x-forwarded-proto'] : undefined
    return readWire(message, ownHost, forwarded === 'https' ? 'https' : 'http')
  }
}

/** A request for another protocol: the edge decides on it, then the connection is piped. */
class UpgradeExchange extends ProxyExchange {
  /** Whether the edge would have asked the origin. */
  isPermitted = false
  #siteOrigin: string | null = null
  #originRequest: Request = this.request

  override async askOrigin(request: Request, siteOrigin: string | null): Promise<Response> {
    this.isPermitted = true
    this.#originRequest = request
    this.#siteOrigin = siteOrigin
    return new Response(null, { status: 204 })
  }

  /** Asks the origin for the protocol, and pipes both ways where it agrees. */
  async pipe(socket: Duplex, head: Buffer): Promise<void> {
    const { client, platform } = this.proxy
    const protocol = this.wire.message.headers.upgrade ?? ''
    try {
      const origin = this.originOf(this.#siteOrigin)
      const sent = this.sent(this.#originRequest)
      const headers = [...sent.headers, 'connection', 'upgrade', 'upgrade', protocol]
      const { message, connection } = await client.upgrade(origin, { ...sent, headers })
      if (connection === null) {
        socket.write(headOf(message.statusCode!, withHeader(endToEnd(message.rawHeaders), 'connection', 'close')))
        message.on('close', () => message.readableEnded || socket.destroy())
        message.pipe(socket)
        return
      }
      socket.write(headOf(101, message.rawHeaders))
      socket.write(connection.head)
      connection.socket.write(head)
      connection.socket.on('error', () => socket.destroy())
      socket.on('close', () => connection.socket.destroy())
      connection.socket.on('close', () => socket.destroy())
      connection.socket.pipe(socket).pipe(connection.socket)
    } catch (fault) {
      logWarning(platform.log, 'origin', { url: this.wire.url, fault: String(fault) })
      socket.end(headOf(502, ['content-length', '0', 'connection', 'close']))
    }
  }
}

function notAllowed(): Response {
  return new Response('this method is not allowed here\n', {
    status: 405,
    headers: { 'content-type': 'text/plain; charset=utf-8', allow: 'GET, HEAD, OPTIONS' },
  })
}

async function refuseUpgrade(answer: Response, socket: Duplex): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer())
  const headers = [...answer.headers].flat()
  socket.end(
    Buffer.concat([
      Buffer.from(headOf(answer.status, [...headers, 'content-length', String(body.length), 'connection', 'close'])),
      body,
    ]),
  )
}

/** The head of an answer, as it goes over the wire. */
function headOf(status: number, headers: readonly string[]): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`
  for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`
  return `${head}\r\n`
}
