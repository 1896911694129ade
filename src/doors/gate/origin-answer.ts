/**
 * Turns an origin's response, or a cached refusal, into a Response for the edge, and writes the
 * edge's response to the connection. A response that the edge passes on keeps its header lines and
 * its body stream. A response that the edge made is written like any other.
 */
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import type { Refusal } from '../../edge/platform.ts'
import { endToEnd, headersFrom, keepLines } from '../node/raw-headers.ts'
import { type BodyCount, breakOff, writeHead, writeResponse } from '../node/write-response.ts'
import type { OriginBody, OriginMessage } from './origin-client.ts'

/** Statuses of answers without a body (Fetch, 2.2.6). */
const BODILESS: ReadonlySet<number> = new Set([101, 103, 204, 205, 304])

/** The stream behind a body, for as long as nobody has begun to read it. */
const UNREAD = new WeakMap<ReadableStream<Uint8Array>, OriginBody>()

export class OriginAnswer {
  readonly message: OriginMessage
  readonly #hasBody: boolean
  #headers: Headers | null = null
  #body: ReadableStream<Uint8Array> | null = null

  private constructor(message: OriginMessage, method: string) {
    this.message = message
    this.#hasBody = method !== 'HEAD' && !BODILESS.has(message.status)
  }

  static of(message: OriginMessage, method: string): Response {
    return new OriginAnswer(message, method) as unknown as Response
  }

  get status(): number {
    return this.message.status
  }

  get statusText(): string {
    return this.message.phrase
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }

  get headers(): Headers {
    this.#headers ??= headersFrom(this.message.rawHeaders)
    return this.#headers
  }

  get body(): ReadableStream<Uint8Array> | null {
    if (this.#hasBody) this.#body ??= bodyOf(this.message.body)
    return this.#body
  }

  get bodyUsed(): boolean {
    return this.#body !== null && !UNREAD.has(this.#body)
  }
}

function bodyOf(source: OriginBody): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | null = null
  const body: ReadableStream<Uint8Array> = new ReadableStream(
    {
      async pull(controller) {
        UNREAD.delete(body)
        chunks ??= source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
        const { done, value } = await chunks.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      cancel() {
        UNREAD.delete(body)
        source.destroy()
      },
    },
    // Nothing is read before a reader pulls.
    { highWaterMark: 0 },
  )
  UNREAD.set(body, source)
  return body
}

/** The header lines of cached refusals, so that each is written out once. */
const WRITTEN = new WeakMap<Refusal, readonly string[]>()

export class RefusalAnswer {
  readonly #refusal: Refusal
  readonly #isHead: boolean
  readonly statusText = ''
  readonly ok = false

  private constructor(method: string, refusal: Refusal) {
    this.#refusal = refusal
    this.#isHead = method === 'HEAD'
  }

  static of(method: string, refusal: Refusal): Response {
    return new RefusalAnswer(method, refusal) as unknown as Response
  }

  get status(): number {
    return this.#refusal.init.status
  }

  get headers(): Headers {
    return this.#refusal.init.headers
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.#isHead ? null : new Response(this.#refusal.body).body
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(Buffer.from(this.#isHead ? '' : this.#refusal.body)).buffer
  }

  /** Sends it: head and body go in one piece. Gives the octets of the body. */
  sendTo(outgoing: ServerResponse): number {
    const { body, bytes, init } = this.#refusal
    const written = this.#isHead ? [...init.headers].flat() : this.#written()
    outgoing.writeHead(init.status, written as string[])
    outgoing.end(this.#isHead ? undefined : body)
    return this.#isHead ? 0 : bytes
  }

  #written(): readonly string[] {
    const known = WRITTEN.get(this.#refusal)
    if (known !== undefined) return known
    const { bytes, init } = this.#refusal
    const written = [...init.headers].flat()
    written.push('content-length', String(bytes))
    WRITTEN.set(this.#refusal, written)
    return written
  }
}

/**
 * Sends an answer; settles when all of it is handed over, or the connection is gone. Never rejects.
 * `received`: what the origin answered, from which the answer may be made.
 */
export function writeAnswer(
  answer: Response,
  outgoing: ServerResponse,
  count: BodyCount | null = null,
  received: readonly Response[] = NONE,
): Promise<void> {
  // One that waited too long for the rest of its request is answered already.
  if (outgoing.headersSent || outgoing.destroyed) return DONE
  if (answer instanceof OriginAnswer) {
    const { status, phrase, rawHeaders, body } = answer.message
    outgoing.writeHead(
      status,
      phrase,
      endToEnd(rawHeaders, EMPTY.has(status) ? FRAMING : undefined),
    )
    return piped(body, outgoing, count)
  }
  if (answer instanceof RefusalAnswer) {
    const bytes = answer.sendTo(outgoing)
    if (count !== null) count.bytes = bytes
    return DONE
  }
  const page = received.findLast(({ status }) => status === answer.status)
  if (page instanceof OriginAnswer) keepLines(answer, page.message.rawHeaders)
  const { body } = answer
  const source = body === null ? undefined : UNREAD.get(body)
  if (source === undefined) return writeResponse(answer, outgoing, count)
  writeHead(answer, outgoing)
  return piped(source, outgoing, count)
}

const DONE = Promise.resolve()
const NONE: readonly Response[] = []

/**
 * Statuses whose Content-Length would announce a body. A 304 is not listed: its length is the
 * page's.
 */
const EMPTY: ReadonlySet<number> = new Set([204, 205])
/** Headers that a 204 must not have (RFC 9110 8.6). */
const FRAMING: ReadonlySet<string> = new Set(['content-length'])

/** Pipes the body to the client. If one end breaks off, so does the other. */
function piped(body: OriginBody, outgoing: ServerResponse, count: BodyCount | null): Promise<void> {
  if (body.isComplete && !body.destroyed) {
    // The whole body is here: send head and body in one piece.
    const whole: Buffer | null = body.read()
    if (count !== null) count.bytes = whole?.length ?? 0
    outgoing.end(whole)
    return DONE
  }
  // An origin may send its header long before its body, as streams of events do.
  if (body.readableLength === 0) outgoing.flushHeaders()
  body.once('error', () => breakOff(outgoing))
  if (count !== null) body.on('data', ({ length }: Buffer) => (count.bytes += length))
  return new Promise((resolve) => pipeline(body, outgoing, () => resolve()))
}
