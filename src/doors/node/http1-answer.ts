/**
 * Parses and writes HTTP/1 responses (RFC 9112): the head, and the framing of the body. Works on
 * text and octets, without a connection.
 */

import { possibleStatus } from './app-answer.ts'
import { endToEnd, valuesOf, withHeader, without } from './raw-headers.ts'
import type { Write } from './socket-write.ts'
import { phraseOf } from './write-response.ts'

export interface AnswerHead {
  /** `HTTP/1.1 200 OK` */
  readonly statusLine: string
  readonly status: number
  /** Names and values in turn. */
  readonly raw: readonly string[]
}

/** Reads a head without the empty line behind it; one character for each octet. */
export function readAnswerHead(text: string): AnswerHead {
  const [statusLine = '', ...lines] = text.split('\r\n')
  const raw = lines.flatMap((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return { statusLine, status: Number(statusLine.split(' ', 2)[1]), raw }
}

/** The app's own status line, unless the answer has another status. */
export function statusLineFor(answer: Response, { status, statusLine }: AnswerHead): string {
  return answer.status === possibleStatus(status)
    ? statusLine
    : `HTTP/1.1 ${answer.status} ${phraseOf(answer)}`
}

export function headText(statusLine: string, raw: readonly string[]): string {
  return `${statusLine}\r\n${linesText(raw)}\r\n`
}

export function linesText(raw: readonly string[]): string {
  let text = ''
  for (let i = 0; i < raw.length; i += 2) text += `${raw[i]}: ${raw[i + 1]}\r\n`
  return text
}

/** Headers that Node adds itself. Beside chunks, a length counts for nothing (RFC 9112 6.3). */
const OF_CONNECTION: ReadonlySet<string> = new Set(['date'])
const OF_CHUNKS: ReadonlySet<string> = new Set(['date', 'content-length'])

/**
 * The header lines of the answer itself. A body that has a transfer coding beside the chunks, such
 * as gzip, gets a content coding that does not exist, so that the edge does not read the body.
 */
export function linesOfAnswer({ raw }: AnswerHead): string[] {
  const lines = endToEnd(raw, hasChunks(raw) ? OF_CHUNKS : OF_CONNECTION)
  const isCoded = valuesOf(raw, 'transfer-encoding').some(
    (value) => !/^\s*chunked\s*$/i.test(value),
  )
  return isCoded ? [...lines, 'content-encoding', 'of-the-transfer'] : lines
}

/** Takes the framing off a body. */
export interface BodyReader {
  /** Whether the framing says that the body ends here. */
  readonly isOver: boolean
  /** Names and values in turn. */
  readonly trailers: readonly string[]
  take(bytes: Uint8Array): readonly Uint8Array[]
}

/**
 * What reads the body behind a head; null where an answer with this status, or to a HEAD, has none.
 */
export function bodyReaderOf({ status, raw }: AnswerHead, isBodiless: boolean): BodyReader | null {
  if (isBodiless || status < 200 || status === 204 || status === 304) return null
  if (hasChunks(raw)) return new ChunkReader()
  const length = Number(valuesOf(raw, 'content-length').at(-1))
  return Number.isNaN(length) ? new OpenReader() : new LengthReader(length)
}

/**
 * Whether chunks say where the body ends: a length beside them counts for nothing (RFC 9112 6.3).
 */
function hasChunks(raw: readonly string[]): boolean {
  return valuesOf(raw, 'transfer-encoding').some((value) => /\bchunked\s*$/i.test(value))
}

/** Cuts a write behind the head that it begins with; null where it holds none whole. */
export function cutHead(write: Write): { readonly head: string; readonly rest: Write } | null {
  const bytes = typeof write.data === 'string' ? null : write.data
  const text = bytes === null ? (write.data as string) : latin1(bytes)
  const end = text.indexOf(HEAD_END)
  if (end < 0) return null
  const rest = end + HEAD_END.length
  return {
    // Node codes a head as the text behind it.
    head:
      bytes === null ? latin1(Buffer.from(text.slice(0, end), write.encoding)) : text.slice(0, end),
    rest: { ...write, data: bytes === null ? text.slice(rest) : bytes.subarray(rest) },
  }
}

const HEAD_END = '\r\n\r\n'

function latin1({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1')
}

export function bytesOf({ data, encoding }: Write): Uint8Array {
  return typeof data === 'string' ? Buffer.from(data, encoding) : data
}

interface Wanted {
  readonly hasBody: boolean
  /** The length of the body; null where it is not known yet. */
  readonly length: number | null
  readonly hasTrailers: boolean
  /** Whether the client takes chunks. */
  readonly mayChunk: boolean
  readonly isLast: boolean
}

interface Framed {
  readonly lines: readonly string[]
  readonly isChunked: boolean
  /** Whether the connection ends with the body. */
  readonly isLast: boolean
}

/**
 * The lines of a header with the framing of another body than the one that they were written for.
 */
export function framed(raw: readonly string[], wanted: Wanted): Framed {
  const { hasBody, length, mayChunk } = wanted
  const hasTrailers = wanted.hasTrailers && mayChunk
  const counting = hasChunks(raw) ? without(raw, 'content-length') : raw
  const lines = without(hasTrailers ? counting : without(counting, 'trailer'), 'transfer-encoding')
  const isFramed = !hasBody || valuesOf(lines, 'content-length').length > 0
  const isCounted = !isFramed && length !== null && !hasTrailers
  const isChunked = !isFramed && !isCounted && mayChunk
  if (isCounted) lines.push('Content-Length', String(length))
  if (isChunked) lines.push('Transfer-Encoding', 'chunked')
  const isLast = wanted.isLast || !(isFramed || isCounted || isChunked)
  if (!isLast) return { lines, isChunked, isLast }
  return {
    lines: withHeader(without(lines, 'keep-alive'), 'Connection', 'close'),
    isChunked,
    isLast,
  }
}

const NO_TRAILERS: readonly string[] = []

/** A body that ends with its connection. */
export class OpenReader implements BodyReader {
  readonly isOver = false
  readonly trailers = NO_TRAILERS

  take(bytes: Uint8Array): readonly Uint8Array[] {
    return [bytes]
  }
}

class LengthReader implements BodyReader {
  readonly trailers = NO_TRAILERS
  #left: number

  constructor(length: number) {
    this.#left = length
  }

  get isOver(): boolean {
    return this.#left <= 0
  }

  take(bytes: Uint8Array): readonly Uint8Array[] {
    const piece = bytes.subarray(0, Math.max(0, this.#left))
    this.#left -= bytes.length
    return [piece]
  }
}

class ChunkReader implements BodyReader {
  readonly trailers: string[] = []
  isOver = false
  #left = 0
  #line = ''
  #next: 'size' | 'end of chunk' | 'trailer' = 'size'

  take(bytes: Uint8Array): readonly Uint8Array[] {
    const pieces: Uint8Array[] = []
    for (let at = 0; at < bytes.length && !this.isOver; ) {
      const end =
        this.#left > 0 ? Math.min(bytes.length, at + this.#left) : bytes.indexOf(10, at) + 1
      const taken = bytes.subarray(at, end === 0 ? undefined : end)
      at += taken.length
      if (this.#left > 0) {
        pieces.push(taken)
        this.#left -= taken.length
        continue
      }
      this.#line += latin1(taken)
      if (end > 0) this.#takeLine()
    }
    return pieces
  }

  #takeLine(): void {
    const line = this.#line.trim()
    this.#line = ''
    if (this.#next === 'end of chunk') this.#next = 'size'
    else if (this.#next === 'size') {
      this.#left = Number.parseInt(line, 16) || 0
      this.#next = this.#left === 0 ? 'trailer' : 'end of chunk'
    } else if (line === '') this.isOver = true
    else {
      const colon = line.indexOf(':')
      this.trailers.push(line.slice(0, colon), line.slice(colon + 1).trim())
    }
  }
}
