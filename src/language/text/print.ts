/** Prints a Tree as the bytes that it was read from (R6), or a line in canonical form. */
import { type Line, trimBlanks } from './lines.ts'
import { checkTree, fieldName, fieldValue, type Tree } from './tree.ts'

const BOM = [0xef, 0xbb, 0xbf]
const CR = 0x0d
const LF = 0x0a

/**
 * Prints a tree: an unchanged one gives the same bytes.
 *
 * @param tree What `parse`, or an edit, gave.
 * @throws TypeError for what is no tree.
 * @example new TextDecoder().decode(print(tree))
 */
export function print(tree: Tree): Uint8Array<ArrayBuffer> {
  checkTree('print', tree)
  const { text, raw, bom } = tree.source
  if (raw !== null) return join([...(bom ? [new Uint8Array(BOM)] : []), ...rawLines(tree, raw)])
  const body = tree.lines.map((line) => text.slice(line.start, line.next)).join('')
  return join([new TextEncoder().encode(bom ? `\ufeff${body}` : body)])
}

/**
 * The bytes of each line. Invalid sequences contain no CR or LF, so bytes and text have the same
 * lines.
 */
function rawLines(tree: Tree, raw: Uint8Array): Uint8Array[] {
  const starts = [0]
  for (let at = 0; at < raw.length; at++) {
    if (raw[at] === LF || (raw[at] === CR && raw[at + 1] !== LF)) starts.push(at + 1)
  }
  return tree.lines.map((line) =>
    raw.subarray(starts[line.number - 1], starts[line.number] ?? raw.length),
  )
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

export function properName(tree: Tree, line: Line): string {
  const row = line.field!
  return row.name.endsWith('-') ? row.name + fieldName(tree, line).slice(row.name.length) : row.name
}

export function writeField(tree: Tree, line: Line, value = fieldValue(tree, line)): string {
  const name = properName(tree, line)
  if (line.field!.value === 'nothing') return name
  return value === '' ? `${name}:` : `${name}: ${value}`
}

/** A line's comment with its `#`, without final white space; empty for none. */
export function commentOf(tree: Tree, line: Line): string {
  return line.comment < 0 ? '' : trimBlanks(tree.source.text.slice(line.comment, line.end))
}

/** A whole line. Unknown fields stay as written, except for white space around them. */
export function writeLine(tree: Tree, line: Line): string {
  if (line.field === null) return trimBlanks(tree.source.text.slice(line.start, line.end))
  return [writeField(tree, line), commentOf(tree, line)].filter((part) => part !== '').join(' ')
}
