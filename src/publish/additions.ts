/**
 * What the served robots.txt has beside its author's lines, and which of these lines publish a route's prohibition.
 */
import type { ServedLine } from './served-line.ts'

/** With so many lines a file is larger than crawlers read, and is refused (R10): it need not be made whole. */
const MOST_LINES = 50_000

/** Collects lines by where they are to stand. */
export class Additions {
  /** By the number of the author's line that they stand behind. */
  readonly after = new Map<number, ServedLine[]>()
  /** Groups and records of their own. */
  readonly groups: (readonly ServedLine[])[] = []
  readonly records: (readonly ServedLine[])[] = []
  /** By the number of an author's line: the routes whose prohibition it says already. */
  readonly says = new Map<number, number[]>()
  #count = 0

  /** Whether there are more lines than can be served. */
  get isFull(): boolean {
    return this.#count > MOST_LINES
  }

  addAfter(line: number, lines: readonly ServedLine[]): void {
    if (lines.length === 0) return
    this.#count += lines.length
    const own = this.after.get(line)
    if (own === undefined) this.after.set(line, [...lines])
    else own.push(...lines)
  }

  noteStated(line: number, routes: readonly number[]): void {
    const own = this.says.get(line)
    if (own === undefined) this.says.set(line, [...routes])
    else own.push(...routes)
  }
}
