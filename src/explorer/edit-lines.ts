/** Changes single lines of a policy's files. All other bytes stay as they are. */

import { addTo } from '../base/counts.ts'
import type { Block } from '../language/text/owners.ts'
import { fieldValue, type Tree } from '../language/text/tree.ts'
import { foldCase } from '../words/path-form.ts'
import type { Draft } from './draft.ts'

export const LINE_END = /(\r\n|\n|\r)/

export function withFile(draft: Draft, file: string, change: (text: string) => string): Draft {
  return { ...draft, files: new Map(draft.files).set(file, change(draft.files.get(file) ?? '')) }
}

/**
 * A draft with one line of a file replaced, or without it where `text` is null; line ends stay as
 * they are.
 */
export function withLine(draft: Draft, file: string, line: number, text: string | null): Draft {
  return withFile(draft, file, (whole) => {
    const parts = whole.split(LINE_END)
    if (text === null) parts.splice((line - 1) * 2, 2)
    else parts[(line - 1) * 2] = text
    return parts.join('')
  })
}

/** A line to insert, and the number of the line after which it goes; 0 for the beginning. */
export type NewLine = readonly [behind: number, line: string]

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

/** The lines that one text has and the other has not, with `−` and `+` before them. */
export function lineChanges(was: string, is: string): readonly string[] {
  const [before, after] = [was, is].map((text) => text.split(/\r\n|\n|\r/))
  const only = (these: readonly string[], those: readonly string[], sign: string) => {
    const left = new Map<string, number>()
    for (const line of those) addTo(left, line)
    return these.flatMap((line) => {
      const count = left.get(line) ?? 0
      addTo(left, line, -1)
      return count > 0 || line === '' ? [] : [`${sign} ${line}`]
    })
  }
  return [...only(before!, after!, '−'), ...only(after!, before!, '+')]
}

/** The changed lines of all files, each with the name of its file. */
export function changedLines(was: Draft, is: Draft): readonly string[] {
  return [...is.files.keys()].flatMap((file) => {
    const changes = lineChanges(was.files.get(file) ?? '', is.files.get(file) ?? '')
    return changes.map((line) => `${line.slice(0, 2)}${file}: ${line.slice(2)}`)
  })
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
