/**
 * A connection whose writes are held: what a ServerResponse writes to it is queued here, and everybody else sees the
 * connection as it would be. The ServerResponse stays Node's own: only what it hands to its socket is caught. It knows
 * nothing of what is written.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Written = (fault?: Error | null) => void

/** The arguments of one call of `write`. */
export interface Write {
  readonly data: string | Uint8Array
  readonly encoding: BufferEncoding | undefined
  readonly callback: Written | undefined
  /** What it counts for in the length of a stream. */
  readonly size: number
}

const REPLACED = ['write', 'end', 'destroy', 'cork', 'writableLength'] as const

export class HeldSocket {
  readonly #socket: Socket
  readonly #outgoing: ServerResponse
  readonly #onWrite: () => void
  /** What others had put in the place of the functions. */
  readonly #own = new Map<string, PropertyDescriptor>()
  readonly #native: Pick<Socket, 'write' | 'end' | 'destroy' | 'cork'>
  readonly #onDrain = () => this.drainIfRead()
  /** Ends of the connection that the app asked for behind its answer. */
  readonly #ends: (() => void)[] = []
  #isFull = false
  #isRestored = false
  #hasBegun = false
  /** What waits to be sent or read. */
  readonly queue: Write[] = []
  /** How many of the queue came before the app corked the connection. */
  #uncorked = 0
  /** How much was written and is not settled, as a stream counts it. */
  held = 0
  /** Whether more is to come than was written, which the connection does not know. */
  isIncomplete = false

  constructor(socket: Socket, outgoing: ServerResponse, onWrite: () => void) {
    this.#socket = socket
    this.#outgoing = outgoing
    this.#onWrite = onWrite
    socket.on('drain', this.#onDrain)
    const { write, end, destroy, cork } = socket
    this.#native = { write, end, destroy, cork }
    this.#replace()
  }

  get isGone(): boolean {
    return this.#socket.destroyed
  }

  /** Writes to the connection itself. */
  write(data: string | Uint8Array, encoding?: BufferEncoding, callback?: Written): boolean {
    return Reflect.apply(this.#native.write, this.#socket, [data, encoding, callback])
  }

  /** Runs what writes several pieces, so that they go in one. */
  together(writes: () => void): void {
    this.#cork()
    writes()
    process.nextTick(() => this.#socket.uncork())
  }

  /** Takes the first of the queue, of which nothing is left. */
  shift(): void {
    this.held -= this.queue.shift()!.size
    this.#uncorked = Math.max(0, this.#uncorked - 1)
  }

  /** Puts a write before the queue. */
  unshift(write: Write): void {
    this.queue.unshift(write)
    if (this.#uncorked > 0) this.#uncorked++
  }

  /** Writes the queue. A connection that the app corked behind a write does not keep that back. */
  flush(): void {
    const writes = this.queue.splice(0)
    const corks = this.#socket.writableCorked
    const early = corks > 0 ? writes.splice(0, this.#uncorked) : []
    if (early.length > 0) {
      for (let i = 0; i < corks; i++) this.#socket.uncork()
      this.#writeAll(early)
      for (let i = 0; i < corks; i++) this.#cork()
    }
    this.together(() => this.#writeAll(writes))
  }

  #writeAll(writes: readonly Write[]): void {
    for (const { data, encoding, callback } of writes) this.write(data, encoding, callback)
  }

  #cork(): void {
    Reflect.apply(this.#native.cork, this.#socket, [])
  }

  /** Settles when the connection takes more, or is gone. */
  drained(): Promise<void> {
    const socket = this.#socket
    // Who reads nothing is not waited for by a connection that is to be closed.
    this.#runEnds()
    return new Promise((resolve) => {
      const look = () => {
        if (socket.writableNeedDrain && !socket.destroyed) return
        socket.off('drain', look)
        socket.off('close', look)
        resolve()
      }
      socket.on('drain', look)
      socket.on('close', look)
      look()
    })
  }

  /** Lets the app go on where it had to wait, and nothing waits any longer. */
  drainIfRead(): void {
    if (!this.#isFull || this.held > 0 || this.#socket.writableNeedDrain) return
    this.#isFull = false
    if (!this.#outgoing.writableEnded) this.#emitDrain()
  }

  /** Gives the connection back, and closes it where that was asked for. */
  restore(): void {
    if (this.#isRestored) return
    this.#isRestored = true
    this.#socket.off('drain', this.#onDrain)
    for (const name of REPLACED) {
      Reflect.deleteProperty(this.#socket, name)
      const own = this.#own.get(name)
      if (own !== undefined) Object.defineProperty(this.#socket, name, own)
    }
    this.held = 0
    // Behind what goes together.
    process.nextTick(() => {
      this.drainIfRead()
      this.#runEnds()
    })
  }

  #runEnds(): void {
    for (const end of this.#ends.splice(0)) end()
  }

  #replace(): void {
    const socket = this.#socket
    const { end, destroy } = this.#native
    for (const name of REPLACED) {
      const own = Object.getOwnPropertyDescriptor(socket, name)
      if (own !== undefined) this.#own.set(name, own)
    }
    const later = (act: Socket['end'] | Socket['destroy'], given: unknown[]) => {
      if (this.#endsLater) this.#ends.push(() => Reflect.apply(act, socket, given))
      else Reflect.apply(act, socket, given)
      return socket
    }
    const replacing = {
      write: { value: (...given: Parameters<Socket['write']>) => this.#take(given) },
      end: { value: (...given: unknown[]) => later(end, given) },
      destroy: { value: (...given: unknown[]) => later(destroy, given) },
      cork: {
        value: () => {
          if (socket.writableCorked === 0) this.#uncorked = this.queue.length
          this.#cork()
        },
      },
      writableLength: { get: () => this.#length },
    }
    for (const [name, property] of Object.entries(replacing))
      Object.defineProperty(socket, name, { configurable: true, ...property })
  }

  /** A connection that is closed right behind the end of an answer has sent it by then, unless its client reads nothing. */
  get #endsLater(): boolean {
    const { writableEnded } = this.#outgoing
    const isSent = this.#hasBegun && writableEnded
    return !this.#isRestored && isSent && !this.#socket.writableNeedDrain
  }

  get #nativeLength(): number {
    return Reflect.get(Object.getPrototypeOf(this.#socket), 'writableLength', this.#socket)
  }

  /** A length of 0 would let `end` take the answer for sent. */
  get #length(): number {
    return Math.max(this.held + this.#nativeLength, this.isIncomplete ? 1 : 0)
  }

  #take(given: readonly unknown[]): boolean {
    const write = writeOf(given)
    this.#hasBegun = true
    // Answers before the answer, such as early hints, are not held.
    if (!this.#outgoing.headersSent || !this.#socket.writable)
      return this.write(write.data, write.encoding, write.callback)
    this.queue.push(write)
    this.held += write.size
    this.#onWrite()
    // What was given to the connection at once is counted there.
    const isFree = this.held + this.#nativeLength < this.#socket.writableHighWaterMark
    this.#isFull ||= !isFree
    return isFree
  }

  /** Node's server gives it to the ServerResponse, where nothing waits. */
  #emitDrain(): void {
    const socket = this.#socket
    const own = Object.getOwnPropertyDescriptor(socket, 'writableLength')
    Object.defineProperty(socket, 'writableLength', { value: 0, configurable: true })
    socket.emit('drain')
    Reflect.deleteProperty(socket, 'writableLength')
    if (own !== undefined) Object.defineProperty(socket, 'writableLength', own)
  }
}

function writeOf([data, encoding, callback]: readonly unknown[]): Write {
  const done = typeof encoding === 'function' ? encoding : callback
  return {
    size: (data as Write['data']).length,
    data: data as Write['data'],
    encoding: typeof encoding === 'string' ? (encoding as BufferEncoding) : undefined,
    callback: typeof done === 'function' ? (done as Written) : undefined,
  }
}
