/** A line of the served robots.txt with its source, before it becomes text. */

export interface ServedLine {
  readonly text: string
  /** The author's line in robots.txt, or in `source`; null where the line is added. */
  readonly line: number | null
  /** The permission file that says it (R11). */
  readonly source?: string
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
  return lines.some(({ text }) => /^(?:Allow|Disallow):/.test(text))
    ? lines
    : [...lines, added('Disallow:')]
}
