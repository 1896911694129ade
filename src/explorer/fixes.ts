/**
 * A policy's meaning → the findings that one line removes, each with that line: the line written canonically (`format`), or
 * with what the finding's help proposes.
 */
import type { Finding } from '../language/findings/diagnostic.ts'
import { editsFor } from '../language/findings/edits.ts'
import { formatLine } from '../language/text/format.ts'
import { type Meaning, readDraft } from './draft.ts'

/** The line of each finding that can be fixed, as it is best written; null where the line is best removed. */
export function fixesOf(meaning: Meaning, now: number): ReadonlyMap<Finding, string | null> {
  if (meaning.findings.length === 0) return new Map()
  const proposed = editsFor(meaning.findings, meaning.reading.trees)
  return new Map([...proposed.map(({ finding, after }) => [finding, after] as const), ...canonicalLines(meaning, now)])
}

/** The findings that are gone when their line is written canonically. */
function canonicalLines({ draft, reading, findings }: Meaning, now: number): (readonly [Finding, string])[] {
  const written = new Map<string, readonly string[]>()
  for (const [path, tree] of reading.trees) {
    written.set(
      path,
      tree.lines.map((line) => formatLine(tree, line)),
    )
  }
  const files = new Map([...draft.files].map(([path, text]) => [path, written.get(path)?.join('\n') ?? text]))
  const left = new Set(readDraft({ ...draft, files }, null, now).findings.map(fixKey))
  const fixable = findings.filter((each) => written.has(each.source) && !left.has(fixKey(each)))
  return fixable.map((each) => [each, written.get(each.source)![each.line - 1] ?? ''])
}

function fixKey({ source, line, code }: Finding): string {
  return `${source}:${line} ${code}`
}
