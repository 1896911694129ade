/**
 * The connections of clients: which of them carry no request, whose turn it is on each, which make room for a new one, and which
 * go over to WebSocket (RFC 6455 4.1), the one protocol that is passed on. An `Upgrade` to any other is ignored, as RFC 9110
 * 7.8 allows. Addresses do not count: behind a proxy all are the same.
 */
import { IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { without } from '../node/raw-headers.ts'
import { MAX_PIPELINED } from './limits.ts'
import type { Switched } from './origin-client.ts'

interface Line {
  last: ServerResponse
  waiting: number
}

/** Of the connections on which an answer is under way. */
const LINES = new WeakMap<Socket, Line>()

export class ClientConnections {
  readonly #most: number
  /** Connections on which no request has come, oldest first. */
  readonly #fresh = new Set<Socket>()
  /** Connections after an answer, oldest first, and the bytes that had come on them by then. */
  readonly #idle = new Map<Socket, number>()
  readonly #open = new Set<Socket>()

  /** `most`: how many there may be, unless all carry requests. */
  constructor(most: number) {
    this.#most = most
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#add(socket))
    // Node ends a connection by itself only where nobody listens. It answers an incomplete header on its own.
    server.on('timeout', (socket: Socket) => {
      const before = this.#fresh.has(socket) ? 0 : this.#idle.get(socket)
      if (before === socket.bytesRead) socket.destroy()
    })
  }

  /** Takes a connection that goes over to another protocol out of the account. */
  release(socket: Socket): void {
    this.#fresh.delete(socket)
    this.#idle.delete(socket)
  }

  /**
   * Waits until the answers before this one are sent, so that one connection never has two requests at origins; false
   * where too many wait already, or the connection ends with an answer before.
   */
  turnOf({ socket }: IncomingMessage, outgoing: ServerResponse): boolean | Promise<boolean> {
    this.release(socket)
    outgoing.once('close', () => this.#end(socket, outgoing))
    const line = LINES.get(socket)
    if (line === undefined) {
      LINES.set(socket, { last: outgoing, waiting: 0 })
      return true
    }
    const before = line.last
    line.last = outgoing
    if (line.waiting >= MAX_PIPELINED) return false
    line.waiting++
    return new Promise((resolve) => {
      before.once('close', () => {
        line.waiting--
        resolve(socket.writable)
      })
    })
  }

  #add(socket: Socket): void {
    this.#open.add(socket)
    this.#fresh.add(socket)
    socket.once('close', () => this.#forget(socket))
    // After the turn in which the first bytes of all that came with it are read.
    if (this.#open.size > this.#most) setImmediate(setImmediate, () => this.#makeRoom())
  }

  #makeRoom(): void {
    if (this.#open.size <= this.#most) return
    const oldest = this.#idle.keys().next().value ?? this.#fresh.values().next().value
    if (oldest === undefined) return
    this.#forget(oldest)
    oldest.destroy()
  }

  #forget(socket: Socket): void {
    this.#open.delete(socket)
    this.release(socket)
  }

  #end(socket: Socket, outgoing: ServerResponse): void {
    if (LINES.get(socket)?.last !== outgoing) return
    LINES.delete(socket)
    if (!socket.destroyed) this.#idle.set(socket, socket.bytesRead)
  }
}

/** Sixteen bytes in base64. */
const KEY = /^[A-Za-z\d+/]{22}==$/

function isWebSocket({ method, headers, httpVersionMinor }: IncomingMessage): boolean {
  return (
    headers.upgrade?.toLowerCase() === 'websocket' &&
    method === 'GET' &&
    httpVersionMinor > 0 &&
    /(?:^|,)[ \t]*upgrade[ \t]*(?:,|$)/i.test(headers.connection ?? '') &&
    KEY.test(headers['sec-websocket-key'] ?? '') &&
    headers['sec-websocket-version'] === '13' &&
    headers['transfer-encoding'] === undefined &&
    Number(headers['content-length'] ?? 0) === 0
  )
}

/** A request as Node's server makes it, which hands the connection over where `upgrade` says so. */
export class GateMessage extends IncomingMessage {
  /** Whether the request says that another protocol follows. */
  declare asksForUpgrade: boolean
  /** Whether WebSocket may follow. Undefined: nobody has looked. */
  declare mayUpgrade: boolean | undefined

  get upgrade(): boolean {
    if (!this.asksForUpgrade) return false
    // An answer that is under way must not be mixed with another protocol.
    this.mayUpgrade ??= isWebSocket(this) && !LINES.has(this.socket)
    return this.mayUpgrade
  }

  set upgrade(asked: boolean) {
    this.asksForUpgrade = asked
  }
}

/** The answer to a request whose connection Node has handed over. It ends the connection, unless WebSocket follows. */
export function answerOn(message: IncomingMessage, socket: Socket, head: Buffer): ServerResponse {
  const outgoing = new ServerResponse(message)
  outgoing.shouldKeepAlive = false
  outgoing.assignSocket(socket)
  socket.setTimeout(0)
  socket.unshift(head)
  // Node listens to a connection that it has handed over no longer.
  socket.on('error', () => socket.destroy())
  socket.on('drain', () => outgoing.emit('drain'))
  outgoing.on('finish', () => outgoing.statusCode === 101 || socket.destroySoon())
  return outgoing
}

export function joinSockets(
  { rawHeaders, socket: origin }: Switched,
  outgoing: ServerResponse,
): void {
  const client = outgoing.socket!
  // A 101 has no body, and some clients and proxies end the connection where it says how long that is (RFC 9110 8.6).
  outgoing.writeHead(101, without(without(rawHeaders, 'content-length'), 'transfer-encoding'))
  outgoing.end()
  outgoing.detachSocket(client)
  pipeline(client, origin, client, () => {
    client.destroy()
    origin.destroy()
    // Node no longer does so for an answer that has left its connection.
    outgoing.emit('close')
  })
}
