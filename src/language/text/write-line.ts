/**
 * A line of a tree → the same line as it is best written: the field's own name, one space, the value, the comment.
 * What a value means, and where a line stands, is not known here.
 */
import type { Line } from './lines.ts'
import { trimBlanks } from './spelling.ts'
import { fieldName, fieldValue, type Tree } from './tree.ts'

/** The name of a line's field as it is best written; R9's spellings are fixed. */
export function properName(tree: Tree, line: Line): string {
  const row = line.field!
  return row.name.endsWith('-') ? row.name + fieldName(tree, line).slice(row.name.length) : row.name
}

/** A field: name and value, without its comment. */
export function writeField(tree: Tree, line: Line, value = fieldValue(tree, line)): string {
  const name = properName(tree, line)
  if (line.field!.value === 'nothing') return name
  return value === '' ? `${name}:` : `${name}: ${value}`
}

/** A line's comment with its `#`, without white space at its end; empty where it has none. */
export function commentOf(tree: Tree, line: Line): string {
  return line.comment < 0 ? '' : trimBlanks(tree.source.text.slice(line.comment, line.end))
}

/** A whole line. What is not a known field stays as it stands, except for white space around it. */
export function writeLine(tree: Tree, line: Line): string {
  if (line.field === null) return trimBlanks(tree.source.text.slice(line.start, line.end))
  return [writeField(tree, line), commentOf(tree, line)].filter((part) => part !== '').join(' ')
}
