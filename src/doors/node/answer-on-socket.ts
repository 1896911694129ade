/**
 * Captures what an app writes to an HTTP/1 ServerResponse as a Response, and sends another in its
 * place. The ServerResponse stays unchanged and writes to a held connection: headers, framing,
 * events and errors are its own.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type AppAnswer, BODILESS, possibleStatus } from './app-answer.ts'
import { HeldSocket } from './held-socket.ts'
import {
  type AnswerHead,
  type BodyReader,
  bodyReaderOf,
  bytesOf,
  cutHead,
  framed,
  headText,
  linesOfAnswer,
  OpenReader,
  readAnswerHead,
  statusLineFor,
} from './http1-answer.ts'
import { wireOn } from './http1-wire.ts'
import { altered, headersFrom, valuesOf } from './raw-headers.ts'
import type { Write, Written } from './socket-write.ts'
import { breakOff, writeResponse } from './write-response.ts'

export class AnswerOnSocket implements AppAnswer {
  readonly response: Promise<Response>
  readonly #outgoing: ServerResponse
  #begin!: (response: Response) => void
  #held!: HeldSocket
  /** The first write of the app's ServerResponse: the head, perhaps with a part of the body. */
  #first: Write | null = null
  #head!: AnswerHead
  #before!: Headers
  #reader: BodyReader | null = null
  #body: ReadableStream<Uint8Array> | null = null
  /** Writes whose bytes were read, and what to call when the answer is sent. */
  #read: Write[] = []
  #last: Written[] = []
  #wake: (() => void) | null = null
  #state: 'held' | 'read' | 'dropped' | 'sent' = 'held'
  readonly #isHead: boolean
  /** Whether the connection ends with the answer, though the ServerResponse does not know it. */
  #closes = false

  /** `isHead`: whether the client asks for the head alone. */
  constructor(outgoing: ServerResponse, isHead: boolean) {
    this.#outgoing = outgoing
    this.#isHead = isHead
    // The app may be asked for the page all the same.
    if (isHead && outgoing.req.method !== 'HEAD') Reflect.set(outgoing, '_hasBody', true)
    this.response = new Promise((resolve) => {
      this.#begin = resolve
    })
    outgoing.once('prefinish', () => this.#wake?.())
    // Behind another answer it waits for its turn.
    if (outgoing.socket === null) outgoing.once('socket', (socket) => this.#hold(socket))
    else this.#hold(outgoing.socket)
  }

  release(): void {
    this.#held.queue[0] = this.#first!
    this.#pass()
  }

  async send(answer: Response): Promise<void> {
    if (answer.body === this.#body) {
      const raw = altered(this.#head.raw, answer.headers, this.#before)
      const data = headText(statusLineFor(answer, this.#head), raw)
      this.#held.unshift({ data, encoding: 'latin1', callback: undefined, size: 0 })
      return this.#pass()
    }
    // Another answer, and nobody looked into the app's.
    if (this.#state === 'held') this.#drop()
    const wire = wireOn(this.#held, {
      hasBody: !this.#isHead,
      writeHead: (made, length) => this.#writeHead(made, length),
      trailers: () => (this.#state === 'dropped' ? [] : this.#reader!.trailers),
      breakOff: () => {
        this.#held.breakOff()
        breakOff(this.#outgoing)
      },
    })
    await writeResponse(answer, this.#outgoing, null, wire)
    this.#end()
  }

  #hold(socket: Socket): void {
    this.#held = new HeldSocket(socket, this.#outgoing, () => this.#take())
    // With this event Node gives the connection to the next answer.
    this.#outgoing.prependOnceListener('finish', () => {
      this.#held.restore()
      if (this.#closes) socket.destroySoon()
    })
    this.#outgoing.once('close', () => {
      this.#held.restore()
      this.#wake?.()
    })
  }

  #take(): void {
    if (this.#state === 'sent') {
      this.#forward()
      return
    }
    if (this.#first === null) this.#readHead()
    if (this.#state === 'dropped') this.#drop()
    this.#wake?.()
  }

  #readHead(): void {
    const { queue } = this.#held
    while (queue.length > 0) {
      const [first] = queue as [Write]
      const cut = cutHead(first)
      if (cut === null) return
      const head = readAnswerHead(cut.head)
      queue[0] = cut.rest
      if (head.status >= 200 || head.status === this.#outgoing.statusCode) {
        this.#first = first
        this.#held.isIncomplete = true
        this.#respond(head)
        return
      }
      const isAll = cut.rest.data.length === 0
      this.#held.write(`${cut.head}\r\n\r\n`, 'latin1', isAll ? first.callback : undefined)
      if (isAll) this.#held.shift()
    }
  }

  #respond(head: AnswerHead): void {
    this.#head = head
    const raw = linesOfAnswer(head)
    this.#before = headersFrom(raw)
    this.#reader = bodyReaderOf(head, Reflect.get(this.#outgoing, '_hasBody') === false)
    const status = possibleStatus(head.status)
    if (this.#reader !== null && !BODILESS.has(status)) this.#body = this.#stream()
    this.#begin(new Response(this.#body, { status, headers: headersFrom(raw) }))
  }

  /** Sends everything as the app wrote it, and gives the connection back. */
  #pass(): void {
    this.#held.flush()
    this.#state = 'sent'
    this.#held.isIncomplete = false
    this.#held.restore()
  }

  /** Reads what the app writes, and nothing before it is read. */
  #stream(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      { pull: (controller) => this.#pull(controller), cancel: () => this.#drop() },
      { highWaterMark: 0 },
    )
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    this.#state = 'read'
    for (;;) {
      this.#settle()
      const bytes = this.#readQueue()
      if (bytes.length > 0) controller.enqueue(bytes)
      if (this.#isWhole) return controller.close()
      if (bytes.length > 0) return
      if (this.#held.isGone || this.#held.isEnding) throw new Error('the connection was closed')
      if (this.#outgoing.writableEnded) throw new Error('the body is shorter than its length')
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  get #isWhole(): boolean {
    const reader = this.#reader!
    const isEnded = this.#outgoing.writableEnded || this.#held.isEnding
    return reader.isOver || (reader instanceof OpenReader && isEnded)
  }

  #readQueue(): Uint8Array {
    const writes = this.#held.queue.splice(0)
    this.#read.push(...writes)
    // An app may use its bytes again after the callback of its write.
    return Buffer.concat(writes.flatMap((write) => this.#reader!.take(bytesOf(write))))
  }

  /** Tells the app that what was read is written, and that it may write more. */
  #settle(): void {
    const read = this.#read.splice(0)
    for (const { size } of read) this.#held.held -= size
    process.nextTick(() => {
      for (const { callback } of read) if (callback !== undefined) this.#call(callback)
      this.#held.drainIfRead()
    })
  }

  /** The last writes of an answer are done when what is sent in their place is. */
  #call(callback: Written): void {
    if (this.#state === 'sent') this.#held.write('', 'latin1', callback)
    else if (this.#outgoing.writableEnded) this.#last.push(callback)
    else callback()
  }

  /** Nobody reads it: what the app still writes goes nowhere. */
  #drop(): void {
    if (this.#state !== 'sent') this.#state = 'dropped'
    this.#read.push(...this.#held.queue.splice(0))
    this.#settle()
  }

  /** Ends the replacement: runs the callbacks of the app's writes, gives the connection back. */
  #end(): void {
    this.#state = 'sent'
    this.#held.isIncomplete = false
    for (const callback of this.#last.splice(0)) this.#held.write('', 'latin1', callback)
    this.#held.queue.unshift(...this.#read.splice(0))
    this.#forward()
    if (this.#outgoing.writableEnded) this.#held.restore()
    else if (this.#closes) this.#outgoing.socket?.destroySoon()
    else this.#held.drainIfRead()
    if (!this.#outgoing.writableEnded) this.#held.runEnds()
  }

  /** Discards the queued bytes. Their callbacks run after all earlier bytes are written. */
  #forward(): void {
    for (const { callback } of this.#held.queue.splice(0))
      if (callback !== undefined) this.#held.write('', 'latin1', callback)
    this.#held.held = 0
  }

  /** Gives whether the body goes in chunks. */
  #writeHead(answer: Response, length: number | null): boolean {
    const { raw } = this.#head
    const isApps = this.#state === 'read'
    const hasTrailers =
      isApps && (this.#reader!.trailers.length > 0 || valuesOf(raw, 'trailer').length > 0)
    const { lines, isChunked, isLast } = framed(altered(raw, answer.headers, this.#before), {
      hasBody: !this.#isHead && answer.status !== 204 && answer.status !== 304,
      length: answer.body === null ? 0 : length,
      hasTrailers,
      mayChunk: this.#outgoing.useChunkedEncodingByDefault,
      // An app that still writes to nowhere learns it by the end of the connection.
      isLast: !isApps && !this.#outgoing.writableEnded,
    })
    this.#closes = isLast
    this.#held.write(headText(statusLineFor(answer, this.#head), lines), 'latin1')
    return isChunked
  }
}
