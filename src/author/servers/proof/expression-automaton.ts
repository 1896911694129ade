/**
 * Combines the expressions of a server's file in one automaton, which tells which of them match a
 * text. Supports what the files contain: characters, classes, groups, alternatives, `*`, `+`, `?`
 * and their lazy forms, `^` at the start and `$` at the end.
 */
import { cached } from '../../../base/cached.ts'

const CODES = 128

interface Node {
  /** The characters that lead on; null where nothing is read. */
  readonly takes: Uint8Array | null
  readonly next: number[]
  /** The expression that matches here: at once, or where the text ends. */
  matches: { readonly number: number; readonly isEnd: boolean } | null
}

/** Where a text stands. There is one object for equal ones. */
export interface TextState {
  readonly number: number
  readonly nodes: readonly number[]
  /** Expressions that match every text that goes on from here. */
  readonly matched: readonly number[]
  readonly moves: Map<number, TextState>
}

export class ExpressionAutomaton {
  readonly #nodes: Node[] = []
  readonly #states = new Map<string, TextState>()
  readonly start: TextState

  constructor(expressions: readonly string[]) {
    const starts = expressions.map((text, number) => {
      const end = this.#add(null)
      this.#nodes[end]!.matches = { number, isEnd: false }
      return new Reader(text, (takes) => this.#add(takes), this.#nodes, number).readInto(end)
    })
    this.start = this.#arrive(starts, [])
  }

  read({ nodes, matched, moves }: TextState, code: number): TextState {
    return cached(moves, code, () => {
      const next = nodes.flatMap((number) => {
        const { takes, next } = this.#nodes[number]!
        return takes !== null && takes[code] === 1 ? next : []
      })
      return this.#arrive(next, matched)
    })
  }

  /** The expressions that match a text which ends here. */
  matchesAt({ nodes, matched }: TextState): readonly number[] {
    const ending = nodes.flatMap((number) => this.#nodes[number]!.matches?.number ?? [])
    return [...new Set([...matched, ...ending])].sort((a, b) => a - b)
  }

  /** Characters that no expression distinguishes are one class: a number for each code. */
  classOf(): readonly number[] {
    const sets = new Set(this.#nodes.flatMap(({ takes }) => (takes === null ? [] : takes.join(''))))
    const keys = new Map<string, number>()
    return Array.from({ length: CODES }, (_, code) => {
      const key = [...sets].map((set) => set[code]).join('')
      return cached(keys, key, () => keys.size)
    })
  }

  #arrive(reached: readonly number[], before: readonly number[]): TextState {
    const all = [...new Set(reached)]
    const matched = new Set(before)
    for (let i = 0; i < all.length; i++) {
      const { takes, next, matches } = this.#nodes[all[i]!]!
      if (matches !== null && !matches.isEnd) matched.add(matches.number)
      if (takes === null) for (const each of next) if (!all.includes(each)) all.push(each)
    }
    const nodes = all
      .filter((number) => this.#nodes[number]!.takes !== null || this.#nodes[number]!.matches)
      .sort((a, b) => a - b)
    const list = [...matched].sort((a, b) => a - b)
    return cached(this.#states, `${nodes.join()} ${list.join()}`, () => {
      return { number: this.#states.size, nodes, matched: list, moves: new Map() }
    })
  }

  #add(takes: Uint8Array | null): number {
    return this.#nodes.push({ takes, next: [], matches: null }) - 1
  }
}

/** One expression, read from its end: what is read leads to what comes behind it. */
class Reader {
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
