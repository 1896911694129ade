/**
 * Parses a robots.txt into a lossless Tree (R1-R7): source, lines, groups and records. Never
 * throws.
 */
import { checkArgument, isRecord } from '../../base/check-argument.ts'
import { ALL_NAMES } from '../policy/fields.ts'
import { hyphenated, type Line, nameForm, scanLines } from './lines.ts'
import { assignOwners, type Block, type Misplaced } from './owners.ts'
import { readSource, type Source, type Span } from './source.ts'

/** A robots.txt, read into lines, groups and records. It loses no byte. */
export interface Tree {
  readonly source: Source
  readonly lines: readonly Line[]
  readonly blocks: readonly Block[]
  /** Fields outside any block that could own them (R5). */
  readonly misplaced: readonly Misplaced[]
}

export interface Word {
  readonly text: string
  readonly at: number
}

/** A field's name as it is compared: lower case, and hyphens where R9 reads them. */
export function fieldName(tree: Tree, line: Line): string {
  const written = tree.source.text.slice(line.nameStart, line.nameEnd)
  return line.spelling === 'spaces' ? hyphenated(written) : nameForm(written)
}

/** A field's value as written, without comment and outer white space. */
export function fieldValue(tree: Tree, line: Line): string {
  return tree.source.text.slice(line.valueStart, line.valueEnd)
}

/** A field as written, without comment and outer white space. */
export function fieldText(tree: Tree, line: Line): string {
  return tree.source.text.slice(line.nameStart, line.valueEnd)
}

export function wordsOf(tree: Tree, line: Line): Word[] {
  return Array.from(fieldValue(tree, line).matchAll(/[^ \t]+/g), ({ 0: text, index }) => {
    return { text, at: line.valueStart + index }
  })
}

export function spanOf(tree: Tree, line: Line, from: number, to: number): Span {
  return {
    source: tree.source.file,
    line: line.number,
    column: from - line.start + 1,
    length: to - from,
  }
}

export function fieldSpan(tree: Tree, line: Line): Span {
  return spanOf(tree, line, line.nameStart, line.valueEnd)
}

/** The place of the field on a line in one of these files; null if there is no such line. */
export function fieldSpanAt(
  trees: ReadonlyMap<string, Tree>,
  source: string,
  number: number | null | undefined,
): Span | null {
  const tree = trees.get(source)
  const line = tree?.lines[(number ?? 0) - 1]
  return tree === undefined || line === undefined ? null : fieldSpan(tree, line)
}

export function nameSpan(tree: Tree, line: Line): Span {
  return spanOf(tree, line, line.nameStart, line.nameEnd)
}

/** The place of a line's value, or of the whole field if it is empty. */
export function valueSpan(tree: Tree, line: Line): Span {
  const from = line.valueStart < line.valueEnd ? line.valueStart : line.nameStart
  return spanOf(tree, line, from, line.valueEnd)
}

export function wordSpan(tree: Tree, line: Line, word: Word): Span {
  return spanOf(tree, line, word.at, word.at + word.text.length)
}

/** @throws TypeError for anything but a result of `parse` */
export function checkTree(caller: string, tree: unknown): void {
  const isTree = isRecord(tree) && Array.isArray(tree.lines) && isRecord(tree.source)
  checkArgument(isTree, caller, 'tree', 'a tree, of `parse`')
}

/** @throws TypeError for anything but a result of `parse` and one of its lines */
export function checkLine(caller: string, tree: Tree, line: Line): void {
  checkTree(caller, tree)
  const isOwn = isRecord(line) && tree.lines[line.number - 1] === line
  checkArgument(isOwn, caller, 'line', 'one of `tree.lines` of this tree')
}

/**
 * Reads one file into its tree.
 *
 * @param input The file, as text or as its octets.
 * @param file Its name in findings. @default 'robots.txt'
 * @throws TypeError for what is neither text nor bytes.
 * @example parse('User-agent: *\nDisallow: /a/\n').blocks.length // 1
 */
export function parse(input: string | Uint8Array, file = 'robots.txt'): Tree {
  const source = readSource(input, file)
  const lines = scanLines(source.text, ALL_NAMES)
  const { blocks, misplaced } = assignOwners(lines)
  return { source, lines, blocks, misplaced }
}

const COMMENT = /^#+[ \t]*ACAP[ \t]+version[ \t]*=[ \t]*([\d.]*)/i

/** The comment up to its version, and the version, which may be empty; null for other lines. */
export function versionComment(
  { source }: Tree,
  line: Line,
): { text: string; version: string } | null {
  if (line.kind !== 'blank' || line.comment < 0) return null
  const [text, version] = COMMENT.exec(source.text.slice(line.comment, line.end)) ?? []
  return text === undefined || version === undefined ? null : { text, version }
}

/**
 * A field's name as it is compared: lower case, and hyphens where R9 reads them.
 *
 * @param tree What `parse` gave.
 * @param line One of its `lines`.
 * @throws TypeError for what is no tree, and for a line of another one.
 * @example
 * const tree = parse('User-agent: *\nDisallow: /a # ours\n')
 * fieldName(tree, tree.lines[1]) // 'disallow'
 */
export function checkedFieldName(tree: Tree, line: Line): string {
  checkLine('fieldName', tree, line)
  return fieldName(tree, line)
}

/**
 * A field's value as written, without comment and outer white space.
 *
 * @param tree What `parse` gave.
 * @param line One of its `lines`.
 * @throws TypeError for what is no tree, and for a line of another one.
 * @example
 * const tree = parse('User-agent: *\nDisallow: /a # ours\n')
 * fieldValue(tree, tree.lines[1]) // '/a'
 */
export function checkedFieldValue(tree: Tree, line: Line): string {
  checkLine('fieldValue', tree, line)
  return fieldValue(tree, line)
}

/**
 * A field as written, without comment and outer white space.
 *
 * @param tree What `parse` gave.
 * @param line One of its `lines`.
 * @throws TypeError for what is no tree, and for a line of another one.
 * @example
 * const tree = parse('User-agent: *\nDisallow: /a # ours\n')
 * fieldText(tree, tree.lines[1]) // 'Disallow: /a'
 */
export function checkedFieldText(tree: Tree, line: Line): string {
  checkLine('fieldText', tree, line)
  return fieldText(tree, line)
}
