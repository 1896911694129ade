/**
 * An origin's answer as it came over the wire → a Response for the edge, made as far as the edge looks at it. An answer that
 * the edge passes on is sent from the wire itself: its header as it was written, its body without a detour.
 */
import { headersFrom } from '../platforms/node/raw-headers.ts'
import type { OriginBody, OriginMessage } from './origin-client.ts'

/** Statuses of answers without a body (Fetch, 2.2.6). */
const BODILESS: ReadonlySet<number> = new Set([101, 103, 204, 205, 304])

/** The stream behind a body, for as long as nobody has begun to read it. */
const UNREAD = new WeakMap<ReadableStream<Uint8Array>, OriginBody>()

/** What of a Response the edge looks at, read from the wire when it is asked for. */
export class OriginAnswer {
  readonly message: OriginMessage
  readonly #hasBody: boolean
  #headers: Headers | null = null
  #body: ReadableStream<Uint8Array> | null = null

  private constructor(message: OriginMessage, method: string) {
    this.message = message
    this.#hasBody = method !== 'HEAD' && !BODILESS.has(message.status)
  }

  /** The answer to a request of this method. */
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

// The edge tells answers from plans by `instanceof`.
Object.setPrototypeOf(OriginAnswer.prototype, Response.prototype)

/** The stream behind a body, where nobody has begun to read it; else null. */
export function unreadBody(body: ReadableStream<Uint8Array>): OriginBody | null {
  return UNREAD.get(body) ?? null
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
