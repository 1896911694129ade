/**
 * Reads an expression of a server's file into nodes of an automaton. Supports what the files
 * contain: characters, classes, groups, alternatives, `*`, `+`, `?` and their lazy forms, `^` at
 * the start and `$` at the end.
 */

export const CODES = 128

export interface Node {
  /** The characters that lead on; null where nothing is read. */
  readonly takes: Uint8Array | null
  readonly next: number[]
  /** The expression that it is a part of. */
  readonly owner: number
  /** The expression that matches here: at once, or where the text ends. */
  matches: { readonly number: number; readonly isEnd: boolean } | null
}

/** One expression, read from its end: what is read leads to what comes behind it. */
export class ExpressionReader {
  readonly #text: string
  readonly #add: (takes: Uint8Array | null) => number
  readonly #nodes: Node[]
  readonly #number: number
  #at = 0

  constructor(
    text: string,
    add: (takes: Uint8Array | null) => number,
    nodes: Node[],
    number: number,
  ) {
    this.#text = text
    this.#add = add
    this.#nodes = nodes
    this.#number = number
  }

  /** The node where the expression begins, whose matches lead to `end`. */
  readInto(end: number): number {
    const [from, to] = this.#alternatives()
    this.#nodes[to]!.next.push(end)
    if (this.#at < this.#text.length) throw this.#unreadable()
    return from
  }

  #alternatives(): [from: number, to: number] {
    const [from, to] = [this.#add(null), this.#add(null)]
    do {
      const [first, last] = this.#sequence()
      this.#nodes[from]!.next.push(first)
      this.#nodes[last]!.next.push(to)
    } while (this.#take('|'))
    return [from, to]
  }

  #sequence(): [from: number, to: number] {
    const from = this.#add(null)
    let to = from
    // Without `^` it may begin anywhere.
    if (this.#isTop() && !this.#take('^')) to = this.#behind(to, this.#looped(EVERYTHING))
    while (this.#at < this.#text.length && !/[|)]/.test(this.#text[this.#at]!))
      to = this.#behind(to, this.#repeated())
    return [from, to]
  }

  /** Whether a sequence begins that is in no group. */
  #isTop(): boolean {
    return this.#depth === 0
  }

  #depth = 0

  #behind(to: number, [first, last]: readonly [number, number]): number {
    this.#nodes[to]!.next.push(first)
    return last
  }

  #repeated(): [number, number] {
    const start = this.#at
    const [first, last] = this.#one()
    const sign = this.#text[this.#at]
    if (sign === '{') throw this.#unreadable()
    if (sign !== '*' && sign !== '+' && sign !== '?') return [first, last]
    this.#at++
    this.#take('?')
    if (start === this.#at) throw this.#unreadable()
    const [from, to] = [this.#add(null), this.#add(null)]
    this.#nodes[from]!.next.push(first, ...(sign === '+' ? [] : [to]))
    this.#nodes[last]!.next.push(to, ...(sign === '?' ? [] : [first]))
    return [from, to]
  }

  #looped(takes: Uint8Array): [number, number] {
    const [from, one, to] = [this.#add(null), this.#add(takes), this.#add(null)]
    this.#nodes[from]!.next.push(one, to)
    this.#nodes[one]!.next.push(from)
    return [from, to]
  }

  #one(): [number, number] {
    if (this.#take('(?:') || this.#take('(?>') || this.#take('(')) {
      this.#depth++
      const group = this.#alternatives()
      this.#depth--
      if (!this.#take(')')) throw this.#unreadable()
      return group
    }
    if (this.#take('$')) {
      const end = this.#add(null)
      this.#nodes[end]!.matches = { number: this.#number, isEnd: true }
      // Nothing is read behind the end of a text.
      return [end, this.#add(null)]
    }
    const takes = this.#take('.') ? EVERYTHING : this.#take('[') ? this.#class() : this.#character()
    const [from, to] = [this.#add(takes), this.#add(null)]
    this.#nodes[from]!.next.push(to)
    return [from, to]
  }

  #class(): Uint8Array {
    const isNegated = this.#take('^')
    const codes = new Uint8Array(CODES)
    while (!this.#take(']')) {
      const first = this.#code()
      const isRange = this.#text[this.#at] === '-' && this.#text[this.#at + 1] !== ']'
      if (isRange) this.#at++
      codes.fill(1, first, (isRange ? this.#code() : first) + 1)
    }
    return isNegated ? codes.map((bit) => 1 - bit) : codes
  }

  #character(): Uint8Array {
    const codes = new Uint8Array(CODES)
    codes[this.#code()] = 1
    return codes
  }

  #code(): number {
    const hex = /^\\x([0-9a-f]{2})/.exec(this.#text.slice(this.#at, this.#at + 4))
    if (hex !== null) {
      this.#at += 4
      return Number.parseInt(hex[1]!, 16)
    }
    const code = this.#text.charCodeAt(this.#at++)
    if (Number.isNaN(code) || code >= CODES || code === 0x5c) throw this.#unreadable()
    return code
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #unreadable(): Error {
    return new Error(`unreadable at ${this.#at}: ${this.#text.slice(0, 80)}`)
  }
}

const EVERYTHING = new Uint8Array(CODES).fill(1)
