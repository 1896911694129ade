/**
 * Reads a body piece by piece, and can repeat what it has read; wraps streams of `node:zlib` so
 * that they decode or encode only on demand.
 */
import { encoder } from '../../base/octets.ts'

export interface ByteSource {
  read(): Promise<Uint8Array | null>
  cancel(reason?: unknown): Promise<void>
}

/** Cancels a body that is not needed. A broken one rejects, which is ignored. */
export async function cancelBody(body: Pick<ByteSource, 'cancel'> | null): Promise<void> {
  await body?.cancel().catch(() => null)
}

export class Recorded implements ByteSource {
  readonly #stream: ReadableStream<Uint8Array>
  #reader: ReadableStreamDefaultReader<Uint8Array> | null = null
  #peeked: Promise<Uint8Array | null> | null = null
  #isRecording = true
  readonly pieces: Uint8Array[] = []
  isOver = false

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#stream = stream
  }

  read(): Promise<Uint8Array | null> {
    const piece = this.#peeked ?? this.#next()
    this.#peeked = null
    return piece
  }

  peek(): Promise<Uint8Array | null> {
    this.#peeked ??= this.#next()
    return this.#peeked
  }

  async #next(): Promise<Uint8Array | null> {
    this.#reader ??= this.#stream.getReader()
    const { done, value } = await this.#reader.read()
    this.isOver = done
    if (done) return null
    const piece = value instanceof Uint8Array ? value : bytesOf(value)
    if (this.#isRecording) this.pieces.push(piece)
    return piece
  }

  cancel(reason?: unknown): Promise<void> {
    return this.#reader === null ? this.#stream.cancel(reason) : this.#reader.cancel(reason)
  }

  forget(): void {
    this.#isRecording = false
    this.pieces.length = 0
  }

  rest(): ReadableStream<Uint8Array> {
    this.#reader?.releaseLock()
    this.#reader = null
    return this.#stream
  }
}

/**
 * Node sends strings in app streams as UTF-8, so they are encoded. @throws TypeError for other
 * types
 */
function bytesOf(piece: unknown): Uint8Array {
  if (typeof piece === 'string') return encoder.encode(piece)
  throw new TypeError('a body has neither bytes nor strings')
}

export const NOTHING: Uint8Array = new Uint8Array(0)

export function joinedBytes(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second
  if (second.length === 0) return first
  const out = new Uint8Array(first.length + second.length)
  out.set(first)
  out.set(second, first.length)
  return out
}

export interface Zlib {
  createInflateRaw(options: { readonly finishFlush: number }): ZlibStream
  createBrotliDecompress(options: { readonly finishFlush: number }): ZlibStream
  createGzip(options: { readonly flush: number }): ZlibStream
  createBrotliCompress(options: {
    readonly flush: number
    readonly params: Record<number, number>
  }): ZlibStream
  readonly constants: Readonly<
    Record<'Z_SYNC_FLUSH' | 'BROTLI_OPERATION_FLUSH' | 'BROTLI_PARAM_QUALITY', number>
  >
}

interface ZlibStream {
  readonly bytesWritten: number
  pause(): unknown
  resume(): unknown
  on(event: 'data' | 'end' | 'error', listener: (piece: Uint8Array) => void): unknown
  write(piece: Uint8Array, done: () => void): unknown
  end(): unknown
}

/** What a piece decodes to, and whether the stream has ended or is broken. */
export interface DecodedPiece {
  readonly pieces: readonly Uint8Array[]
  readonly state: 'open' | 'over' | 'broken'
  /** Whether the piece decodes to more than this. */
  readonly isBusy: boolean
}

export class Coded {
  readonly #stream: ZlibStream
  #pieces: Uint8Array[] = []
  #ahead = 0
  #given = 0
  #state: DecodedPiece['state'] = 'open'
  /** Whether the stream is still working on the last piece. */
  #isBusy = false
  /** Whether it was when `take` returned. Then the caller passes that piece again. */
  #wasBusy = false
  #settle: () => void = () => undefined

  /** `mostAhead`: pauses after this many bytes until more are requested. */
  constructor(stream: ZlibStream, mostAhead = Infinity) {
    this.#stream = stream
    stream.on('data', (piece: Uint8Array) => {
      this.#ahead += piece.length
      this.#pieces.push(piece)
      if (this.#ahead < mostAhead) return
      stream.pause()
      this.#settle()
    })
    stream.on('end', () => this.#end('over'))
    stream.on('error', () => this.#end('broken'))
  }

  /** How many bytes of the last piece follow the end of the stream. */
  get untaken(): number {
    return this.#given - this.#stream.bytesWritten
  }

  async take(piece: Uint8Array | null): Promise<DecodedPiece> {
    if (this.#state === 'open') await this.#take(piece)
    this.#ahead = 0
    this.#wasBusy = this.#isBusy
    return { pieces: this.#pieces.splice(0), state: this.#state, isBusy: this.#isBusy }
  }

  #take(piece: Uint8Array | null): Promise<void> {
    return new Promise((resolve) => {
      this.#settle = resolve
      this.#stream.resume()
      if (this.#isBusy) return
      if (this.#wasBusy || piece?.length === 0) return resolve()
      this.#isBusy = true
      if (piece === null) return this.#stream.end()
      this.#given += piece.length
      // If bytes are left over, the stream's end event follows.
      this.#stream.write(piece, () => this.untaken === 0 && this.#done())
    })
  }

  #end(state: DecodedPiece['state']): void {
    this.#state = state
    this.#done()
  }

  #done(): void {
    this.#isBusy = false
    this.#settle()
  }
}
