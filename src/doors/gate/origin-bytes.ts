/**
 * Normalises the bytes of an origin's responses to RFC 9112, because the parser accepts nothing
 * else. Follows the framing to find the next head.
 */

import { MAX_HEADER_BYTES } from './limits.ts'
import { readOriginHead } from './origin-head.ts'

const LF = 10
/** The end of a head, with the ends of lines that servers write. */
const HEAD_END = /\n\r*\n/
/** A size of a chunk, with white space around it, and extensions. */
const SIZE = /^[ \t]*([\da-f]{1,13})[ \t]*(?:;.*)?$/i
const STRICT_SIZE = /^[\da-f]{1,13}(?:;[\t -~]*)?\r\n$/i
const MOST_LINE_BYTES = 16 * 1024

/**
 * - `idle`: no request is under way. What comes now is for the parser to judge.
 * - `raw`: the connection carries something else, or what only the parser can refuse.
 */
type State =
  | 'idle'
  | 'raw'
  | 'head'
  | 'length'
  | 'open'
  | 'size'
  | 'chunk'
  | 'chunk end'
  | 'trailer'

const NONE = Buffer.alloc(0)
const USUAL_HEAD_BYTES = 2048

export class OriginBytes {
  readonly #report: (fault: string) => void
  #state: State = 'idle'
  #held: Buffer = NONE
  #left = 0
  #isHead = false
  #isSloppy = false
  /** Whether the connection ends with what was taken: its answer broke the rules. */
  isLast = false

  /** `report` hears what is wrong with an answer that is read. */
  constructor(report: (fault: string) => void) {
    this.#report = report
  }

  /** Bytes of a request are sent. */
  send(bytes: Buffer | string): void {
    if (this.#state !== 'idle') return
    this.#state = 'head'
    this.#isHead = bytes.slice(0, 5).toString() === 'HEAD '
  }

  /**
   * Normalises bytes from the origin, and keeps an incomplete rest for the next call. @throws Error
   * if a response is ambiguous
   */
  take(bytes: Buffer): readonly Buffer[] {
    let rest = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes])
    this.#held = NONE
    const out: Buffer[] = []
    while (rest.length > 0 && !this.isLast) {
      const taken = this.#step(rest, out)
      if (taken === 0) {
        this.#held = rest
        break
      }
      rest = rest.subarray(taken)
    }
    return out
  }

  /** The incomplete bytes left when the connection ended. */
  end(): Buffer {
    return this.#held
  }

  /**
   * Handles the next unit (a head, a line or a piece of body), and returns its length; 0 if it is
   * incomplete.
   */
  #step(bytes: Buffer, out: Buffer[]): number {
    switch (this.#state) {
      case 'head':
        return this.#takeHead(bytes, out)
      case 'size':
      case 'chunk end':
      case 'trailer':
        return this.#takeLine(bytes, out)
      case 'length':
      case 'chunk': {
        const piece = bytes.subarray(0, this.#left)
        out.push(piece)
        this.#left -= piece.length
        if (this.#left > 0) return piece.length
        if (this.#state === 'length') this.#end()
        else this.#state = 'chunk end'
        return piece.length
      }
      default:
        out.push(bytes)
        return bytes.length
    }
  }

  #pass(bytes: Buffer, out: Buffer[]): number {
    this.#state = 'raw'
    out.push(bytes)
    return bytes.length
  }

  #takeHead(bytes: Buffer, out: Buffer[]): number {
    // Most heads are followed by a large body, so search the first bytes before the whole.
    const cut = cutHead(bytes.subarray(0, USUAL_HEAD_BYTES)) ?? cutHead(bytes)
    if (cut === null) return bytes.length > MAX_HEADER_BYTES ? this.#pass(bytes, out) : 0
    const { lead, size } = cut
    const head = readOriginHead(cut.text)
    if (head === null) return this.#pass(bytes, out)
    const { status, faults, length, coding } = head
    for (const fault of faults) this.#report(fault)
    // A 100 that was not requested means nothing (RFC 9110 15.2).
    if (status === 100) return size
    const isAsWritten = head.text === null || status === 101
    out.push(isAsWritten ? bytes.subarray(lead, size) : Buffer.from(head.text, 'latin1'))
    if (status === 101) this.#state = 'raw'
    if (status < 200) return size
    this.#isSloppy = faults.length > 0
    if (this.#isHead || status === 204 || status === 304) this.#end()
    else if (coding !== null) this.#state = /\bchunked$/i.test(coding) ? 'size' : 'open'
    else if (length === null) this.#state = 'open'
    else if (length === 0) this.#end()
    else {
      this.#state = 'length'
      this.#left = length
    }
    return size
  }

  #takeLine(bytes: Buffer, out: Buffer[]): number {
    const size = bytes.indexOf(LF) + 1
    if (size === 0) return bytes.length > MOST_LINE_BYTES ? this.#pass(bytes, out) : 0
    const line = bytes.toString('latin1', 0, size)
    const text = line.replace(/\r*\n$/, '')
    const written = this.#state === 'size' ? this.#sizeLine(line, text) : this.#otherLine(text)
    if (written === null) return this.#pass(bytes, out)
    if (written === line) out.push(bytes.subarray(0, size))
    else if (written !== '') out.push(Buffer.from(written, 'latin1'))
    if (written !== line) this.#note()
    if (this.#state === 'idle' && this.#isSloppy) this.isLast = true
    return size
  }

  #sizeLine(line: string, text: string): string | null {
    const hex = SIZE.exec(text)?.[1]
    if (hex === undefined) return null
    this.#left = Number.parseInt(hex, 16)
    this.#state = this.#left === 0 ? 'trailer' : 'chunk'
    return STRICT_SIZE.test(line) ? line : `${hex}\r\n`
  }

  /** The end of a chunk; a trailer, or the empty line behind them. */
  #otherLine(text: string): string | null {
    if (this.#state === 'chunk end') {
      if (text !== '') return null
      this.#state = 'size'
      return '\r\n'
    }
    if (text === '') {
      this.#end()
      return '\r\n'
    }
    return /^[\w!#$%&'*+.^`|~-]+:[\t -~\x80-\xff]*$/.test(text) ? `${text}\r\n` : ''
  }

  #note(): void {
    if (!this.#isSloppy) this.#report('chunks with odd sizes or ends')
    this.#isSloppy = true
  }

  #end(): void {
    this.#state = 'idle'
    this.isLast ||= this.#isSloppy
  }
}

interface CutHead {
  /** How many ends of lines come before it. */
  readonly lead: number
  readonly text: string
  /** How many bytes it has, with those before it. */
  readonly size: number
}

/** The head that bytes begin with; null where its end is not among them. */
function cutHead(bytes: Buffer): CutHead | null {
  const text = bytes.toString('latin1')
  const lead = /^[\r\n]*/.exec(text)![0].length
  const end = HEAD_END.exec(text.slice(lead))
  if (end === null) return null
  const size = lead + end.index + end[0].length
  return { lead, text: text.slice(lead, size), size }
}
