/**
 * Combines the expressions of a server's file in one automaton, which tells which of them match a
 * text.
 */
import { cached } from '../../../base/cached.ts'
import { CODES, ExpressionReader, type Node } from './expression-reader.ts'

/** Where a text stands. There is one object for equal ones. */
export interface TextState {
  readonly number: number
  readonly nodes: readonly number[]
  /** Expressions that match every text that goes on from here. */
  readonly matched: readonly number[]
  /** By the kind of the next character. */
  readonly moves: Map<number, TextState>
}

/** Where one set of characters leads. */
interface Step {
  readonly takes: Uint8Array
  readonly behind: number[]
}

interface Steps {
  readonly all: readonly Step[]
  /** Characters that no step distinguishes have one number, by their code. */
  readonly kinds: readonly number[]
}

export class ExpressionAutomaton {
  readonly #nodes: Node[] = []
  readonly #states = new Map<string, TextState>()
  readonly #steps = new WeakMap<TextState, Steps>()
  /** The nodes that read or match behind each, without those that read nothing. */
  readonly #behind = new Map<number, readonly number[]>()
  /** One object for equal sets of characters. */
  readonly #sets = new Map<string, Uint8Array>()
  #owner = 0
  #work = 0
  readonly start: TextState

  constructor(expressions: readonly string[]) {
    const starts = expressions.flatMap((text, number) => {
      this.#owner = number
      const end = this.#add(null)
      this.#nodes[end]!.matches = { number, isEnd: false }
      const reader = new ExpressionReader(text, (takes) => this.#add(takes), this.#nodes, number)
      return this.#reading([reader.readInto(end)])
    })
    this.start = this.#arrive(starts, [])
  }

  /** How many nodes were looked at: what its states have cost. */
  get work(): number {
    return this.#work
  }

  read(state: TextState, code: number): TextState {
    const { all, kinds } = this.#stepsOf(state)
    return cached(state.moves, kinds[code]!, () => {
      const next = all.flatMap(({ takes, behind }) => (takes[code] === 1 ? behind : []))
      return this.#arrive(next, state.matched)
    })
  }

  /** The expressions that match a text which ends here. */
  matchesAt({ nodes, matched }: TextState): readonly number[] {
    const ending = nodes.flatMap((number) => this.#nodes[number]!.matches?.number ?? [])
    return [...new Set([...matched, ...ending])].sort((a, b) => a - b)
  }

  /** Characters that lead on to one state have one number: a number for each code. */
  kindsAt(state: TextState): readonly number[] {
    return this.#stepsOf(state).kinds
  }

  #stepsOf(state: TextState): Steps {
    return cached(this.#steps, state, () => {
      const found = new Map<Uint8Array, Set<number>>()
      for (const number of state.nodes) {
        const { takes } = this.#nodes[number]!
        if (takes === null) continue
        const behind = cached(found, takes, () => new Set<number>())
        for (const each of this.#behindOf(number)) behind.add(each)
      }
      const all = [...found].map(([takes, behind]) => ({ takes, behind: [...behind] }))
      this.#work += state.nodes.length + all.length
      return { all, kinds: kindsOf(all) }
    })
  }

  #behindOf(number: number): readonly number[] {
    return cached(this.#behind, number, () => this.#reading(this.#nodes[number]!.next))
  }

  /** The nodes that read or match, reached from these without reading. */
  #reading(from: readonly number[]): readonly number[] {
    const all = new Set(from)
    for (const number of all) {
      const { takes, next } = this.#nodes[number]!
      if (takes === null) for (const each of next) all.add(each)
    }
    return [...all].filter((number) => {
      const { takes, matches } = this.#nodes[number]!
      return takes !== null || matches !== null
    })
  }

  /** Builds a state. The other nodes of an expression that has already matched are dropped. */
  #arrive(reached: readonly number[], before: readonly number[]): TextState {
    this.#work += reached.length
    const matched = new Set(before)
    for (const number of reached) {
      const { matches } = this.#nodes[number]!
      if (matches !== null && !matches.isEnd) matched.add(matches.number)
    }
    const nodes = [...new Set(reached)]
      .filter((number) => !matched.has(this.#nodes[number]!.owner))
      .sort((a, b) => a - b)
    const list = [...matched].sort((a, b) => a - b)
    return cached(this.#states, `${nodes.join()} ${list.join()}`, () => {
      return { number: this.#states.size, nodes, matched: list, moves: new Map() }
    })
  }

  #add(takes: Uint8Array | null): number {
    const own = takes && cached(this.#sets, takes.join(''), () => takes)
    return this.#nodes.push({ takes: own, next: [], owner: this.#owner, matches: null }) - 1
  }
}

function kindsOf(steps: readonly Step[]): readonly number[] {
  let kinds: readonly number[] = Array.from({ length: CODES }, () => 0)
  for (const { takes } of steps) {
    const known = new Map<number, number>()
    kinds = kinds.map((kind, code) => cached(known, 2 * kind + takes[code]!, () => known.size))
  }
  return kinds
}
