/** Turns findings into edits, and applies edits to a text. */
import { isNameLine, joinedField } from '../text/joined-field.ts'
import type { Line } from '../text/lines.ts'
import type { Tree } from '../text/tree.ts'
import type { Finding, Fix } from './diagnostic.ts'

export interface Edit {
  readonly finding: Finding
  readonly file: string
  /** Offsets into the file's text without its byte order mark. */
  readonly from: number
  readonly to: number
  readonly text: string
  readonly before: string
  readonly after: string | null
}

/** The replacement that a finding's help suggests. */
const REPLACEMENT = /^(?:write `([^`]+)`|did you mean `([^`]+)`\?)$/

/**
 * Repairs for findings whose help is not just a replacement. They map the text at the finding's
 * place, of a field in a line; null deletes the line.
 */
const REPAIRS: Readonly<
  Record<string, ((written: string, line: Line) => string | undefined) | null>
> = {
  // A second `ACAP-version`, a second `ACAP-ignore-conventional-records`.
  ACAP028: null,
  ACAP032: null,
  ACAP038: pathOfUrl,
  // It is read like this.
  ACAP039: (pattern) => `/${pattern}`,
  ACAP142: withLineEnd,
  // `Host` is obsolete.
  ACAP160: null,
}

/**
 * Findings with their fixes. Files that are not UTF-8 get none, because their text is incomplete.
 */
export function withFixes(
  findings: readonly Finding[],
  trees: ReadonlyMap<string, Tree>,
): readonly Finding[] {
  return findings.map((finding) => {
    const tree = trees.get(finding.source)
    const fix = tree === undefined || tree.source.raw !== null ? null : fixOf(finding, tree)
    if (fix === null) return finding
    TEXTS.set(fix, tree!.source.text)
    return { ...finding, fix: [fix] }
  })
}

/** The text for which each fix was made. In another text it would damage what is at its place. */
const TEXTS = new WeakMap<Fix, string>()

function fixOf({ code, help, line: number, column, length }: Finding, tree: Tree): Fix | null {
  const line = tree.lines[number - 1]
  if (line === undefined || length === 0) return null
  const repair = REPAIRS[code]
  if (repair === null)
    return { span: { line: number, column: 1, length: line.next - line.start }, text: '' }
  const at = line.start + column - 1
  const [, written, meant] = REPLACEMENT.exec(help ?? '') ?? []
  const own = repair?.(tree.source.text.slice(at, at + length), line)
  const text = repair === undefined ? (written ?? meant) : own
  return text === undefined ? null : { span: { line: number, column, length }, text }
}

/**
 * The edits that findings suggest.
 *
 * @throws TypeError for a fix that was made for another text than the tree's
 */
export function editsFor(
  findings: readonly Finding[],
  trees: ReadonlyMap<string, Tree>,
): readonly Edit[] {
  return findings.flatMap((finding) => {
    const tree = trees.get(finding.source)
    return tree === undefined ? [] : finding.fix.map((fix) => editOf(finding, fix, tree))
  })
}

function editOf(finding: Finding, fix: Fix, { source, lines }: Tree): Edit {
  if (TEXTS.get(fix) !== source.text)
    throw new TypeError(
      `${source.file}: its findings are of another text, or deep copies: read this text, and give what that finds`,
    )
  const { span, text } = fix
  const { start, end, next } = lines[span.line - 1]!
  const from = start + span.column - 1
  const to = from + span.length
  const before = source.text.slice(start, end)
  const after =
    from === start && to === next
      ? null
      : before.slice(0, span.column - 1) + text + source.text.slice(to, end)
  return { finding, file: source.file, from, to, text, before, after }
}

/** Applies edits to a file's text. Of two that overlap, only the first. */
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

/**
 * The path of a web address. Undefined for other schemes or for a joined field, whose meaning is
 * unclear.
 */
function pathOfUrl(url: string): string | undefined {
  const [, path] = /^https?:\/\/[^/?]*(.*)$/i.exec(url) ?? []
  return path === undefined || path.startsWith('/') ? path : `/${path}`
}

/** Adds a line end before each further field in a value. */
function withLineEnd(value: string, line: Line): string {
  return onLines(value, isNameLine(line))
}

function onLines(value: string, isName: boolean): string {
  const field = joinedField(value, isName)
  if (field === null) return value
  const first = value.slice(0, value.length - field.length)
  const [, name = '', rest = ''] = /^([^:]*:[ \t]*)(.*)$/s.exec(field) ?? []
  const others = onLines(rest, NAME_FIELD.test(name))
  return `${first.replace(/(?:[ \t]|\\[nrt])+$/, '')}\n${name}${others}`
}

const NAME_FIELD = /^(?:user-?agent|acap-crawler)\b/i
