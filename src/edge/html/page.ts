/**
 * A response body that can be looked into before it is sent: chunks that were read come again, then the runtime carries
 * the rest. It knows bytes only.
 */

/** Octets that the runtime reads at once. */
const PIECE = 4096

/** A body, read once and passed on. */
export class Page {
  readonly #body: ReadableStream<Uint8Array>
  /** Octets that are to come; null where nobody says, or says it of another coding. */
  readonly #length: number | null
  #reader: ReadableStreamDefaultReader<Uint8Array> | null = null
  #pending: Promise<ReadableStreamReadResult<Uint8Array>> | null = null
  #unread: Uint8Array | null = null

  constructor(body: ReadableStream<Uint8Array>, headers: Headers) {
    this.#body = body
    const length = headers.get('content-length')
    this.#length = length === null || headers.has('content-encoding') ? null : Number(length)
  }

  /** All of it, where it is there in one piece; null where it is longer or broken, and is still to be read. */
  async whole(): Promise<Uint8Array | null> {
    if (this.#length === null || (this.#unread === null && this.#length > PIECE)) return null
    // What fails here fails again for who reads on.
    const bytes = await this.read().catch(() => null)
    if (bytes === null || bytes.length === this.#length) return bytes
    this.unread(bytes)
    return null
  }

  /** Its first octets, as many as asked for or more where there are as many; they come again. */
  async peek(count: number): Promise<Uint8Array> {
    let bytes: Uint8Array = new Uint8Array(0)
    while (bytes.length < count) {
      // What fails here fails again for who reads on.
      const chunk = await this.read().catch(() => null)
      if (chunk === null) break
      bytes = joined(bytes, chunk)
    }
    if (bytes.length > 0) this.unread(bytes)
    return bytes
  }

  /** The next chunk, null at the end. */
  read(): Promise<Uint8Array | null> {
    return this.readBefore<never>(null)
  }

  /** The next chunk; `over` where that comes first: then the chunk is for the next who reads. */
  async readBefore<Over extends string>(over: Promise<Over> | null): Promise<Uint8Array | null | Over> {
    if (this.#unread !== null) {
      const bytes = this.#unread
      this.#unread = null
      return bytes
    }
    this.#reader ??= this.#body.getReader()
    this.#pending ??= this.#reader.read()
    const result = await (over === null ? this.#pending : Promise.race([this.#pending, over]))
    if (typeof result === 'string') return result
    this.#pending = null
    return result.done ? null : result.value
  }

  /** Puts bytes back before everything that is still to be read. */
  unread(bytes: Uint8Array): void {
    this.#unread = bytes
  }

  /** Sends everything that is still to be read, and closes. */
  async pipeTo(out: WritableStream<Uint8Array>): Promise<void> {
    if (this.#unread !== null || this.#pending !== null) {
      const writer = out.getWriter()
      while (this.#unread !== null || this.#pending !== null) {
        const bytes = await this.read()
        if (bytes === null) return writer.close()
        await writer.write(bytes)
      }
      writer.releaseLock()
    }
    this.#reader?.releaseLock()
    await this.#body.pipeTo(out)
  }

  /** Gives up: nobody will read on. */
  cancel(reason: unknown): Promise<void> {
    return this.#reader === null ? this.#body.cancel(reason) : this.#reader.cancel(reason)
  }
}

/** Two pieces as one; the second itself where the first is empty. */
export function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second
  const out = new Uint8Array(first.length + second.length)
  out.set(first)
  out.set(second, first.length)
  return out
}
