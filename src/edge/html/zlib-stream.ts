/**
 * A stream of `node:zlib`, which codes or decodes → the same, one piece after the other. What comes out is held back until
 * it is asked for.
 */

/** The part of `node:zlib` that is needed. */
export interface Zlib {
  createInflateRaw(options: { readonly finishFlush: number }): ZlibStream
  createBrotliDecompress(options: { readonly finishFlush: number }): ZlibStream
  createGzip(options: { readonly flush: number }): ZlibStream
  createBrotliCompress(options: { readonly flush: number; readonly params: Record<number, number> }): ZlibStream
  readonly constants: Readonly<Record<'Z_SYNC_FLUSH' | 'BROTLI_OPERATION_FLUSH' | 'BROTLI_PARAM_QUALITY', number>>
}

/** One of its streams. */
interface ZlibStream {
  readonly bytesWritten: number
  pause(): unknown
  resume(): unknown
  on(event: 'data' | 'end' | 'error', listener: (piece: Uint8Array) => void): unknown
  write(piece: Uint8Array, done: () => void): unknown
  end(): unknown
}

/** What a piece decodes to, and whether the stream is over or broken. */
export interface DecodedPiece {
  readonly pieces: readonly Uint8Array[]
  readonly state: 'open' | 'over' | 'broken'
  /** Whether the piece decodes to more than this. */
  readonly isBusy: boolean
}

/** A stream of zlib's, one piece after the other. */
export class Coded {
  readonly #stream: ZlibStream
  #pieces: Uint8Array[] = []
  #ahead = 0
  #given = 0
  #state: DecodedPiece['state'] = 'open'
  /** Whether the stream still works on the last piece. */
  #isBusy = false
  /** Whether it did when `take` returned: then that piece comes again. */
  #wasBusy = false
  #settle: () => void = () => undefined

  /** `mostAhead`: after how many bytes it waits until more is asked for. */
  constructor(stream: ZlibStream, mostAhead = Number.POSITIVE_INFINITY) {
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

  /** How many bytes of the last piece stand behind the stream's own end. */
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
      // Where a part is not taken, the end of the stream comes next.
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
