/**
 * Findings and deciding fields → what the editor shows on the lines of one file.
 */

import type { WrittenPlace } from '../analysis/written-place.ts'
import type { Finding } from '../language/findings/diagnostic.ts'
import type { Mark } from './highlight.ts'

/** What is to be seen in one file, by line, and which files have errors. */
interface Decorations {
  readonly marks: ReadonlyMap<number, readonly Mark[]>
  readonly deciding: ReadonlySet<number>
  readonly withErrors: ReadonlySet<string>
}

/** The decorations of a file. */
export function decorationsOf(
  file: string,
  findings: readonly Finding[],
  deciding: readonly WrittenPlace[],
): Decorations {
  const marks = new Map<number, Mark[]>()
  for (const { source, line, column, length, severity } of findings) {
    if (source !== file) continue
    const known = marks.get(line) ?? []
    known.push({ column, length, severity })
    marks.set(line, known)
  }
  const lines = deciding.flatMap((place) => (place.file === file && place.line !== null ? [place.line] : []))
  const withErrors = findings.filter(({ severity }) => severity === 'error').map(({ source }) => source)
  return { marks, deciding: new Set(lines), withErrors: new Set(withErrors) }
}
