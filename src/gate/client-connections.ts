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
  /** Connections without a request, oldest first, and the bytes that had come when they became so. */
  readonly #free = new Map<Socket, number>()
  #open = 0

  /** `most`: how many there may be, unless all carry requests. */
  constructor(most: number) {
    this.#most = most
  }

  /** Watches the connections of a server. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#add(socket))
    // Node ends a connection by itself only where nobody listens. It answers an incomplete header on its own.
    server.on('timeout', (socket: Socket) => {
      if (this.#free.get(socket) === socket.bytesRead) socket.destroy()
    })
  }

  /** Takes a connection that goes over to another protocol out of the account. */
  release(socket: Socket): void {
    this.#free.delete(socket)
  }

  /**
   * Waits until the answers before this one are sent, so that one connection never has two requests at origins; false
   * where too many wait already, or the connection ends with an answer before.
   */
  turnOf({ socket }: IncomingMessage, outgoing: ServerResponse): boolean | Promise<boolean> {
    this.#free.delete(socket)
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
    this.#open++
    socket.once('close', () => {
      this.#open--
      this.#free.delete(socket)
    })
    const oldest = this.#open > this.#most ? this.#free.keys().next().value : undefined
    oldest?.destroy()
    this.#free.set(socket, 0)
  }

  #end(socket: Socket, outgoing: ServerResponse): void {
    if (LINES.get(socket)?.last !== outgoing) return
    LINES.delete(socket)
    if (!socket.destroyed) this.#free.set(socket, socket.bytesRead)
  }
}
