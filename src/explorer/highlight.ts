/**
 * Splits one line of a robots.txt into parts that have different colours in the editor. No other
 * line is looked at.
 */
import { ALL_NAMES } from '../language/policy/fields.ts'
import { scanLines } from '../language/text/lines.ts'

/** How a stretch looks, in the words of CodeMirror's stream languages. */
type Paint = 'propertyName' | 'keyword' | 'string' | 'comment' | 'invalid'

interface Stretch {
  readonly from: number
  readonly to: number
  readonly paint: Paint
}

/** In their order, without those that are empty. */
export function stretchesOf(line: string): readonly Stretch[] {
  const [scanned] = scanLines(line, ALL_NAMES)
  if (scanned === undefined) return []
  const { field, kind, nameStart, nameEnd, valueStart, valueEnd, comment } = scanned
  const known: Paint = field?.dialect === 'acap' ? 'keyword' : 'propertyName'
  const all: readonly Stretch[] = [
    { from: nameStart, to: nameEnd, paint: kind === 'field' ? known : 'invalid' },
    { from: valueStart, to: valueEnd, paint: kind === 'stray' ? 'invalid' : 'string' },
    { from: comment < 0 ? line.length : comment, to: line.length, paint: 'comment' },
  ]
  return all.filter(({ from, to }) => from < to)
}
