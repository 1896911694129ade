/**
 * The connections of clients: which of them carry no request, whose turn it is on each, and which make room for a new
 * one. It knows nothing of requests but when they begin and end. Addresses do not count: behind a proxy all are the same.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { MAX_PIPELINED } from './limits.ts'

/** The requests of one connection. */
interface Line {
  last: ServerResponse
  waiting: number
}

/** The connections on which answers are under way. */
const LINES = new WeakMap<Socket, Line>()

/** Whether an answer is under way on a connection. */
export function isAnswering(socket: Socket): boolean {
  return LINES.has(socket)
}

/** The connections of one server. */
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

  /** Watches the connections of a server. */
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
