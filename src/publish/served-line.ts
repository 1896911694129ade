/** Lines of the robots.txt that is served, before they are text. Each knows what it comes from. */
import { cached } from '../grammar/cached.ts'

export interface ServedLine {
  readonly text: string
  /** The author's line in robots.txt; null where the line is added. */
  readonly line: number | null
  /** The numbers of the routes whose prohibition the line publishes (E5). */
  readonly routes: readonly number[]
  /** The number of the prohibition by category that the line publishes (I6). */
  readonly category?: number
}

const NONE: readonly number[] = []

export function authorLine(text: string, line: number, routes = NONE): ServedLine {
  return { text, line, routes }
}

/** A line that is added, for routes or by a rule of how files are written. */
export function added(text: string, routes = NONE): ServedLine {
  return { text, line: null, routes }
}

export function paragraphs(parts: readonly (readonly ServedLine[])[]): ServedLine[] {
  return parts
    .map(trimmed)
    .filter((part) => part.length > 0)
    .flatMap((part, i) => (i === 0 ? part : [added(''), ...part]))
}

function trimmed(lines: readonly ServedLine[]): readonly ServedLine[] {
  const isFull = ({ text }: ServedLine) => text !== ''
  return lines.slice(Math.max(0, lines.findIndex(isFull)), lines.findLastIndex(isFull) + 1)
}

/** R4: a group that ends its run of names. */
export function endedGroup(lines: readonly ServedLine[]): readonly ServedLine[] {
  return lines.some(({ text }) => /^(?:Allow|Disallow):/.test(text)) ? lines : [...lines, added('Disallow:')]
}

/** With so many lines a file is larger than crawlers read, and is refused (R10): it need not be made whole. */
const MOST_LINES = 50_000

export class Additions {
  /** By the number of the author's line that they stand behind. */
  readonly after = new Map<number, ServedLine[]>()
  readonly groups: (readonly ServedLine[])[] = []
  readonly records: (readonly ServedLine[])[] = []
  /** By the number of an author's line: the routes whose prohibition it says already. */
  readonly says = new Map<number, number[]>()
  #count = 0

  get isFull(): boolean {
    return this.#count > MOST_LINES
  }

  addAfter(line: number, lines: readonly ServedLine[]): void {
    this.#count += lines.length
    if (lines.length > 0) cached(this.after, line, () => []).push(...lines)
  }

  noteStated(line: number, routes: readonly number[]): void {
    cached(this.says, line, () => []).push(...routes)
  }
}
