/**
 * A policy's meaning → the findings that writing one line canonically removes, each with that line: misspelt names and
 * words. What a file means does not change (`format`).
 */
import type { Finding } from '../language/findings/diagnostic.ts'
import { formatLine } from '../language/text/format.ts'
import { type Draft, type Meaning, readDraft } from './draft.ts'

/** The line of each finding that can be fixed, as it is best written. */
export function fixesOf({ draft, reading, findings }: Meaning, now: number): ReadonlyMap<Finding, string> {
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
  return new Map(fixable.map((each) => [each, written.get(each.source)![each.line - 1] ?? '']))
}

function fixKey({ source, line, code }: Finding): string {
  return `${source}:${line} ${code}`
}

/** A draft with one line of a file replaced; line ends stay as they are. */
export function withLine(draft: Draft, file: string, line: number, text: string): Draft {
  const parts = (draft.files.get(file) ?? '').split(/(\r\n|\n|\r)/)
  parts[(line - 1) * 2] = text
  return { ...draft, files: new Map(draft.files).set(file, parts.join('')) }
}
