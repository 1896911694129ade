/**
 * Text → the same text with a few lines changed. All other bytes stay, with their line ends.
 */

import { foldCase } from '../grammar/path-form.ts'
import type { Block } from '../language/text/owners.ts'
import { fieldValue, type Tree } from '../language/text/tree.ts'

/** The text with a line behind another, which is counted from 1. */
export function insertLine(text: string, behind: number, line: string): string {
  const parts = text.split(/(\r\n|\n|\r)/)
  const end = parts[1] ?? '\n'
  parts.splice(behind * 2 - 1, 0, end, line)
  return parts.join('')
}

/** The text with lines at its end, an empty one before them. */
export function appendLines(text: string, lines: readonly string[]): string {
  const end = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
  const gap = text === '' ? '' : /[\r\n]$/.test(text) ? end : end + end
  return `${text}${gap}${lines.join(end)}${end}`
}

/** The blocks of one kind that are for these names and no others. */
export function blocksFor(tree: Tree, kind: Block['kind'], isFor: (name: string) => boolean): readonly Block[] {
  return tree.blocks.filter((block) => {
    return block.kind === kind && block.names.every((line) => isFor(foldCase(fieldValue(tree, line))))
  })
}

/** The line of a block behind which another of its own rules goes: before what is bound to a purpose (R7). */
export function lastRule(block: Block): number {
  const rules = block.kind === 'group' ? block.fields.filter(({ line }) => line.field?.owner === 'rule') : []
  const first = block.kind === 'record' ? (block.subRecords[0]?.purposes[0]?.number ?? Number.POSITIVE_INFINITY) : 0
  const fields = block.kind === 'record' ? block.fields.filter(({ number }) => number < first) : []
  return (rules.at(-1)?.line ?? fields.at(-1) ?? block.names.at(-1)!).number
}
