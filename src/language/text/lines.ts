/**
 * Text → Lines: where each line, its name, value and comment begin and end (R1-R3), and which field it is.
 * One pass with one cursor per separator, so it takes time proportional to the length regardless of the text.
 */
import { foldCase } from '../../grammar/path-form.ts'
import { type FieldRow, fieldNamed } from '../policy/fields.ts'
import { isBlank, recogniseOddly, type Spelling } from './spelling.ts'

/** One line, by offsets into the text. Lines tile the text: `next` of one is `start` of the following. */
export interface Line {
  /** From 1. */
  readonly number: number
  readonly start: number
  /** Where the line end begins, and where the next line does. */
  readonly end: number
  readonly next: number
  /**
   * `blank`: nothing but white space and comment. `unknown`: a name that is not a known field. `stray`: neither a known
   * field nor a colon.
   */
  readonly kind: 'blank' | 'field' | 'unknown' | 'stray'
  readonly field: FieldRow | null
  readonly spelling: Spelling
  /** Name and value without outer white space. A stray line is all value. */
  readonly nameStart: number
  readonly nameEnd: number
  readonly valueStart: number
  readonly valueEnd: number
  /** Where the comment's `#` stands; -1 where there is none. */
  readonly comment: number
}

/** Nothing but white space and comment: of all lines the lightest, for a file may be millions of them. */
class BlankLine implements Line {
  readonly number: number
  readonly start: number
  readonly end: number
  readonly next: number
  readonly comment: number

  constructor(number: number, start: number, end: number, next: number, comment: number) {
    this.number = number
    this.start = start
    this.end = end
    this.next = next
    this.comment = comment
  }

  get kind(): 'blank' {
    return 'blank'
  }

  get field(): null {
    return null
  }

  get spelling(): Spelling {
    return 'plain'
  }

  /** Where its text ends, which is where a name or a value would. */
  get nameStart(): number {
    return this.comment < 0 ? this.end : this.comment
  }

  get nameEnd(): number {
    return this.nameStart
  }

  get valueStart(): number {
    return this.nameStart
  }

  get valueEnd(): number {
    return this.nameStart
  }
}

/** Finds one character's places in rising order, so that looking for it in every line stays linear. */
class Cursor {
  private at = -1
  private readonly text: string
  private readonly mark: string

  constructor(text: string, mark: string) {
    this.text = text
    this.mark = mark
  }

  /** The first place at or after `from`, or the text's length. */
  next(from: number): number {
    if (this.at < from) {
      const found = this.text.indexOf(this.mark, from)
      this.at = found < 0 ? this.text.length : found
    }
    return this.at
  }
}

export function scanLines(text: string): Line[] {
  const scanner = new Scanner(text)
  const lines: Line[] = []
  for (let start = 0; start < text.length; ) {
    const line = scanner.line(lines.length + 1, start)
    lines.push(line)
    start = line.next
  }
  return lines
}

class Scanner {
  private readonly text: string
  private readonly feeds: Cursor
  private readonly returns: Cursor
  private readonly hashes: Cursor
  private readonly colons: Cursor
  /** Files repeat few names: each spelling is folded and looked up once. */
  private readonly names = new Map<string, FieldRow | null>()

  constructor(text: string) {
    this.text = text
    this.feeds = new Cursor(text, '\n')
    this.returns = new Cursor(text, '\r')
    this.hashes = new Cursor(text, '#')
    this.colons = new Cursor(text, ':')
  }

  line(number: number, start: number): Line {
    const { text } = this
    const end = Math.min(this.feeds.next(start), this.returns.next(start))
    const hash = this.hashes.next(start)
    const next = this.afterLineEnd(end)
    const comment = hash < end ? hash : -1
    const from = skipBlanks(text, start, Math.min(end, hash))
    const to = dropBlanks(text, from, Math.min(end, hash))
    if (from === to) return new BlankLine(number, start, end, next, comment)
    const colon = Math.min(this.colons.next(from), to)
    let nameEnd = dropBlanks(text, from, colon)
    let rest = colon + 1
    let field = colon < to ? this.field(text.slice(from, nameEnd)) : null
    let spelling: Spelling = 'plain'
    const odd = field === null ? recogniseOddly(text, from, colon, to) : null
    if (odd !== null) ({ field, spelling, nameEnd, rest } = odd)
    const kind = field !== null ? 'field' : colon < to ? 'unknown' : 'stray'
    if (kind === 'stray') nameEnd = rest = from
    const valueStart = skipBlanks(text, rest, to)
    return {
      number,
      start,
      end,
      next,
      kind,
      field,
      spelling,
      nameStart: from,
      nameEnd,
      valueStart,
      valueEnd: to,
      comment,
    }
  }

  private field(name: string): FieldRow | null {
    let field = this.names.get(name)
    if (field === undefined) {
      field = fieldNamed(foldCase(name))
      this.names.set(name, field)
    }
    return field
  }

  private afterLineEnd(end: number): number {
    const isCrLf = this.text.charCodeAt(end) === 0x0d && this.text.charCodeAt(end + 1) === 0x0a
    return Math.min(this.text.length, end + (isCrLf ? 2 : 1))
  }
}

function skipBlanks(text: string, from: number, to: number): number {
  let at = from
  while (at < to && isBlank(text.charCodeAt(at))) at++
  return Math.min(at, to)
}

function dropBlanks(text: string, from: number, to: number): number {
  let at = to
  while (at > from && isBlank(text.charCodeAt(at - 1))) at--
  return at
}
