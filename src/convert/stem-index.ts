/**
 * Patterns, found by those that may meet them: of two patterns that match one path, the beginning without wildcards of
 * one begins that of the other. So only pairs that may meet are compared, not every pair.
 */
import { cached } from '../compile/cached.ts'
import { foldCase } from '../grammar/path-form.ts'
import type { Letters } from './common-patterns.ts'

/** The places of patterns in a list, by their stems. */
export class StemIndex {
  readonly #letters: Letters
  /** Stems in order, each with the places of the patterns that begin with it. */
  readonly #stems: readonly string[]
  readonly #places = new Map<string, number[]>()
  readonly #lengths: readonly number[]

  constructor(patterns: readonly string[], letters: Letters) {
    this.#letters = letters
    for (const [i, pattern] of patterns.entries()) {
      cached(this.#places, this.#stemOf(pattern), () => []).push(i)
    }
    this.#stems = [...this.#places.keys()].sort()
    this.#lengths = [...new Set(this.#stems.map(({ length }) => length))].sort((a, b) => a - b)
  }

  /** The places of the patterns that may match a path which this one matches. */
  *near(pattern: string): Iterable<number> {
    const stem = this.#stemOf(pattern)
    for (const length of this.#lengths) {
      if (length >= stem.length) break
      yield* this.#places.get(stem.slice(0, length)) ?? []
    }
    for (let i = this.#firstFrom(stem); this.#stems[i]?.startsWith(stem); i++) yield* this.#places.get(this.#stems[i]!)!
  }

  #stemOf(pattern: string): string {
    const stem = /^[^*$]*/.exec(pattern)![0]
    return this.#letters === 'folded' ? foldCase(stem) : stem
  }

  /** The place of the first stem that does not stand before this one. */
  #firstFrom(stem: string): number {
    let [low, high] = [0, this.#stems.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#stems[middle]! < stem) low = middle + 1
      else high = middle
    }
    return low
  }
}
