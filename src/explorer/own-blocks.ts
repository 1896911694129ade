/**
 * Closes the whole site to one crawler by a group and a record of its own, and removes these again.
 */
import { boundFields, tokenGroups } from '../language/policy/chosen-groups.ts'
import { formatLine } from '../language/text/format.ts'
import type { Block } from '../language/text/owners.ts'
import type { Tree } from '../language/text/tree.ts'
import { foldCase } from '../words/path-form.ts'
import type { Draft } from './draft.ts'
import { appendLines, blocksFor, insertLines } from './edit-lines.ts'
import { LINE_END, withFile, withLine } from './site-files.ts'

/**
 * A group of its own replaces the rules for everybody (C1), so it repeats their other settings,
 * such as a crawl delay. If the group alone does not close the site, a record for those who read
 * ACAP is added.
 */
export function* closedByOwn(draft: Draft, tree: Tree, name: string): Generator<Draft> {
  const settings = linesForAll(tree, ({ field }) => field?.owner !== 'rule')
  const group = [`User-agent: ${name}`, 'Disallow: /', ...settings]
  const record = [`ACAP-crawler: ${name}`, 'ACAP-disallow-crawl: /']
  const closed = withFile(draft, 'robots.txt', (text) => withGroup(text, tree, group))
  yield closed
  yield withFile(closed, 'robots.txt', (text) => appendLines(text, record))
}

/**
 * The text with a new group, before the records of ACAP and the comments over the first of them.
 */
function withGroup(text: string, tree: Tree, group: readonly string[]): string {
  const record = tree.blocks.find(({ kind }) => kind === 'record')
  if (record === undefined) return appendLines(text, group)
  const before = tree.lines.slice(0, record.names[0]!.number - 1)
  const place = before.findLastIndex((line) => line.comment < 0 || line.kind !== 'blank') + 1
  return insertLines(text, [[place, [...group, ''].join(LINE_END.exec(text)?.[0] ?? '\n')]])
}

/**
 * The files without the blocks that are for this crawler alone, where each has but one rule: it is
 * one of everybody again. Null where there are none, or they say more.
 */
export function withoutOwn(draft: Draft, tree: Tree, name: string): Draft | null {
  const isFor = (each: string) => each === foldCase(name)
  const own = [...blocksFor(tree, 'group', isFor), ...blocksFor(tree, 'record', isFor)]
  const hasOneRule = (block: Block) =>
    block.kind === 'group'
      ? block.fields.filter(({ line }) => line.field?.owner === 'rule').length === 1
      : block.fields.length === 1
  if (own.length === 0 || !own.every(hasOneRule)) return null
  const lines = own.flatMap(linesOf)
  // Each block leaves with the empty line before it.
  const gaps = own
    .map(({ names: [first] }) => first!.number - 1)
    .filter((number) => isEmpty(tree.lines[number - 1]))
  return [...new Set([...lines, ...gaps])]
    .sort((a, b) => b - a)
    .reduce((is, line) => withLine(is, 'robots.txt', line, null), draft)
}

/** Whether a line has nothing in it, not even a comment. */
function isEmpty(line: Tree['lines'][number] | undefined): boolean {
  return line?.kind === 'blank' && line.comment < 0
}

/** Lines of the groups for everybody, as they are best written. */
export function linesForAll(tree: Tree, isWanted: (line: Tree['lines'][number]) => boolean) {
  const lines = boundFields(tokenGroups(tree), ['*']).filter(isWanted)
  return lines.map((line) => formatLine(tree, line))
}

function linesOf(block: Block): readonly number[] {
  const fields = block.kind === 'group' ? block.fields.map(({ line }) => line) : block.fields
  return [...block.names, ...fields].map(({ number }) => number)
}
