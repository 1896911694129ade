/** Findings of a site → the edits that their help texts propose, right or not, and a text with edits made. */
import type { Tree } from '../text/tree.ts'
import type { Finding } from './diagnostic.ts'

export interface Edit {
  readonly finding: Finding
  readonly file: string
  /** Offsets into the file's text, without its byte order mark. */
  readonly from: number
  readonly to: number
  readonly text: string
  readonly before: string
  readonly after: string | null
}

const REPLACEMENT = /^(?:write `([^`]+)`|did you mean `([^`]+)`\?)$/
const REMOVAL = 'remove this line'

/** The edits that findings propose; none for files that are not UTF-8, whose text is not all there is. */
export function editsFor(
  findings: readonly Finding[],
  trees: ReadonlyMap<string, Tree>,
): readonly Edit[] {
  return findings.flatMap((finding) => {
    const tree = trees.get(finding.source)
    return tree === undefined || tree.source.raw !== null ? [] : (editFor(finding, tree) ?? [])
  })
}

function editFor(finding: Finding, tree: Tree): Edit | null {
  const { help, line: number, column, length } = finding
  const line = tree.lines[number - 1]
  if (help === null || line === undefined || length === 0) return null
  const { text } = tree.source
  const before = text.slice(line.start, line.end)
  const shared = { finding, file: tree.source.file, before }
  if (help === REMOVAL) return { ...shared, from: line.start, to: line.next, text: '', after: null }
  const [, written, meant] = REPLACEMENT.exec(help) ?? []
  const replacement = written ?? meant
  if (replacement === undefined) return null
  const from = line.start + column - 1
  const after = before.slice(0, column - 1) + replacement + before.slice(column - 1 + length)
  return { ...shared, from, to: from + length, text: replacement, after }
}

/** A file's text with edits made; of two that overlap, the first. */
export function edited(tree: Tree, edits: readonly Edit[]): string {
  const { text, bom } = tree.source
  const parts: string[] = []
  let at = 0
  for (const edit of [...edits].sort((a, b) => a.from - b.from)) {
    if (edit.from < at) continue
    parts.push(text.slice(at, edit.from), edit.text)
    at = edit.to
  }
  return (bom ? '\ufeff' : '') + parts.join('') + text.slice(at)
}
