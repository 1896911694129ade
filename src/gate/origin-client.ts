/**
 * Requests to an origin, as they go over the wire: Host, path, codings and bodies are those of the client, connections
 * are kept and used again.
 */
import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps, Agent as TlsAgent } from 'node:https'
import type { Duplex } from 'node:stream'

/** A request as it is sent. */
export interface SentRequest {
  readonly method: string
  /** Path and query. */
  readonly target: string
  /** Names and values. */
  readonly headers: readonly string[]
  /** Null: the request has none. */
  readonly body: IncomingMessage | null
  /** Is given the request as it leaves, so that it can be ended early. */
  readonly onSent: (request: ClientRequest) => void
}

/** Methods that may be asked for once more: they change nothing (RFC 9110 9.2.1). */
const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A request that this hop ended: no connection broke, and it must not be sent again. */
export class RequestEnded extends Error {}

/** An origin that did not answer in the time it has. */
export class OriginSilent extends RequestEnded {}

/** What an origin says to a request for another protocol. */
export interface Upgraded {
  readonly message: IncomingMessage
  /** The connection after the origin agreed, with what it sent already; null where it answered something else. */
  readonly connection: { readonly socket: Duplex; readonly head: Buffer } | null
}

/** Asks origins. `seconds`: what an origin has until its header is here; null: as long as it likes. */
export class OriginClient {
  readonly #plain = new Agent({ keepAlive: true, scheduling: 'lifo' })
  readonly #tls = new TlsAgent({ keepAlive: true, scheduling: 'lifo' })
  readonly #milliseconds: number | null

  constructor(seconds: number | null) {
    this.#milliseconds = seconds === null ? null : seconds * 1000
  }

  /** The origin's answer. @throws OriginSilent, or what broke the connection. */
  async ask(origin: URL, sent: SentRequest): Promise<IncomingMessage> {
    for (;;) {
      try {
        return await this.#once(origin, sent)
      } catch (fault) {
        // The origin may have closed kept connections at the moment when they were used again (RFC 9112 9.3.1), each of
        // which is gone now.
        if (!(fault instanceof StaleConnection)) throw fault
      }
    }
  }

  #once(origin: URL, sent: SentRequest): Promise<IncomingMessage> {
    return new Promise((done, fail) => {
      const request = this.#send(origin, sent)
      this.#limit(request, fail)
      let isAnswered = false
      request.on('response', (message) => {
        isAnswered = isAnswer(message)
        if (isAnswered) done(message)
        else request.destroy(new RequestEnded(`no answer has status ${message.statusCode}`))
      })
      // Nothing else is heard of an origin that switches to a protocol which nobody asked for. An error costs its trace.
      request.on('close', () => {
        if (!isAnswered) fail(new RequestEnded('the origin did not answer'))
      })
      request.on('error', (fault) => {
        const isStale = request.reusedSocket && REPEATABLE.has(sent.method) && sent.body === null
        fail(isStale && !(fault instanceof RequestEnded) ? new StaleConnection(fault.message) : fault)
      })
      if (sent.body === null) request.end()
      else sent.body.pipe(request)
    })
  }

  /** Asks for another protocol. */
  upgrade(origin: URL, sent: SentRequest): Promise<Upgraded> {
    return new Promise((done, fail) => {
      const request = this.#send(origin, sent)
      this.#limit(request, fail)
      request.on('upgrade', (message, socket, head) => done({ message, connection: { socket, head } }))
      request.on('response', (message) => done({ message, connection: null }))
      request.on('error', fail)
      request.end()
    })
  }

  /** Closes the connections that are kept. */
  close(): void {
    this.#plain.destroy()
    this.#tls.destroy()
  }

  #send(origin: URL, { method, target, headers, onSent }: SentRequest): ClientRequest {
    const isTls = origin.protocol === 'https:'
    const options = {
      host: origin.hostname.replace(/^\[|\]$/g, ''),
      port: origin.port === '' ? (isTls ? 443 : 80) : Number(origin.port),
      method,
      path: target,
      headers: headers as string[],
      setHost: false,
    }
    const request = isTls
      ? requestHttps({ ...options, agent: this.#tls, servername: options.host })
      : requestHttp({ ...options, agent: this.#plain })
    onSent(request)
    return request
  }

  #limit(request: ClientRequest, fail: (fault: Error) => void): void {
    if (this.#milliseconds === null) return
    const timer = setTimeout(() => {
      const silence = new OriginSilent('the origin did not answer in time')
      fail(silence)
      request.destroy(silence)
    }, this.#milliseconds)
    const stop = () => clearTimeout(timer)
    for (const event of ['response', 'upgrade', 'error', 'close']) request.once(event, stop)
  }
}

/** Whether an answer can be passed on. Its phrase says nothing that its status does not, and may be dropped. */
function isAnswer(message: IncomingMessage): boolean {
  if (!PHRASE.test(message.statusMessage ?? '')) message.statusMessage = ''
  return message.statusCode! >= 200
}

/** RFC 9112 4. */
const PHRASE = /^[\t -~\x80-\xff]*$/

/** A kept connection that was closed before the request could be answered. */
class StaleConnection extends Error {}
