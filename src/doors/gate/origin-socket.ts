/**
 * Wraps a connection to an origin so that the HTTP client reads only normalised responses.
 */
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { OriginBytes } from './origin-bytes.ts'

type Done = (fault?: Error | null) => void
interface Chunk {
  readonly chunk: Buffer | string
  readonly encoding: BufferEncoding
}

export class OriginSocket extends Duplex {
  readonly #socket: Socket
  readonly #answers: OriginBytes
  /** Those of TLS say which protocol was chosen. */
  readonly alpnProtocol: unknown

  /** `report` hears what is wrong with an answer that is read. */
  constructor(socket: Socket, report: (fault: string) => void) {
    super({ allowHalfOpen: false, decodeStrings: false, readableHighWaterMark: 65_536 })
    this.#socket = socket
    this.#answers = new OriginBytes(report)
    this.alpnProtocol = (socket as { readonly alpnProtocol?: unknown }).alpnProtocol
    socket.on('data', (bytes: Buffer) => this.#take(bytes))
    socket.on('end', () => {
      const rest = this.#answers.end()
      if (rest.length > 0) this.push(rest)
      this.push(null)
    })
    // What was read before is taken first.
    socket.on('error', (fault) => setImmediate(() => this.destroy(fault)))
    socket.on('close', (hadError) => hadError || setImmediate(() => this.destroy()))
  }

  #take(bytes: Buffer): void {
    if (this.#answers.isLast || this.destroyed) return
    try {
      let takesMore = true
      for (const piece of this.#answers.take(bytes)) takesMore = this.push(piece)
      if (!takesMore) this.#socket.pause()
      if (this.#answers.isLast) this.push(null)
    } catch (fault) {
      this.destroy(fault as Error)
    }
  }

  ref(): this {
    this.#socket.ref()
    return this
  }

  unref(): this {
    this.#socket.unref()
    return this
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: Done): void {
    this.#answers.send(chunk)
    this.#socket.write(chunk, encoding, done)
  }

  override _writev(chunks: Chunk[], done: Done): void {
    const last = chunks.length - 1
    this.#socket.cork()
    for (const [i, { chunk, encoding }] of chunks.entries()) {
      this.#answers.send(chunk)
      this.#socket.write(chunk, encoding, i === last ? done : undefined)
    }
    this.#socket.uncork()
  }

  override _final(done: Done): void {
    this.#socket.end(done)
  }

  override _destroy(fault: Error | null, done: Done): void {
    this.#socket.destroy()
    done(fault)
  }
}
