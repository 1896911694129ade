/**
 * Combines patterns and globs in one nondeterministic automaton, which tells which of them match a
 * path.
 */
import { cached } from '../../../base/cached.ts'
import { accepts, type GlobToken, members } from '../../../words/glob.ts'
import { Precedence } from './precedence.ts'

/** A place in patterns. Beginnings that patterns share are the same nodes. */
interface Node {
  readonly edges: Map<string, number>
  readonly sets: { readonly set: GlobToken; readonly to: number }[]
  /** The node behind a `*`, reached without reading; 0 for none. */
  star: number
  /** Behind a `*`: reads any character and stays. */
  readonly loops: boolean
  /**
   * Numbers of the patterns that match from here on, and of those that match if the path ends here.
   */
  readonly lasting: number[]
  readonly ending: number[]
  readonly folds: boolean
  leads: boolean
}

/** A set of active nodes, sorted, with the moves that were computed from it. */
interface Place {
  readonly number: number
  readonly nodes: readonly number[]
  readonly moves: Map<string, Move>
  /** Whether a wanted pattern can match further on. */
  readonly leads: boolean
}

/** The result of reading one more character. From then on the patterns of `more` always match. */
interface Move {
  readonly to: Place
  readonly more: readonly number[]
}

/** Patterns that match no matter how the path goes on, if they make a difference. Sorted. */
interface Lasting {
  readonly number: number
  readonly patterns: readonly number[]
  readonly isWanted: boolean
}

/** The state after reading a path. Equal places and equal sets of patterns share one object. */
export interface State {
  readonly place: Place
  readonly lasting: Lasting
}

export class PatternAutomaton {
  readonly #nodes: Node[] = []
  /** Where conventional patterns begin, and those of ACAP, which fold letter case. */
  readonly #roots: readonly [number, number]
  readonly #known = new Map<string, number>()
  readonly #only: ReadonlySet<string> | null
  readonly #wanted = new Set<number>()
  readonly #precedence: Precedence
  /**
   * Places and sets of patterns that were reached; those of before a pattern was added are
   * forgotten.
   */
  readonly #places = new Map<string, Place>()
  readonly #lasting = new Map<string, Lasting>()

  /**
   * `only`: the paths of interest are those that one of these patterns matches; null: all paths.
   */
  constructor(only: ReadonlySet<string> | null = null, precedence = new Precedence(true)) {
    this.#only = only
    this.#precedence = precedence
    // Node 0 stands for none.
    this.#addNode(false, false)
    this.#roots = [this.#addNode(false, false), this.#addNode(false, true)]
  }

  /**
   * Adds a pattern in matching form, and answers its number; ACAP's fold letter case, conventional
   * ones do not.
   */
  addPattern(pattern: string, folds: boolean): number {
    return this.#numbered(`${folds ? 'i' : ''}${pattern}`, (number) => {
      const isWanted = this.#only?.has(pattern) ?? true
      if (isWanted) this.#wanted.add(number)
      const anchored = pattern.endsWith('$')
      let at = this.#roots[folds ? 1 : 0]
      for (const character of anchored ? pattern.slice(0, -1) : pattern) {
        at = this.#step(at, folds ? lower(character) : character)
        if (isWanted) this.#nodes[at]!.leads = true
      }
      const node = this.#nodes[at]!
      if (anchored) node.ending.push(number)
      else node.lasting.push(number)
    })
  }

  addGlob(name: string, sets: readonly GlobToken[]): number {
    return this.#numbered(`glob ${name}`, (number) => {
      let at = this.#roots[0]
      for (const set of sets) {
        const to = set.run ? this.#behindStar(at) : this.#addNode(false, false)
        if (!set.run) this.#nodes[at]!.sets.push({ set, to })
        at = to
      }
      this.#nodes[at]!.ending.push(number)
    })
  }

  start(): State {
    const { to, more } = this.#arrive(this.#roots)
    return { place: to, lasting: this.#lastingOf(more) }
  }

  read({ place, lasting }: State, character: string): State {
    const { to, more } = cached(place.moves, character, () => this.#move(place, character))
    if (more.length === 0) return { place: to, lasting }
    return { place: to, lasting: this.#lastingOf(sorted([...lasting.patterns, ...more])) }
  }

  #move({ nodes }: Place, character: string): Move {
    const folded = lower(character)
    const code = character.charCodeAt(0)
    const next: number[] = []
    for (const number of nodes) {
      const node = this.#nodes[number]!
      if (node.loops) next.push(number)
      const to = node.edges.get(node.folds ? folded : character)
      if (to !== undefined) next.push(to)
      for (const { set, to: behind } of node.sets) if (accepts(set, code)) next.push(behind)
    }
    return this.#arrive(next)
  }

  /** The patterns that match a path that ends here, as far as they make a difference. */
  matches({ place, lasting }: State): readonly number[] {
    const ending = place.nodes.flatMap((node) => this.#nodes[node]!.ending)
    return ending.length === 0
      ? lasting.patterns
      : this.#precedence.deciding(sorted([...lasting.patterns, ...ending]))
  }

  isOpen({ place, lasting }: State): boolean {
    return place.leads || lasting.isWanted
  }

  isWanted(matches: readonly number[]): boolean {
    return this.#only === null || matches.some((number) => this.#wanted.has(number))
  }

  /**
   * The characters that any active node distinguishes, in both cases where one of them is caseless.
   */
  characters({ place: { nodes } }: State): ReadonlySet<string> {
    const found = new Set<string>()
    for (const number of nodes) {
      const { edges, sets } = this.#nodes[number]!
      for (const character of edges.keys()) found.add(character)
      for (const { set } of sets) for (const character of members(set)) found.add(character)
    }
    for (const character of [...found]) {
      const other = character === lower(character) ? character.toUpperCase() : lower(character)
      if (other !== character) found.add(other)
    }
    return found
  }

  #arrive(reached: readonly number[]): Move {
    const all = [...reached]
    const live: number[] = []
    const more: number[] = []
    for (let i = 0; i < all.length; i++) {
      const node = this.#nodes[all[i]!]!
      if (node.star !== 0) all.push(node.star)
      if (node.edges.size + node.sets.length + node.ending.length > 0 || node.loops)
        live.push(all[i]!)
      more.push(...node.lasting)
    }
    const nodes = sorted(live)
    const to = cached(this.#places, nodes.join(), () => {
      const leads = this.#only === null || nodes.some((node) => this.#nodes[node]!.leads)
      return { number: this.#places.size, nodes, moves: new Map(), leads }
    })
    return { to, more: sorted(more) }
  }

  #lastingOf(matching: readonly number[]): Lasting {
    return cached(this.#lasting, matching.join(), () => {
      const patterns = this.#precedence.deciding(matching)
      const same = patterns.length < matching.length ? this.#lastingOf(patterns) : null
      return same ?? { number: this.#lasting.size, patterns, isWanted: this.isWanted(patterns) }
    })
  }

  #numbered(name: string, add: (number: number) => void): number {
    return cached(this.#known, name, () => {
      this.#places.clear()
      this.#lasting.clear()
      add(this.#known.size)
      return this.#known.size
    })
  }

  #step(at: number, character: string): number {
    if (character === '*') return this.#behindStar(at)
    const { edges, folds } = this.#nodes[at]!
    return cached(edges, character, () => this.#addNode(false, folds))
  }

  #behindStar(at: number): number {
    const node = this.#nodes[at]!
    if (node.star === 0) node.star = this.#addNode(true, node.folds)
    return node.star
  }

  #addNode(loops: boolean, folds: boolean): number {
    const node = {
      edges: new Map(),
      sets: [],
      star: 0,
      loops,
      lasting: [],
      ending: [],
      folds,
      leads: false,
    }
    return this.#nodes.push(node) - 1
  }
}

/** `foldCase` for one character: it is asked for millions. */
function lower(character: string): string {
  return character >= 'A' && character <= 'Z' ? character.toLowerCase() : character
}

/** Sorted in place, each number once: most lists are short, and in order already. */
function sorted(numbers: number[]): readonly number[] {
  let isRising = true
  for (let i = 1; i < numbers.length && isRising; i++) isRising = numbers[i - 1]! < numbers[i]!
  if (isRising) return numbers
  numbers.sort((a, b) => a - b)
  return numbers.filter((number, i) => i === 0 || number !== numbers[i - 1])
}
