/**
 * A refusal → an answer that is written to the wire as it was cached. It is a Response as far as the edge and the gate
 * look at one.
 */
import type { ServerResponse } from 'node:http'
import type { Refusal } from '../edge/platform.ts'

/** The headers of refusals, as they are written; a refusal is cached for as long as the same crawler runs into it. */
const WRITTEN = new WeakMap<Refusal, readonly string[]>()

/** A refusal on its way. */
export class RefusalAnswer {
  readonly #refusal: Refusal
  readonly #isHead: boolean
  readonly statusText = ''
  readonly ok = false

  private constructor(method: string, refusal: Refusal) {
    this.#refusal = refusal
    this.#isHead = method === 'HEAD'
  }

  /** The answer to a request of this method. */
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

// What tells answers from plans by `instanceof` must take it for one.
Object.setPrototypeOf(RefusalAnswer.prototype, Response.prototype)
