/**
 * A body as pieces of bytes that are read one by one. What is read can be remembered, so that all of it can still be sent.
 */

/** Pieces of bytes, one after the other. */
export interface ByteSource {
  /** The next piece, null at the end. */
  read(): Promise<Uint8Array | null>
  /** Gives up: nobody will read on. */
  cancel(reason: unknown): Promise<void>
}

/** A stream that remembers what was read of it until that is given up. */
export class Recorded implements ByteSource {
  readonly #stream: ReadableStream<Uint8Array>
  #reader: ReadableStreamDefaultReader<Uint8Array> | null = null
  #peeked: Promise<Uint8Array | null> | null = null
  #isRecording = true
  /** What was read. */
  readonly pieces: Uint8Array[] = []
  /** Whether there is nothing more to read. */
  isOver = false

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#stream = stream
  }

  read(): Promise<Uint8Array | null> {
    const piece = this.peek()
    this.#peeked = null
    return piece
  }

  /** The next piece, which `read` gives again. */
  peek(): Promise<Uint8Array | null> {
    this.#peeked ??= this.#next()
    return this.#peeked
  }

  async #next(): Promise<Uint8Array | null> {
    this.#reader ??= this.#stream.getReader()
    const { done, value } = await this.#reader.read()
    this.isOver = done
    if (done) return null
    const piece = bytesOf(value)
    if (this.#isRecording) this.pieces.push(piece)
    return piece
  }

  cancel(reason: unknown): Promise<void> {
    return this.#reader === null ? this.#stream.cancel(reason) : this.#reader.cancel(reason)
  }

  /** Remembers nothing more. */
  forget(): void {
    this.#isRecording = false
    this.pieces.length = 0
  }

  /** The stream of what is still unread. */
  rest(): ReadableStream<Uint8Array> {
    this.#reader?.releaseLock()
    this.#reader = null
    return this.#stream
  }
}

/** A piece of a stream that an app made may be a string, which Node sends as UTF-8. @throws TypeError for anything else. */
function bytesOf(piece: unknown): Uint8Array {
  if (piece instanceof Uint8Array) return piece
  if (typeof piece === 'string') return encoder.encode(piece)
  throw new TypeError('a piece of the body is neither bytes nor a string')
}

const encoder = new TextEncoder()

/** No bytes. */
export const NOTHING: Uint8Array = new Uint8Array(0)

/** Two pieces as one; without a copy where one of them is empty. */
export function joinedBytes(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second
  if (second.length === 0) return first
  const out = new Uint8Array(first.length + second.length)
  out.set(first)
  out.set(second, first.length)
  return out
}
