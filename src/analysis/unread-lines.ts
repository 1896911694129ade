/**
 * Lines that no format explains → how many, and the first of them.
 */

/** A line that no format explains, and where it stands. */
export interface UnreadLine {
  readonly file: string
  readonly line: number
  readonly text: string
}

const MOST_LINES = 3
/** Longer lines are cut. */
const LONGEST_TEXT = 300

/** Counts lines. */
export class UnreadLines {
  count = 0
  readonly first: UnreadLine[] = []

  add({ file, line, text }: UnreadLine, count = 1): void {
    this.count += count
    if (this.first.length < MOST_LINES) this.first.push({ file, line, text: text.slice(0, LONGEST_TEXT) })
  }
}
