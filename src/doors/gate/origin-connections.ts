/**
 * Connections to origins, with what undici leaves to its callers. All of them together have a
 * bound: one that carries no request makes room for another. What is sent over them, this file does
 * not know.
 */
import { isIP, type Socket } from 'node:net'
import type { URL } from 'node:url'
import { type buildConnector, Client, buildConnector as connectorOf, Pool } from 'undici'
import { logWarning } from '../../edge/log.ts'
import type { LogSink } from '../../edge/platform.ts'
import { OriginSocket } from './origin-socket.ts'

type Connect = buildConnector.connector

/** Hears what is wrong with an answer that is read all the same. */
export type SloppyReport = (origin: string, fault: string) => void

const MOST_FAULTS = 100

/** Logs what is wrong with the answers of an origin, each once. */
export function sloppyLog(log: LogSink): SloppyReport {
  const known = new Set<string>()
  return (origin, fault) => {
    const key = `${origin} ${fault}`
    if (known.has(key) || known.size >= MOST_FAULTS) return
    known.add(key)
    logWarning(log, 'origin', { origin, state: `its answers break HTTP: ${fault}` })
  }
}

export class OriginConnections {
  readonly #connect: Connect
  readonly #most: number
  readonly #report: SloppyReport
  readonly #open = new Map<Socket, Client | null>()
  #connecting = 0

  /**
   * `seconds`: what an origin has to take a connection. `most`: how many there may be, unless all
   * carry requests.
   */
  constructor(seconds: number, most: number, report: SloppyReport) {
    this.#connect = connectorOf({ timeout: seconds * 1000 })
    this.#most = most
    this.#report = report
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
      this.#connect({ ...to, servername }, (...[fault, socket]) => {
        this.#connecting--
        if (!socket) return done(fault!, null)
        this.#add(socket, client)
        const report = (what: string) => this.#report(origin.origin, what)
        // The client needs a stream with the calls of a socket that it makes.
        done(null, new OriginSocket(socket, report) as unknown as Socket)
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

/**
 * Reads what an origin said before it closed its connection, and only then fails what could not be
 * sent.
 */
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
