/**
 * Reads paths character by character, and finds which of many patterns match. Places that were reached once are known
 * again. What follows from the patterns that match is decided elsewhere.
 */
import { accepts, type GlobToken } from '../../grammar/glob.ts'
import { foldCase } from '../../grammar/path-form.ts'
import { isSpent, PatternGraph } from './pattern-graph.ts'
import { Precedence } from './precedence.ts'

/** Active nodes, sorted; and where each character leads that was read here before. */
interface Place {
  readonly number: number
  readonly nodes: readonly number[]
  readonly moves: Map<string, Move>
  /** Whether a wanted pattern can match further on. */
  readonly leads: boolean
}

/** What one more character does. */
interface Move {
  readonly to: Place
  /** The patterns that match for good from here on. */
  readonly more: readonly number[]
}

/** Patterns that match every continuation and make a difference, sorted; and the union of these with those of a move. */
interface Lasting {
  readonly number: number
  readonly patterns: readonly number[]
  readonly with: Map<Move, Lasting>
  /** Whether one of them is wanted. */
  readonly isWanted: boolean
}

/** Where a path stands. There is one object for equal places, and one for equal patterns. */
export interface State {
  readonly place: Place
  readonly lasting: Lasting
}

/** Sets wider than this are seen through their ends alone. */
const WIDEST_SET = 64

/** Collects patterns, then reads paths. */
export class PatternAutomaton {
  readonly #graph = new PatternGraph()
  readonly #known = new Map<string, number>()
  /** The patterns that are wanted; null: all. */
  readonly #only: ReadonlySet<string> | null
  readonly #wanted = new Set<number>()
  readonly #precedence: Precedence
  /** Places and sets of patterns that were reached; those of before a pattern was added are forgotten. */
  readonly #places = new Map<string, Place>()
  readonly #lasting = new Map<string, Lasting>()

  /** `only`: the paths of interest are those that one of these patterns matches; null: all paths. */
  constructor(only: ReadonlySet<string> | null = null, precedence = new Precedence(true)) {
    this.#only = only
    this.#precedence = precedence
  }

  /** Adds a pattern in matching form, and answers its number; ACAP's fold letter case, conventional ones do not. */
  addPattern(pattern: string, folds: boolean): number {
    return this.#numbered(`${folds ? 'i' : ''}${pattern}`, (number) => {
      const isWanted = this.#only?.has(pattern) ?? true
      if (isWanted) this.#wanted.add(number)
      this.#graph.addPattern(number, folds ? foldCase(pattern) : pattern, folds, isWanted)
    })
  }

  /** Adds a glob, which matches whole paths, and answers its number. */
  addGlob(name: string, sets: readonly GlobToken[]): number {
    return this.#numbered(`glob ${name}`, (number) => this.#graph.addGlob(number, sets))
  }

  /** Before anything is read. */
  start(): State {
    const { to, more } = this.#arrive(this.#graph.roots)
    return { place: to, lasting: this.#lastingOf(more) }
  }

  /** After one more character. */
  read({ place, lasting }: State, character: string): State {
    const move = place.moves.get(character) ?? this.#move(place, character)
    if (move.more.length === 0) return { place: move.to, lasting }
    const both = lasting.with.get(move) ?? this.#lastingOf(sorted([...lasting.patterns, ...move.more]))
    lasting.with.set(move, both)
    return { place: move.to, lasting: both }
  }

  #move(place: Place, character: string): Move {
    const folded = lower(character)
    const code = character.charCodeAt(0)
    const next: number[] = []
    for (const number of place.nodes) {
      const node = this.#graph.nodes[number]!
      if (node.loops) next.push(number)
      const to = node.edges.get(node.folds ? folded : character)
      if (to !== undefined) next.push(to)
      for (const { set, to: behind } of node.sets) if (accepts(set, code)) next.push(behind)
    }
    const move = this.#arrive(next)
    place.moves.set(character, move)
    return move
  }

  /** The patterns that match a path that ends here, as far as they make a difference. */
  matches({ place, lasting }: State): readonly number[] {
    const ending = place.nodes.flatMap((node) => this.#graph.nodes[node]!.ending)
    if (ending.length === 0) return lasting.patterns
    return this.#precedence.deciding(sorted([...lasting.patterns, ...ending]))
  }

  /** Whether a path of interest begins like this. */
  isOpen({ place, lasting }: State): boolean {
    return this.#only === null || place.leads || lasting.isWanted
  }

  /** Whether a path with these matches is of interest. */
  isWanted(matches: readonly number[]): boolean {
    return this.#only === null || matches.some((number) => this.#wanted.has(number))
  }

  /** The characters that any active node distinguishes, in both cases where one of them is caseless. */
  characters({ place: { nodes } }: State): ReadonlySet<string> {
    const found = new Set<string>()
    for (const number of nodes) {
      const { edges, sets } = this.#graph.nodes[number]!
      for (const character of edges.keys()) found.add(character)
      for (const { set } of sets) for (const character of members(set)) found.add(character)
    }
    for (const character of [...found]) {
      const other = character === lower(character) ? character.toUpperCase() : lower(character)
      if (other !== character) found.add(other)
    }
    return found
  }

  /** Follows what is reached without reading. */
  #arrive(reached: readonly number[]): Move {
    const all = [...reached]
    const live: number[] = []
    const more: number[] = []
    for (let i = 0; i < all.length; i++) {
      const node = this.#graph.nodes[all[i]!]!
      if (node.star !== 0) all.push(node.star)
      if (!isSpent(node)) live.push(all[i]!)
      more.push(...node.lasting)
    }
    return { to: this.#placeOf(sorted(live)), more: sorted(more) }
  }

  #placeOf(nodes: readonly number[]): Place {
    const key = nodes.join()
    const known = this.#places.get(key)
    if (known !== undefined) return known
    const leads = nodes.some((node) => this.#graph.nodes[node]!.leads)
    const place = { number: this.#places.size, nodes, moves: new Map(), leads }
    this.#places.set(key, place)
    return place
  }

  #lastingOf(matching: readonly number[]): Lasting {
    const patterns = this.#precedence.deciding(matching)
    const key = patterns.join()
    const known = this.#lasting.get(key)
    if (known !== undefined) return known
    const isWanted = patterns.some((number) => this.#wanted.has(number))
    const lasting = { number: this.#lasting.size, patterns, with: new Map(), isWanted }
    this.#lasting.set(key, lasting)
    return lasting
  }

  /** The number of a pattern, which is added where it is new. */
  #numbered(name: string, add: (number: number) => void): number {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const number = this.#known.size
    this.#known.set(name, number)
    this.#places.clear()
    this.#lasting.clear()
    add(number)
    return number
  }
}

/** `foldCase` for one character: it is asked for millions. */
function lower(character: string): string {
  return character >= 'A' && character <= 'Z' ? character.toLowerCase() : character
}

function members({ ranges }: GlobToken): readonly string[] {
  return ranges.flatMap(([from, to]) => {
    if (to < from) return []
    const codes = to - from < WIDEST_SET ? Array.from({ length: to - from + 1 }, (_, i) => from + i) : [from, to]
    return codes.map((code) => String.fromCharCode(code))
  })
}

/** Sorted in place, each number once: most lists are short, and in order already. */
function sorted(numbers: number[]): readonly number[] {
  let isRising = true
  for (let i = 1; i < numbers.length && isRising; i++) isRising = numbers[i - 1]! < numbers[i]!
  if (isRising) return numbers
  numbers.sort((a, b) => a - b)
  return numbers.filter((number, i) => i === 0 || number !== numbers[i - 1])
}
