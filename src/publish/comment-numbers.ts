/**
 * Lists of comments (X4) → numbers that are equal where the lists are. A name in a run of names has all comments below it,
 * so the lists of one run are ends of each other; each end is numbered once, from its first comment and the end behind it.
 */
import type { SiteProgram } from '../bundle/program.ts'
import type { Lead } from '../engine/chains.ts'

/** Numbers the lists of any sites. */
export class CommentNumbers {
  readonly #numbers = new Map<string, number>()
  /** By site and end of a range: the numbers of the ranges that end there, by their beginning. */
  readonly #ends = new Map<SiteProgram, Map<number, Map<number, number>>>()

  /** Equal for crawlers with the same comments in the same order. */
  of(site: SiteProgram, leads: readonly Lead[]): string {
    const ranges = leads.map(({ groups }) => groups.map(({ settings }) => this.#ofRanges(site, settings.comments)))
    return JSON.stringify(ranges)
  }

  #ofRanges(site: SiteProgram, ranges: readonly number[]): readonly number[] {
    const numbers: number[] = []
    for (let i = 0; i < ranges.length; i += 2) numbers.push(this.#ofRange(site, ranges[i]!, ranges[i + 1]!))
    return numbers
  }

  #ofRange(site: SiteProgram, from: number, to: number): number {
    const ends = this.#ends.get(site) ?? new Map<number, Map<number, number>>()
    this.#ends.set(site, ends)
    const known = ends.get(to) ?? new Map([[to, 0]])
    ends.set(to, known)
    // From the longest end that is numbered already.
    let at = from
    while (!known.has(at)) at++
    while (at > from) {
      const key = `${known.get(at)} ${site.settings.comments[at - 1]}`
      const number = this.#numbers.get(key) ?? this.#numbers.size + 1
      this.#numbers.set(key, number)
      known.set(--at, number)
    }
    return known.get(from)!
  }
}
