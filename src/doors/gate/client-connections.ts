/**
 * Tracks client connections: closes idle ones to make room for new ones, keeps the order of
 * pipelined requests, and hands connections over to WebSocket (RFC 6455 4.1). An `Upgrade` to any
 * other protocol is ignored, as RFC 9110 7.8 allows. Addresses do not count, because behind a proxy
 * all are the same.
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

/** The queue of each connection on which an answer is being sent. */
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
    // Node ends a connection by itself only where nobody listens. It answers an incomplete header
    // on its own.
    server.on('timeout', (socket: Socket) => {
      const before = this.#fresh.has(socket) ? 0 : this.#idle.get(socket)
      if (before === socket.bytesRead) socket.destroy()
    })
  }

  /** Removes a connection from the lists of those that may be closed. */
  release(socket: Socket): void {
    this.#fresh.delete(socket)
    this.#idle.delete(socket)
  }

  /**
   * Waits until the earlier answers on this connection are sent, so that it never has two requests
   * at origins. False if too many requests wait, or if an earlier answer ends the connection.
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
    // Wait until the first bytes of connections that opened in the same turn are read.
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

/** Node's request object. Node hands its connection over if `upgrade` is true. */
export class GateMessage extends IncomingMessage {
  /** Whether the request asks for another protocol, as Node found. */
  declare asksForUpgrade: boolean
  /** Whether the connection may switch to WebSocket. Undefined until checked. */
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

/**
 * The answer to a request whose connection Node has handed over. It ends the connection, unless
 * WebSocket follows.
 */
export function answerOn(message: IncomingMessage, socket: Socket, head: Buffer): ServerResponse {
  const outgoing = new ServerResponse(message)
  outgoing.shouldKeepAlive = false
  outgoing.assignSocket(socket)
  socket.setTimeout(0)
  socket.unshift(head)
  // Node removes its own listeners from a connection that it hands over.
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
  // A 101 has no body. Some clients and proxies close the connection if it has a length (RFC 9110
  // 8.6).
  outgoing.writeHead(101, without(without(rawHeaders, 'content-length'), 'transfer-encoding'))
  outgoing.end()
  outgoing.detachSocket(client)
  pipeline(client, origin, client, () => {
    client.destroy()
    origin.destroy()
    // Node does not emit this for a response that is detached from its connection.
    outgoing.emit('close')
  })
}
