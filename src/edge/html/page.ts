/**
 * The body of an answer that is looked into before it is sent. It can still be sent as it came, byte for byte in the
 * coding that it came in, or rewritten from its first byte on. It knows bytes and codings, and nothing of HTML.
 */
import type { Bodies } from '../platform.ts'
import { type ByteSource, joinedBytes, NOTHING, Recorded } from './byte-source.ts'
import { codingsOf, type Decoding, decoded } from './codings.ts'

export interface Rewriting {
  /** Whether what follows goes through unchanged. */
  readonly isDone: boolean
  take(bytes: Uint8Array): Uint8Array
  end(): Uint8Array
}

/** Writes the beginning of a body; gives whether the rest of the stream follows as it comes in. */
type Begin = (write: (bytes: Uint8Array) => Promise<void>) => Promise<boolean>

type PageBodies = Pick<Bodies, 'isStillCoded' | 'loadZlib' | 'queued'>

export class Page {
  readonly #recorded: Recorded
  #codings: readonly string[]
  /** Tells whether an app coded the body; null where the runtime does not decode it. */
  readonly #isStillCoded: Bodies['isStillCoded']
  readonly #bodies: PageBodies
  /** Bytes that are to come; null where no header says, or says it of another coding. */
  readonly #length: number | null
  #source: ByteSource | null = null
  #decoding: Decoding | null = null
  #pending: Promise<Uint8Array | null> | null = null
  #fault: unknown = null

  /** Whether what is sent rewritten was decoded here, so that its coding is to be put on again; clear once it was read. */
  isDecodedHere = false
  bytes = NOTHING
  isWhole = false
  /** Whether the body cannot be decoded: it is broken, or in a coding that there is no decoder for. */
  isUnreadable = false
  isBrokenOff = false

  constructor(body: ReadableStream<Uint8Array>, headers: Headers, bodies: PageBodies) {
    this.#bodies = bodies
    const codings = codingsOf(headers)
    const length = headers.get('content-length')
    this.#recorded = new Recorded(body)
    this.#codings = codings
    this.#isStillCoded = DECODED_BY_RUNTIME.has(headers.get('content-encoding') ?? '')
      ? bodies.isStillCoded
      : null
    this.#length = length === null || codings.length > 0 ? null : Number(length)
  }

  /** Reads on. Gives false at the end, and `over` where that comes first; then the same bytes are read by the next call. */
  async more<Over extends string>(over: Promise<Over> | null = null): Promise<boolean | Over> {
    if (this.isWhole || this.isUnreadable || this.isBrokenOff) return false
    this.#pending ??= this.#read()
    const piece = await (over === null ? this.#pending : Promise.race([this.#pending, over]))
    if (typeof piece === 'string') return piece
    this.#pending = null
    if (piece === null) {
      this.isBrokenOff = this.#fault !== null
      this.isUnreadable ||= this.#decoding?.isBroken === true
      this.isWhole = !this.isBrokenOff && !this.isUnreadable
      return false
    }
    this.bytes = joinedBytes(this.bytes, piece)
    this.isWhole = this.bytes.length === this.#length
    return true
  }

  /**
   * Reads on until `look` has seen enough, the page ends, or what `limit` gives is over; it is asked behind the first bytes.
   * `look` sees what has come at last in any case, and hears whether no more comes.
   */
  async readUntil(
    look: (isLast: boolean) => boolean | Promise<boolean>,
    limit: () => Promise<'over'>,
  ): Promise<'enough' | 'end' | 'over'> {
    let more: boolean | 'over' = this.bytes.length > 0 || (await this.more())
    while (!(await look(more !== true))) {
      if (more !== true) return more === 'over' ? more : 'end'
      more = await this.more(limit())
    }
    return more === 'over' ? more : 'enough'
  }

  async #read(): Promise<Uint8Array | null> {
    try {
      this.#source ??= await this.#open()
      return (await this.#source?.read()) ?? null
    } catch (fault) {
      // The origin broke off: what is sent must break off too.
      this.#fault = fault
      return null
    }
  }

  async #open(): Promise<ByteSource | null> {
    if (this.#isStillCoded !== null) {
      const first = await this.#recorded.peek()
      if (first === null || !this.#isStillCoded(first, this.#codings[0]!)) this.#codings = []
    }
    this.isDecodedHere = this.#codings.length > 0
    if (!this.isDecodedHere) return this.#recorded
    this.#decoding = await decoded(this.#recorded, this.#codings, this.#bodies.loadZlib)
    this.isUnreadable = this.#decoding === null
    return this.#decoding
  }

  asItCame(): BodyInit {
    const { pieces } = this.#recorded
    if (this.#recorded.isOver) return pieces.reduce(joinedBytes, NOTHING) as BodyInit
    if (pieces.length === 0 && this.#pending === null && this.#fault === null)
      return this.#recorded.rest()
    return this.#stream(async (write) => {
      for (const piece of pieces.splice(0)) await write(piece)
      // What was being read when the looking ended is among the pieces now.
      await this.#pending
      for (const piece of pieces.splice(0)) await write(piece)
      return true
    })
  }

  rewritten(rewriting: Rewriting): BodyInit {
    this.#recorded.forget()
    const first = rewriting.take(this.bytes)
    if (this.isWhole) return joinedBytes(first, rewriting.end()) as BodyInit
    return this.#stream(async (write) => {
      let written = write(first)
      while (!rewriting.isDone || this.#pending !== null || this.isDecodedHere) {
        await written
        const piece = await (this.#pending ?? this.#read())
        this.#pending = null
        if (piece === null) {
          await write(rewriting.end())
          return false
        }
        written = write(rewriting.take(piece))
      }
      // What Deno pipes into a stream overtakes what was written to it and not yet read.
      await written
      return true
    })
  }

  /** A stream of what `begin` writes and then, where that gives true, of the rest as it comes in. */
  #stream(begin: Begin): ReadableStream<Uint8Array> {
    const { readable, writable } = new Carrier()
    this.#carry(begin, writable).catch((fault) => {
      // The origin broke off, or the client left: the copy must break off too, never end as if it were whole.
      writable.abort(fault).catch(ignored)
      this.cancel(fault).catch(ignored)
    })
    return readable
  }

  async #carry(begin: Begin, out: WritableStream<Uint8Array>): Promise<void> {
    const writer = out.getWriter()
    let hasRest = false
    try {
      hasRest = await begin(async (bytes) => {
        if (bytes.length > 0) await writer.write(bytes)
      })
      if (this.#fault !== null) {
        // What was written must leave first: a connection that is aborted at once loses it.
        await this.#bodies.queued()
        throw this.#fault
      }
      if (!hasRest || this.#recorded.isOver) return await writer.close()
    } finally {
      // The next who writes must not find it locked.
      writer.releaseLock()
    }
    await this.#recorded.rest().pipeTo(out)
  }

  cancel(reason?: unknown): Promise<void> {
    return this.#recorded.cancel(reason)
  }
}

/** The runtime's own stream, which carries bytes without JavaScript, where there is one. */
const Carrier: typeof TransformStream<Uint8Array, Uint8Array> =
  (globalThis as { IdentityTransformStream?: never }).IdentityTransformStream ?? TransformStream

/** What the Workers runtime decodes where it is read, in exactly these letters, and codes where it is sent. */
const DECODED_BY_RUNTIME: ReadonlySet<string> = new Set(['gzip', 'br'])

/** Both ends are already broken by the fault that is being handled. */
function ignored(): null {
  return null
}
