/**
 * Requests that ask for WebSocket (RFC 6455 4.1), the one protocol that the gate passes on. An `Upgrade` to any other is
 * ignored, as RFC 9110 7.8 allows: the request is one like any other, and so is its body.
 */
import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { isAnswering } from './client-connections.ts'
import type { Switched } from './origin-client.ts'

/** Sixteen bytes in base64. */
const KEY = /^[A-Za-z\d+/]{22}==$/

/** Whether a request asks for WebSocket: a GET with a key and a version, and without a body. */
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
    this.mayUpgrade ??= isWebSocket(this) && !isAnswering(this.socket)
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

/** Passes the origin's 101 on, and joins both connections. */
export function joinSockets({ rawHeaders, socket: origin }: Switched, outgoing: ServerResponse): void {
  const client = outgoing.socket!
  outgoing.writeHead(101, rawHeaders as string[])
  outgoing.end()
  outgoing.detachSocket(client)
  pipeline(client, origin, client, () => {
    client.destroy()
    origin.destroy()
    // Node no longer does so for an answer that has left its connection.
    outgoing.emit('close')
  })
}
