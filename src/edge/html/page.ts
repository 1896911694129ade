/**
 * A response body that is examined before it is sent. It can then be sent unchanged, byte for byte
 * in its original coding, or rewritten from its first byte. Handles bytes and codings, not HTML.
 */
import type { Bodies } from '../platform.ts'
import { type ByteSource, joinedBytes, NOTHING, Recorded } from './byte-source.ts'
import { codingsOf, type Decoding, decoded } from './codings.ts'

export interface Rewriting {
  /** Whether the rest passes unchanged. */
  readonly isDone: boolean
  take(bytes: Uint8Array): Uint8Array
  end(): Uint8Array
}

/** Writes the start of a body; returns whether the rest of the stream follows unchanged. */
type Begin = (write: (bytes: Uint8Array) => Promise<void>) => Promise<boolean>

type PageBodies = Pick<Bodies, 'isStillCoded' | 'loadZlib' | 'queued'>

export class Page {
  readonly #recorded: Recorded
  #codings: readonly string[]
  /** Whether an app encoded the body itself; null if the runtime decodes nothing. */
  readonly #isStillCoded: Bodies['isStillCoded']
  readonly #bodies: PageBodies
  /** The remaining bytes; null if unknown. */
  readonly #length: number | null
  #source: ByteSource | null = null
  #decoding: Decoding | null = null
  #pending: Promise<Uint8Array | null> | null = null
  #fault: unknown = null

  /** Whether we decoded the body, so must encode it again. Valid after the first read. */
  isDecodedHere = false
  bytes = NOTHING
  isWhole = false
  /** Whether the body cannot be decoded: it is broken, or its coding is unsupported. */
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

  /**
   * Reads the next piece. Returns false at the end, and `over` if that comes first; the read then
   * continues in the next call.
   */
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
   * Reads until `look` has enough, the page ends, or the promise from `limit` settles; `limit` is
   * called after the first bytes. `look` is always called for the last bytes, with a flag at the
   * end.
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
      // The origin broke off, so our copy must break off, too.
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
      // A read that was pending is completed first.
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
      // In Deno, piped data overtakes earlier writes that are not yet read.
      await written
      return true
    })
  }

  /** A stream of what `begin` writes, and then, if that returns true, of the rest. */
  #stream(begin: Begin): ReadableStream<Uint8Array> {
    const { readable, writable } = new Carrier()
    this.#carry(begin, writable).catch((fault) => {
      // The origin broke off or the client left: the copy must break off, not end as if it were
      // whole.
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
        // Written data must leave first: aborting the connection at once would lose it.
        await this.#bodies.queued()
        throw this.#fault
      }
      if (!hasRest || this.#recorded.isOver) return await writer.close()
    } finally {
      // The next writer needs it unlocked.
      writer.releaseLock()
    }
    await this.#recorded.rest().pipeTo(out)
  }

  cancel(reason?: unknown): Promise<void> {
    return this.#recorded.cancel(reason)
  }
}

/** The runtime's own stream, if any, which moves bytes without JavaScript. */
const Carrier: typeof TransformStream<Uint8Array, Uint8Array> =
  (globalThis as { IdentityTransformStream?: never }).IdentityTransformStream ?? TransformStream

/**
 * The codings that the Workers runtime decodes on reading and encodes on sending, spelt exactly.
 */
const DECODED_BY_RUNTIME: ReadonlySet<string> = new Set(['gzip', 'br'])

/** Both ends are already broken by the error being handled. */
function ignored(): null {
  return null
}
