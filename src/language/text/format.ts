/** Formats a file canonically. Lines, comments and meaning stay the same. */

import { cached } from '../../base/cached.ts'
import { judgeQualifiers } from '../../words/qualifier-issues.ts'
import { splitQualifiers } from '../../words/qualifier-words.ts'
import { readUsageName } from '../../words/usage-name.ts'
import type { ValueKind } from '../policy/field-row.ts'
import type { Line } from './lines.ts'
import { commentOf, properName, writeField, writeLine } from './print.ts'
import { checkTree, fieldValue, type Tree, wordsOf } from './tree.ts'

/**
 * Writes a file in canonical form. A file in that form stays the same.
 *
 * @param tree What `parse` gave.
 * @throws TypeError for what is no tree.
 * @example format(parse('user-agent:*\ndisallow:/a')) // 'User-agent: *\nDisallow: /a\n'
 */
export function format(tree: Tree): string {
  checkTree('format', tree)
  const openers = new Set(tree.blocks.map(({ names }) => names[0]!))
  const rows: string[] = []
  for (const line of tree.lines) {
    const text = line.kind === 'blank' && line.comment < 0 ? '' : formatLine(tree, line)
    if (openers.has(line)) separate(rows)
    if (text !== '' || (rows.length > 0 && rows.at(-1) !== '')) rows.push(text)
  }
  while (rows.at(-1) === '') rows.pop()
  const text = rows.map((row) => `${row}\n`).join('')
  // Without it, the first line would lose its U+FEFF as a BOM, and change.
  return text.startsWith('\ufeff') ? `\ufeff${text}` : text
}

/** Adds a blank line before the comments above each block. */
function separate(rows: string[]): void {
  let at = rows.length
  while (at > 0 && rows[at - 1]!.startsWith('#')) at--
  if (at > 0 && rows[at - 1] !== '') rows.splice(at, 0, '')
}

export function formatLine(tree: Tree, line: Line): string {
  if (line.field === null) return writeLine(tree, line)
  const field = writeField(tree, line, formatValue(tree, line))
  const name = properName(tree, line)
  const usage = readUsageName(name.slice(line.field.name.length))
  // A misspelt usage is corrected in the name; misspelt qualifiers are in the value (R9).
  const corrected = usage?.misspelt
    ? `${line.field.name}${usage.usage}${field.slice(name.length)}`
    : field
  const comment = commentOf(tree, line)
  return comment === '' ? corrected : `${corrected} ${comment}`
}

/** Values that are lists of words. In other values white space may matter. */
const LISTS: ReadonlySet<ValueKind> = new Set(['prohibition', 'composite-usage', 'resource-set'])

function formatValue(tree: Tree, line: Line): string {
  const { value } = line.field!
  const words = wordsOf(tree, line)
  if (value === 'permission')
    return [words[0]?.text ?? '', ...qualifiersAfter(tree, line, 1)].join(' ')
  if (value === 'qualified-usage') {
    const head = words.slice(0, 2).map(({ text }) => readUsageName(text)?.usage ?? text)
    return [...head, ...qualifiersAfter(tree, line, 2)].join(' ')
  }
  return LISTS.has(value) ? words.map(({ text }) => text).join(' ') : fieldValue(tree, line)
}

/** The qualifiers after `count` words, without white space around `=` and with R9's corrections. */
function qualifiersAfter(tree: Tree, line: Line, count: number): string[] {
  const word = wordsOf(tree, line)[count - 1]
  if (word === undefined) return []
  const written = splitQualifiers(
    tree.source.text.slice(word.at + word.text.length, line.valueEnd),
    'robots',
  )
  const { issues } = judgeQualifiers(written, 'present', '1.1', 'robots')
  const misspelt = new Map<unknown, (typeof issues)[number][]>()
  for (const issue of issues)
    if (issue.kind === 'misspelt') cached(misspelt, issue.qualifier, () => []).push(issue)
  return written.map((qualifier) => {
    const meant = misspelt.get(qualifier) ?? []
    const name = meant.find(({ at }) => at < qualifier.valueAt)?.meant ?? qualifier.name
    const value = meant.find(({ at }) => at >= qualifier.valueAt)?.meant ?? qualifier.value
    return value === null ? name : `${name}=${value}`
  })
}
