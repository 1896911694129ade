/**
 * Sends requests to origins, and receives their answers. undici opens the connections, frames the
 * messages and decides when a connection is used again. This file opens no socket, and writes no
 * header that frames a message.
 */
import { type Duplex, Readable } from 'node:stream'
import { Agent, type Dispatcher } from 'undici'
import { MAX_HEADER_BYTES, SECONDS, type Seconds } from './limits.ts'
import { OriginConnections, type SloppyReport } from './origin-connections.ts'

export interface SentRequest {
  readonly method: string
  readonly target: string
  /**
   * Names and values in turn. A `content-length` tells undici how long the body is; it is wrong
   * where another one comes.
   */
  readonly headers: readonly string[]
  readonly body: Readable | null
  readonly isWebSocket: boolean
}

export interface OriginMessage {
  readonly status: number
  readonly phrase: string
  /** Names and values in turn, as they were written. */
  readonly rawHeaders: readonly string[]
  readonly body: OriginBody
}

/** A connection whose origin has gone over to WebSocket. */
export interface Switched {
  readonly rawHeaders: readonly string[]
  readonly socket: Duplex
}

/** Methods that may be asked for once more: they change nothing (RFC 9110 9.2.1). */
const REPEATABLE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
/**
 * A connection that broke: a kept one may have been closed by the origin when it was used again
 * (RFC 9112 9.3.1).
 */
const BROKEN: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/**
 * Statuses of answers that have no body, even where they name a length (RFC 9112 6.3), or send one
 * (RFC 9110 15.3.6).
 */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

class RequestEnded extends Error {}

/**
 * Asks origins. `seconds`: what an origin has until its header is here; null: as long as it likes.
 * `most`: how many connections there may be, unless all carry requests.
 */
export class OriginClient {
  readonly #agent: Agent

  constructor(
    seconds: number | null,
    most: number,
    { connect, unused }: Seconds = SECONDS,
    report: SloppyReport = () => undefined,
  ) {
    this.#agent = new Agent({
      headersTimeout: (seconds ?? 0) * 1000,
      bodyTimeout: 0,
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: unused * 1000,
      // An origin may offer more.
      keepAliveMaxTimeout: unused * 1000,
      factory: new OriginConnections(connect, most, report).pool,
    })
  }

  ask(origin: URL, { method, target, headers, body, isWebSocket }: SentRequest): OriginRequest {
    const options: Dispatcher.DispatchOptions = {
      origin: origin.origin,
      path: target,
      method: method as Dispatcher.HttpMethod,
      headers: headers as string[],
      body,
      upgrade: isWebSocket ? 'websocket' : null,
      // The certificate is the origin's own, and not that of the public host.
      servername: origin.hostname,
    } as Dispatcher.DispatchOptions
    const isRepeatable = REPEATABLE.has(method) && body === null
    return new OriginRequest((handler) => this.#agent.dispatch(options, handler), isRepeatable)
  }

  close(): void {
    void this.#agent.destroy()
  }
}

type Send = (handler: Dispatcher.DispatchHandler) => void

export class OriginRequest implements Dispatcher.DispatchHandler {
  /** Rejects with what broke the connection. */
  readonly answer: Promise<OriginMessage | Switched>
  readonly #send: Send
  #canRepeat: boolean
  #settle!: (answer: OriginMessage | Switched) => void
  #fail!: (fault: Error) => void
  #controller: Dispatcher.DispatchController | null = null
  #body: OriginBody | null = null
  #isEnded = false

  constructor(send: Send, isRepeatable: boolean) {
    this.#send = send
    this.#canRepeat = isRepeatable
    this.answer = new Promise((settle, fail) => {
      this.#settle = settle
      this.#fail = fail
    })
    send(this)
  }

  end(): void {
    this.#isEnded = true
    if (this.#body !== null) this.#body.destroy()
    else this.#controller?.abort(new RequestEnded('the client left'))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isEnded) this.end()
  }

  onRequestUpgrade(
    { rawHeaders }: Dispatcher.DispatchController,
    _status: number,
    _headers: unknown,
    socket: Duplex,
  ) {
    if (this.#isEnded) socket.destroy()
    this.#settle({ rawHeaders: textsOf(rawHeaders), socket })
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _headers: unknown,
    phrase = '',
  ): void {
    // Such a 101 names no protocol, so no protocol can follow.
    if (status === 101)
      controller.abort(new RequestEnded('the origin switched to another protocol'))
    // Other 1xx statuses are interim: the final response follows.
    if (status < 200) return
    this.#body = new OriginBody(controller)
    if (BODILESS.has(status)) this.#body.complete()
    this.#settle({ status, phrase, rawHeaders: textsOf(controller.rawHeaders), body: this.#body })
  }

  onResponseData(controller: Dispatcher.DispatchController, bytes: Buffer): void {
    if (this.#body?.isComplete === false && !this.#body.push(bytes)) controller.pause()
  }

  onResponseEnd(): void {
    this.#body?.complete()
  }

  onResponseError(_controller: unknown, fault: Error & { readonly code?: string }): void {
    if (this.#body !== null) this.#body.isComplete || this.#body.destroy(fault)
    else if (this.#canRepeat && !this.#isEnded && BROKEN.has(fault.code)) {
      this.#canRepeat = false
      queueMicrotask(() => this.#send(this))
    } else this.#fail(fault)
  }
}

/** The body of an answer. It is read no faster than it is taken. */
export class OriginBody extends Readable {
  readonly #controller: Dispatcher.DispatchController
  isComplete = false

  constructor(controller: Dispatcher.DispatchController) {
    super({ highWaterMark: 65_536 })
    this.#controller = controller
    // Who reads it sees the fault; nobody need read it.
    this.on('error', () => undefined)
  }

  complete(): void {
    this.isComplete = true
    this.push(null)
  }

  override _read(): void {
    this.#controller.resume()
  }

  override _destroy(fault: Error | null, done: (fault: Error | null) => void): void {
    if (!this.isComplete) this.#controller.abort(fault ?? new RequestEnded('nobody reads it'))
    done(fault)
  }
}

function textsOf(raw: Dispatcher.DispatchController['rawHeaders']): string[] {
  const texts: string[] = []
  for (const each of (raw ?? []) as Buffer[]) texts.push(each.toString('latin1'))
  return texts
}
