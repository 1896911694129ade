/**
 * Decodes and encodes content codings (RFC 9110 8.4.1) as leniently as browsers. A gzip stream may
 * have a wrong checksum, no trailer, or trailing bytes; `deflate` may lack its zlib header. What
 * was decoded before an error counts. Needs the platform's `node:zlib`.
 */
import type { Bodies } from '../platform.ts'
import {
  type ByteSource,
  Coded,
  type DecodedPiece,
  joinedBytes,
  NOTHING,
  type Zlib,
} from './byte-source.ts'

/**
 * A body's codings in the order in which they were applied, by their RFC names; `identity` and
 * empty ones are left out.
 */
export function codingsOf(headers: Headers): readonly string[] {
  const header = headers.get('content-encoding')
  if (header === null) return []
  const names = header.toLowerCase().split(',')
  return names
    .map((name) => name.trim().replace(/^x-gzip$/, 'gzip'))
    .filter((name) => name !== '' && name !== 'identity')
}

/** Codings in which a rewritten body can be sent. */
const SENT: ReadonlySet<string> = new Set(['gzip', 'br'])

/** The coding for a rewritten body, empty for none; null if it cannot be sent in its coding. */
export function sentCoding(headers: Headers): string | null {
  const [coding = '', ...others] = codingsOf(headers)
  return others.length === 0 && (coding === '' || SENT.has(coding)) ? coding : null
}

/** Whether reading a body changes it, because the runtime decodes it. */
export function isDecodedWhenRead(headers: Headers, { isStillCoded }: Bodies): boolean {
  return isStillCoded !== null && codingsOf(headers).length > 0
}

/** A response's decoded bytes; null if there is no decoder. */
export async function decoded(
  source: ByteSource,
  codings: readonly string[],
  loadZlib: Bodies['loadZlib'],
): Promise<Decoding | null> {
  const zlib = await loadZlib()
  if (zlib === null) return null
  let decoding: Decoding | null = null
  for (const coding of [...codings].reverse()) {
    const decoder = DECODERS.get(coding)?.(zlib)
    if (decoder === undefined) return null
    decoding = new Decoding(decoding ?? source, decoder)
  }
  return decoding
}

interface Decoder {
  /**
   * Decodes the next piece, null at the end. The same piece again while the decoder is busy with
   * it.
   */
  take(piece: Uint8Array | null): Promise<DecodedPiece>
}

/**
 * How many bytes are decoded before they are requested: a few hundred bytes may expand to any
 * number.
 */
const MOST_AHEAD = 1 << 20

export class Decoding implements ByteSource {
  readonly #source: ByteSource
  readonly #decoder: Decoder
  /** The current piece, and whether the decoder needs it again. */
  #piece: Uint8Array | null = null
  #isBusy = false
  #pieces: Uint8Array[] = []
  #isOver = false
  /** Whether the body is broken, or not in the coding of its header. */
  isBroken = false

  constructor(source: ByteSource, decoder: Decoder) {
    this.#source = source
    this.#decoder = decoder
  }

  async read(): Promise<Uint8Array | null> {
    while (this.#pieces.length === 0 && !this.#isOver) {
      if (!this.#isBusy) this.#piece = await this.#source.read()
      const { pieces, state, isBusy } = await this.#decoder.take(this.#piece)
      this.#pieces = [...pieces]
      this.#isBusy = isBusy
      this.isBroken ||= state === 'broken'
      this.#isOver = state !== 'open' || (this.#piece === null && !isBusy)
      // Bytes after the stream's end are ignored.
      if (state !== 'open' && this.#piece !== null) this.#source.cancel().catch(() => null)
    }
    return this.#pieces.shift() ?? null
  }

  cancel(reason?: unknown): Promise<void> {
    return this.#source.cancel(reason)
  }
}

/** Decodes the members of a gzip stream (RFC 1952) in turn. */
class Gunzipper implements Decoder {
  readonly #zlib: Zlib
  #held = NOTHING
  #member: Coded | null = null
  #rest: Uint8Array | null = null
  #isFirst = true

  constructor(zlib: Zlib) {
    this.#zlib = zlib
  }

  async take(piece: Uint8Array | null): Promise<DecodedPiece> {
    let rest = this.#rest ?? piece
    this.#rest = null
    if (this.#member === null) {
      const start = this.#start(rest)
      if (start === 'open' && rest !== null) return nothing('open')
      if (typeof start === 'string') return nothing(this.#isFirst ? 'broken' : 'over')
      rest = start
      this.#isFirst = false
    }
    const decoded = await this.#member!.take(rest)
    if (rest === null || decoded.state === 'broken') return decoded
    if (decoded.isBusy) this.#rest = rest
    if (decoded.state === 'open') return decoded
    // Another member may follow in this piece.
    this.#rest = rest.subarray(rest.length - this.#member!.untaken)
    this.#member = null
    return { ...decoded, state: 'open', isBusy: true }
  }

  /**
   * Starts a member once its header is complete; returns the bytes after it, or whether more may
   * come.
   */
  #start(piece: Uint8Array | null): Uint8Array | 'open' | 'over' {
    this.#held = joinedBytes(this.#held, piece ?? NOTHING)
    const trailer = this.#isFirst ? 0 : TRAILER
    const header = gzipHeader(this.#held.subarray(trailer))
    if (typeof header === 'string') return header
    const rest = this.#held.subarray(trailer + header)
    this.#held = NOTHING
    this.#member = inflater(this.#zlib)
    return rest
  }
}

const TRAILER = 8
const FLAG_CRC = 2
const FLAG_EXTRA = 4
const FLAG_NAME = 8
const FLAG_COMMENT = 16

function gzipHeader(bytes: Uint8Array): number | 'open' | 'over' {
  const magic = [0x1f, 0x8b, 8]
  if (magic.some((byte, i) => i < bytes.length && bytes[i] !== byte)) return 'over'
  if (bytes.length < 10) return 'open'
  const flags = bytes[3]!
  let at = 10
  if (flags & FLAG_EXTRA) at += 2 + (bytes[at] ?? 0) + ((bytes[at + 1] ?? 0) << 8)
  for (const flag of [FLAG_NAME, FLAG_COMMENT]) {
    if ((flags & flag) === 0) continue
    const end = at > bytes.length ? -1 : bytes.indexOf(0, at)
    if (end < 0) return 'open'
    at = end + 1
  }
  if (flags & FLAG_CRC) at += 2
  return at > bytes.length ? 'open' : at
}

/** `deflate` should be a zlib stream, but many servers send a raw one. */
function deflated(zlib: Zlib): Decoder {
  const own = inflater(zlib)
  let held: Uint8Array | null = NOTHING
  const take = async (piece: Uint8Array | null): Promise<DecodedPiece> => {
    if (held === null) return own.take(piece)
    const bytes = joinedBytes(held, piece ?? NOTHING)
    held = bytes.length < 2 ? bytes : null
    if (bytes.length < 2) return nothing(piece === null ? 'broken' : 'open')
    const hasHeader = (bytes[0]! & 0x0f) === 8 && ((bytes[0]! << 8) | bytes[1]!) % 31 === 0
    return own.take(hasHeader ? bytes.subarray(2) : bytes)
  }
  return { take }
}

function inflater({ createInflateRaw, constants }: Zlib): Coded {
  return new Coded(createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH }), MOST_AHEAD)
}

function unbrotlied({ createBrotliDecompress, constants }: Zlib): Coded {
  return new Coded(
    createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
    MOST_AHEAD,
  )
}

function nothing(state: DecodedPiece['state']): DecodedPiece {
  return { pieces: [], state, isBusy: false }
}

const gzip = (zlib: Zlib): Decoder => new Gunzipper(zlib)

const DECODERS: ReadonlyMap<string, (zlib: Zlib) => Decoder> = new Map([
  ['gzip', gzip],
  ['deflate', deflated],
  ['br', unbrotlied],
])
