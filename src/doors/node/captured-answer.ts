/**
 * Captures what an app writes to a ServerResponse as a Response if its connection cannot be held:
 * in HTTP/2 and Bun. Nothing is sent until the response is released as written, or replaced.
 */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { type AppAnswer, BODILESS, ODD_STATUS, possibleStatus } from './app-answer.ts'
import { LateDestroy } from './late-destroy.ts'
import { endToEnd, headersFrom, keepLines, linesOf } from './raw-headers.ts'
import {
  breakOff,
  drained,
  lengthOf,
  phraseOf,
  type Wire,
  writeResponse,
} from './write-response.ts'
import { rawOf, setHead } from './written-head.ts'

type Chunk = string | Uint8Array
type Written = () => void
/** The arguments of `write` and `end` in their three forms. */
type WriteArguments = [
  chunk?: Chunk | Written | null,
  encoding?: BufferEncoding | Written,
  written?: Written,
]

type Method = 'writeHead' | 'write' | 'end' | 'flushHeaders'
type Stream = Pick<ServerResponse, 'destroy' | 'once' | 'off' | 'destroyed'>

interface Piece {
  readonly bytes: Uint8Array
  readonly written: Written | undefined
}

const MOST_WAITING = 64 * 1024

export class CapturedAnswer implements AppAnswer {
  readonly response: Promise<Response>
  readonly #outgoing: ServerResponse
  readonly #own: Pick<ServerResponse, Method>
  /** That of HTTP/2, to which `outgoing` writes. */
  readonly #stream: Stream | undefined
  readonly #destroying: LateDestroy
  readonly #pieces: Piece[] = []
  #begin!: (response: Response) => void
  #wake: (() => void) | null = null
  #waiting = 0
  #status = ODD_STATUS
  /** The header as the app wrote it, names and values in turn. */
  #raw: readonly string[] = []
  #hasBegun = false
  /** Whether the app wrote its header before its body. */
  #isExplicit = false
  #hasEnded = false
  #isDropped = false
  #isReleased = false
  #isSent = false

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing
    const { writeHead, write, end, flushHeaders } = outgoing
    this.#own = { writeHead, write, end, flushHeaders }
    this.#stream = (outgoing as { readonly stream?: Stream }).stream
    this.response = new Promise((resolve) => {
      this.#begin = resolve
    })
    outgoing.once('close', () => this.#drop())
    this.#replaceMethods()
    this.#destroying = new LateDestroy([outgoing, this.#stream], {
      isLate: () => this.#hasBegun && !this.#isReleased && !this.#isSent,
      onAsked: () => this.#wake?.(),
    })
  }

  release(): void {
    const outgoing = this.#outgoing
    const { writeHead, write, end } = this.#own
    Reflect.deleteProperty(outgoing, 'headersSent')
    this.#isReleased = true
    let takesMore = true
    if (this.#isExplicit) Reflect.apply(writeHead, outgoing, [this.#status])
    for (const { bytes, written } of this.#released())
      takesMore = Reflect.apply(write, outgoing, [bytes, 'utf8', written])
    if (this.#destroying.isAsked) this.#destroying.run()
    else if (this.#hasEnded) Reflect.apply(end, outgoing, [])
    // The app waits for a `drain` that the connection will not emit.
    else if (takesMore && this.#waiting >= MOST_WAITING)
      process.nextTick(() => outgoing.emit('drain'))
  }

  /** All that was written, in one piece if the app has destroyed it: only one would be sent. */
  #released(): readonly Piece[] {
    const pieces = this.#pieces.splice(0)
    if (!this.#destroying.isAsked || pieces.length < 2) return pieces
    return [{ bytes: Buffer.concat(pieces.map(({ bytes }) => bytes)), written: undefined }]
  }

  async send(answer: Response): Promise<void> {
    await writeResponse(answer, this.#outgoing, null, this.#wire())
    this.#isSent = true
    this.#destroying.run()
  }

  /** Writes to the connection itself, while what the app writes goes on to be caught. */
  #wire(): Wire {
    const outgoing = this.#outgoing
    const { writeHead, write, end } = this.#own
    return {
      head: (answer, length) => {
        Reflect.deleteProperty(outgoing, 'headersSent')
        for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name)
        const status = answer.status === ODD_STATUS ? this.#status : answer.status
        keepLines(answer, this.#raw)
        setHead(outgoing, status, endToEnd([...linesOf(answer), ...lengthOf(answer, length)]))
        // HTTP/2 has no phrases.
        const phrase = outgoing.req.httpVersionMajor < 2 ? [phraseOf(answer)] : []
        Reflect.apply(writeHead, outgoing, [status, ...phrase])
      },
      write: (bytes) => Reflect.apply(write, outgoing, [bytes]),
      end: (bytes) => {
        // HTTP/2's own `end` would call the `write` that catches.
        if (bytes !== undefined) Reflect.apply(write, outgoing, [bytes])
        Reflect.apply(end, outgoing, [])
      },
      // The app's own events come from `outgoing`.
      drained: () => drained(this.#stream ?? outgoing),
      breakOff: () => {
        this.#isSent = true
        if (!this.#destroying.isAsked) breakOff(outgoing)
      },
    }
  }

  /** Wraps the methods for good: the app may have wrapped them again, and calls these. */
  #replaceMethods(): void {
    for (const [name, replacing] of Object.entries(this.#replacing())) {
      const own = this.#own[name as Method]
      const method = (...given: unknown[]) =>
        Reflect.apply(this.#isReleased ? own : replacing, this.#outgoing, given)
      Reflect.set(this.#outgoing, name, method)
    }
  }

  #replacing(): Readonly<Record<Method, (...given: never[]) => unknown>> {
    const outgoing = this.#outgoing
    return {
      writeHead: (status: number, ...rest: unknown[]) => {
        if (this.#hasBegun) throw fault('ERR_HTTP_HEADERS_SENT', 'the header was sent already')
        const [phrase] = rest
        if (typeof phrase === 'string') outgoing.statusMessage = phrase
        const headers = (typeof phrase === 'string' ? rest[1] : (phrase ?? rest[1])) ?? {}
        setHead(outgoing, status, headers as OutgoingHttpHeaders | readonly string[])
        this.#start()
        return outgoing
      },
      flushHeaders: () => this.#writeHead(true),
      write: (...given: WriteArguments) => {
        if (given[0] === null) throw fault('ERR_STREAM_NULL_VALUES', 'null cannot be written')
        return this.#write(given)
      },
      end: (...given: WriteArguments) => {
        if (!this.#hasEnded && !this.#destroying.isAsked) {
          this.#write(given)
          this.#hasEnded = true
          this.#wake?.()
        }
        return outgoing
      },
    }
  }

  /** Has the header written by the function that the app, or something of it, may have replaced. */
  #writeHead(isExplicit: boolean): void {
    if (this.#hasBegun) return
    this.#outgoing.writeHead(this.#outgoing.statusCode)
    this.#isExplicit = isExplicit
  }

  #write(given: WriteArguments): boolean {
    const [chunk, encoding] = given
    this.#writeHead(false)
    const done = given.find((each): each is Written => typeof each === 'function')
    const isBody = typeof chunk === 'string' || chunk instanceof Uint8Array
    if (!isBody || this.#isDropped || this.#hasEnded || this.#destroying.isAsked) {
      if (done !== undefined) process.nextTick(done)
      return true
    }
    const bytes =
      typeof chunk === 'string'
        ? Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8')
        : chunk
    this.#pieces.push({ bytes, written: done })
    this.#waiting += bytes.length
    this.#wake?.()
    return this.#waiting < MOST_WAITING
  }

  /** The app has written its header, and may not any more. */
  #start(): void {
    if (this.#hasBegun) return
    this.#hasBegun = true
    this.#isExplicit = true
    const outgoing = this.#outgoing
    Object.defineProperty(outgoing, 'headersSent', { value: true, configurable: true })
    this.#status = outgoing.statusCode
    const isBodiless =
      this.#status < 200 || BODILESS.has(this.#status) || outgoing.req.method === 'HEAD'
    const status = possibleStatus(this.#status)
    this.#raw = rawOf(outgoing)
    const headers = headersFrom(this.#raw)
    this.#begin(new Response(isBodiless ? null : this.#body(), { status, headers }))
  }

  /** Reads what the app writes, piece by piece, and nothing before it is read. */
  #body(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          if (this.#pieces.length === 0 && !this.#hasEnded && !this.#destroying.isAsked)
            await this.#more()
          const piece = this.#pieces.shift()
          if (piece === undefined) {
            if (!this.#hasEnded && this.#destroying.isAsked) throw new Error('it was destroyed')
            return controller.close()
          }
          controller.enqueue(piece.bytes)
          piece.written?.()
          const wasFull = this.#waiting >= MOST_WAITING
          this.#waiting -= piece.bytes.length
          if (wasFull && this.#waiting < MOST_WAITING) this.#outgoing.emit('drain')
        },
        cancel: () => this.#drop(),
      },
      { highWaterMark: 0 },
    )
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = null
        resolve()
      }
    })
  }

  /** Nobody reads it any longer: what the app still writes goes nowhere. */
  #drop(): void {
    this.#isDropped = true
    for (const { written } of this.#pieces.splice(0)) written?.()
    this.#hasEnded ||= this.#outgoing.destroyed
    this.#wake?.()
    if (this.#waiting >= MOST_WAITING) this.#outgoing.emit('drain')
    this.#waiting = 0
  }
}

function fault(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
