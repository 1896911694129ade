/** Changes single lines of a policy's files. All other bytes stay as they are. */

import type { Block } from '../language/text/owners.ts'
import { fieldValue, type Tree } from '../language/text/tree.ts'
import { foldCase } from '../words/path-form.ts'
import { LINE_END } from './site-files.ts'

/** A line to insert, and the number of the line after which it goes; 0 for the beginning. */
type NewLine = readonly [behind: number, line: string]

export function insertLines(text: string, lines: readonly NewLine[]): string {
  const parts = text.split(LINE_END)
  const end = parts[1] ?? '\n'
  for (const [behind, line] of [...lines].sort(([a], [b]) => b - a))
    parts.splice(behind * 2 - 1, 0, end, line)
  return parts.join('')
}

/** The text with lines at its end, an empty one before them. */
export function appendLines(text: string, lines: readonly string[]): string {
  const end = LINE_END.exec(text)?.[0] ?? '\n'
  const gap = text === '' ? '' : /[\r\n]$/.test(text) ? end : end + end
  return `${text}${gap}${lines.join(end)}${end}`
}

export function blocksFor(
  tree: Tree,
  kind: Block['kind'],
  isFor: (name: string) => boolean,
): readonly Block[] {
  return tree.blocks.filter((block) => {
    return (
      block.kind === kind && block.names.every((line) => isFor(foldCase(fieldValue(tree, line))))
    )
  })
}

/**
 * The number of the line after which a new rule of a block goes: before the rules that are bound to
 * a purpose (R7).
 */
export function lastRule(block: Block): number {
  const name = block.names.at(-1)!
  if (block.kind === 'group')
    return (block.fields.findLast(({ line }) => line.field?.owner === 'rule')?.line ?? name).number
  const first = block.subRecords[0]?.purposes[0]?.number ?? Number.POSITIVE_INFINITY
  return (block.fields.findLast(({ number }) => number < first) ?? name).number
}
