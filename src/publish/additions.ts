/**
 * What the served robots.txt has beside its author's lines, and which of these lines publish a route's prohibition.
 */
import type { ServedLine } from './served-line.ts'

/** Collects lines by where they are to stand. */
export class Additions {
  /** By the number of the author's line that they stand behind. */
  readonly after = new Map<number, ServedLine[]>()
  /** Groups and records of their own. */
  readonly groups: (readonly ServedLine[])[] = []
  readonly records: (readonly ServedLine[])[] = []
  /** By the number of an author's line: the routes whose prohibition it says already. */
  readonly says = new Map<number, readonly number[]>()

  addAfter(line: number, lines: readonly ServedLine[]): void {
    if (lines.length > 0) this.after.set(line, [...(this.after.get(line) ?? []), ...lines])
  }

  noteStated(line: number, routes: readonly number[]): void {
    this.says.set(line, [...(this.says.get(line) ?? []), ...routes])
  }
}
