/**
 * Connections to origins, with what undici leaves to its callers. All of them together have a bound: one that carries no
 * request makes room for another. What is sent over them, this file does not know.
 */
import { isIP, type Socket } from 'node:net'
import type { URL } from 'node:url'
import { type buildConnector, Client, buildConnector as connectorOf, Pool } from 'undici'

type Connect = buildConnector.connector

export class OriginConnections {
  readonly #connect: Connect
  readonly #most: number
  readonly #open = new Map<Socket, Client | null>()
  #connecting = 0

  /** `seconds`: what an origin has to take a connection. `most`: how many there may be, unless all carry requests. */
  constructor(seconds: number, most: number) {
    this.#connect = connectorOf({ timeout: seconds * 1000 })
    this.#most = most
  }

  readonly pool = (origin: string | URL, options: object): Pool => {
    return new Pool(origin, { ...options, factory: (to, own) => this.#client(to, own) })
  }

  #client(origin: URL, options: object): Client {
    const connect: Connect = (to, done) => {
      this.#makeRoom()
      this.#connecting++
      // An address is no name of a server (RFC 6066 3); the certificate must name it all the same.
      const servername = isIP(to.hostname) === 0 ? to.hostname : ''
      this.#connect({ ...to, servername }, (...connected) => {
        this.#connecting--
        const socket = connected[1]
        if (socket) this.#add(socket, client)
        done(...connected)
        if (socket) takeContinue(socket)
      })
    }
    const client = new Client(origin, { ...options, connect })
    return client
  }

  #add(socket: Socket, client: Client): void {
    this.#open.set(socket, client)
    socket.on('close', () => this.#open.delete(socket))
    client.once('disconnect', () => this.#open.has(socket) && this.#open.set(socket, null))
    socket.on('error', nameReset)
    readBeforeFailing(socket)
  }

  #makeRoom(): void {
    if (this.#open.size + this.#connecting < this.#most) return
    for (const [socket, client] of this.#open) {
      if (client?.stats.size !== 0) continue
      this.#open.delete(socket)
      socket.destroy()
      return
    }
  }
}

/** undici would take a reset for the end of an answer that has no length. */
function nameReset(fault: NodeJS.ErrnoException): void {
  if (fault.code === 'ECONNRESET') fault.code = 'UND_ERR_SOCKET'
}

/** Reads what an origin said before it closed its connection, and only then fails what could not be sent. */
function readBeforeFailing(socket: Socket): void {
  const { _write, _writev } = socket
  type Done = (fault?: Error | null) => void
  const later = (done: Done): Done => {
    // What has come by then is read in the next turn.
    return (fault) => (fault ? setImmediate(setImmediate, done, fault) : done())
  }
  socket._write = (chunk, encoding, done) => _write.call(socket, chunk, encoding, later(done))
  if (_writev) socket._writev = (chunks, done) => _writev.call(socket, chunks, later(done))
}

interface Parser {
  onHeadersComplete(status: number, ...more: readonly unknown[]): number
}

/** undici ends a connection on which a 100 comes unasked; others of 1xx it passes over (RFC 9110 15.2). */
function takeContinue(socket: Socket): void {
  const key = Object.getOwnPropertySymbols(socket).find(
    ({ description }) => description === 'parser',
  )
  const parser = key && (socket as unknown as Record<symbol, Parser | null>)[key]
  if (!parser) return
  const read = parser.onHeadersComplete
  parser.onHeadersComplete = (status, ...more) =>
    read.call(parser, status === 100 ? 102 : status, ...more)
}
