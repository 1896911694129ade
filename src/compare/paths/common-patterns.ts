/**
 * Two patterns in the form of P2 → the patterns that they have in common. Which of the two decides there is not known here.
 */
import { foldCase, patternSymbols } from '../../grammar/path-form.ts'

/** Whether letters have to be equal as they are written, or in any letter case. */
export type Letters = 'exact' | 'folded'

/** The longest that two patterns may be together, and the most common patterns that are searched for. */
const MOST_CHARACTERS = 400
const MOST_COMMON = 8

/** One step further in one or both of two patterns, and what is read there: a character, `*`, or nothing. */
interface Step {
  readonly i: number
  readonly j: number
  readonly reads: string
}

/** Two patterns that are walked together. */
class PatternPair {
  readonly a: string
  readonly b: string
  readonly #a: string
  readonly #b: string

  constructor(a: string, b: string, letters: Letters) {
    this.a = patternSymbols(a)
    this.b = patternSymbols(b)
    this.#a = letters === 'folded' ? foldCase(this.a) : this.a
    this.#b = letters === 'folded' ? foldCase(this.b) : this.b
  }

  isEnd(i: number, j: number): boolean {
    return i === this.a.length && j === this.b.length
  }

  /** The steps from one place. Letters are those of the pattern that reads them, of both those of the first. */
  *steps(i: number, j: number): Iterable<Step> {
    const [x, y] = [this.#a[i], this.#b[j]]
    const both = x === '*' && y === '*' ? '*' : ''
    if (x === '*') yield { i: i + 1, j, reads: both }
    if (y === '*') yield { i, j: j + 1, reads: both }
    if (x === '*' && y !== '*' && y !== undefined) yield { i, j: j + 1, reads: this.b[j]! }
    if (y === '*' && x !== '*' && x !== undefined) yield { i: i + 1, j, reads: this.a[i]! }
    if (x !== '*' && x === y && x !== undefined) yield { i: i + 1, j: j + 1, reads: this.a[i]! }
  }
}

/** Patterns that match what both match. Letters that differ in case alone are spelt as either of both spells them. */
export function commonOfPair(a: string, b: string, letters: Letters): readonly string[] {
  if (a.length + b.length > MOST_CHARACTERS) return []
  const texts = [textsFrom(new PatternPair(a, b, letters)), textsFrom(new PatternPair(b, a, letters))].flat()
  return [...new Set(texts)].map((text) => patternOf(text.replace(/\*+/g, '*')))
}

/** The symbols of the patterns that both of a pair match. */
function textsFrom(pair: PatternPair): readonly string[] {
  const known = new Map<number, readonly string[]>()
  const from = (i: number, j: number): readonly string[] => {
    const place = i * (pair.b.length + 1) + j
    const before = known.get(place)
    if (before !== undefined) return before
    const found = new Set<string>(pair.isEnd(i, j) ? [''] : [])
    for (const step of pair.steps(i, j)) for (const rest of from(step.i, step.j)) found.add(step.reads + rest)
    const some = [...found].slice(0, MOST_COMMON)
    known.set(place, some)
    return some
  }
  return from(0, 0)
}

/** A pattern from its symbols. */
function patternOf(symbols: string): string {
  return symbols.endsWith('*') ? symbols.slice(0, -1) || '/' : `${symbols}$`
}
