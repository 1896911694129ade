/**
 * A connection whose writes are held: what a ServerResponse writes to it is queued here, and
 * everybody else sees the connection as it would be. The ServerResponse stays Node's own: only what
 * it hands to its socket is caught. It knows nothing of what is written.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { LateClosing } from './late-closing.ts'
import { ReplacedProperties } from './replaced-properties.ts'
import { type Write, type Written, writeOf } from './socket-write.ts'

export class HeldSocket {
  readonly #socket: Socket
  readonly #outgoing: ServerResponse
  readonly #onChange: () => void
  readonly #replaced: ReplacedProperties
  readonly #native: Pick<Socket, 'write' | 'end' | 'destroy' | 'cork'>
  readonly #onDrain = () => this.drainIfRead()
  readonly #closing = new LateClosing()
  #isFull = false
  #isRestored = false
  /** What waits to be sent or read. */
  readonly queue: Write[] = []
  /** How many of the queue came before the app corked the connection. */
  #uncorked = 0
  #isWritten = false
  /** Whether something was written before the corking: a connection would have sent it. */
  #isFlushed = false
  /** How much was written and is not settled, as a stream counts it. */
  held = 0
  /** Whether an answer was begun and more of it is to come, which the connection does not know. */
  isIncomplete = false

  constructor(socket: Socket, outgoing: ServerResponse, onChange: () => void) {
    this.#socket = socket
    this.#outgoing = outgoing
    this.#onChange = onChange
    socket.on('drain', this.#onDrain)
    const { write, end, destroy, cork } = socket
    this.#native = { write, end, destroy, cork }
    this.#replaced = new ReplacedProperties(socket, this.#standIns())
  }

  get isGone(): boolean {
    return this.#ofSocket('destroyed')
  }

  /** Whether the app ended the connection or destroyed it, and can write no more. */
  get isEnding(): boolean {
    return this.#closing.isAsked
  }

  /** Writes to the connection itself. */
  write(data: string | Uint8Array, encoding?: BufferEncoding, callback?: Written): boolean {
    return Reflect.apply(this.#native.write, this.#socket, [data, encoding, callback])
  }

  /** Runs what writes several pieces, so that they go in one. */
  together(writes: () => void): void {
    this.#cork()
    writes()
    this.#socket.uncork()
  }

  /** Takes the first of the queue, of which nothing is left. */
  shift(): void {
    this.held -= this.queue.shift()!.size
    this.#isWritten = this.queue.length > 0
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
    // If the app has destroyed the connection, it must not wait for a client that reads nothing.
    this.#closing.runDestroys()
    return new Promise((resolve) => {
      const look = () => {
        if (socket.writableNeedDrain && !this.isGone) return
        socket.off('drain', look)
        socket.off('close', look)
        resolve()
      }
      socket.on('drain', look)
      socket.on('close', look)
      look()
    })
  }

  /** Emits `drain` for the app once everything it wrote is sent and the connection takes more. */
  drainIfRead(): void {
    if (!this.#isFull || this.held > 0 || this.#socket.writableNeedDrain) return
    this.#isFull = false
    if (!this.#outgoing.writableEnded) this.#emitDrain()
  }

  /** Gives the connection back, and closes it if the app asked for that. */
  restore(): void {
    if (this.#isRestored) return
    this.#isRestored = true
    this.#socket.off('drain', this.#onDrain)
    this.#replaced.restore()
    this.held = 0
    // An answer behind this one has nothing of a connection that is destroyed.
    if (this.#closing.isDestroyed) this.runEnds()
    process.nextTick(() => {
      this.drainIfRead()
      this.runEnds()
    })
  }

  /** Closes the connection if the app asked for that. */
  runEnds(): void {
    this.#closing.run()
  }

  /** Sends what was written even if corked, and lets the app close the connection from now on. */
  breakOff(): void {
    this.isIncomplete = false
    while (this.#socket.writableCorked > 0) this.#socket.uncork()
    this.runEnds()
  }

  /** What the app finds in the place of the connection's own. */
  #standIns(): PropertyDescriptorMap {
    const socket = this.#socket
    const { end, destroy } = this.#native
    return {
      write: { value: (...given: Parameters<Socket['write']>) => this.#take(given) },
      end: {
        value: (...given: unknown[]) => {
          const act = () => void Reflect.apply(end, socket, given)
          if (this.#closing.isDestroyed) this.#closing.destroy(act)
          else if (this.isIncomplete) this.#endLater(act)
          else act()
          return socket
        },
      },
      destroy: {
        value: (...given: unknown[]) => {
          const act = () => void Reflect.apply(destroy, socket, given)
          if (this.#isDestroyedLater) this.#destroyLater(act)
          else act()
          return socket
        },
      },
      cork: {
        value: () => {
          if (socket.writableCorked === 0) {
            this.#uncorked = this.queue.length
            this.#isFlushed = this.#isWritten
          }
          this.#cork()
        },
      },
      destroyed: { get: () => this.#closing.isDestroyed || this.isGone },
      writable: { get: () => !this.isEnding && this.#ofSocket<boolean>('writable') },
      writableLength: { get: () => this.#length },
    }
  }

  #endLater(act: () => void): void {
    this.#closing.end(act)
    // As `end` does.
    while (this.#socket.writableCorked > 0) this.#socket.uncork()
    this.#onChange()
  }

  /** A destroyed connection sends what was written, unless corked or its client reads nothing. */
  get #isDestroyedLater(): boolean {
    const isFlushed =
      this.#outgoing.writableEnded || this.#isFlushed || this.#socket.writableCorked === 0
    return this.isIncomplete && isFlushed && !this.#socket.writableNeedDrain
  }

  #destroyLater(act: () => void): void {
    const isCorked = this.#socket.writableCorked > 0 && !this.#outgoing.writableEnded
    const lost = isCorked ? this.queue.splice(this.#uncorked) : []
    this.#closing.destroy(act, () => this.#writeAll(lost))
    this.#onChange()
  }

  get #nativeLength(): number {
    return this.#ofSocket('writableLength')
  }

  /** A property as the connection itself has it. */
  #ofSocket<T>(name: string): T {
    return Reflect.get(Object.getPrototypeOf(this.#socket), name, this.#socket)
  }

  /** A length of 0 would let `end` take the answer for sent. */
  get #length(): number {
    if (this.#closing.isDestroyed) return 0
    return Math.max(this.held + this.#nativeLength, this.isIncomplete ? 1 : 0)
  }

  #take(given: readonly unknown[]): boolean {
    const write = writeOf(given)
    // Answers before the answer, such as early hints, are not held.
    if (!this.#outgoing.headersSent || !this.#socket.writable)
      return this.write(write.data, write.encoding, write.callback)
    this.queue.push(write)
    this.#isWritten = true
    this.held += write.size
    this.#onChange()
    // What was given to the connection at once is counted there.
    const isFree = this.held + this.#nativeLength < this.#socket.writableHighWaterMark
    this.#isFull ||= !isFree
    return isFree
  }

  /** Node's server gives it to the ServerResponse, where nothing waits. */
  #emitDrain(): void {
    const socket = this.#socket
    const nothing = new ReplacedProperties(socket, { writableLength: { value: 0 } })
    socket.emit('drain')
    nothing.restore()
  }
}
