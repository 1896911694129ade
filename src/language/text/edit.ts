/**
 * Edits a Tree into a new one with every other byte unchanged (R6). A value that would end its line
 * or begin a comment is a TypeError.
 */
import { checkArgument, checkMembers, isRecord } from '../../base/check-argument.ts'
import { foldCase } from '../../words/path-form.ts'
import { type Line, trimBlanks } from './lines.ts'
import { groupLines, type RobotsRule } from './robots-text.ts'
import { lineEndOf, linesAt, spliced } from './splice.ts'
import { checkLine, checkTree, fieldValue, parse, type Tree } from './tree.ts'

/** A conventional group to add: a rule of `robotsText` with its crawlers. */
export interface NewGroup extends RobotsRule {
  /** The crawlers' names. */
  readonly userAgent: string | readonly string[]
}

/** An ACAP record to add; its fields are written as `disallow-crawl: /r/`. */
export interface NewRecord {
  /** The crawlers' names. */
  readonly crawler: string | readonly string[]
  /** Its fields, without `ACAP-`. */
  readonly fields: readonly string[]
}

/**
 * Gives a field another value; its comment stays.
 *
 * @param tree What `parse` gave.
 * @param line One of its `lines`.
 * @param value One line, without `#`.
 * @throws TypeError for a line that has none, and for a value that no line can have.
 * @example
 * const tree = parse('User-agent: *\nDisallow: /a/ # ours\n')
 * setValue(tree, tree.lines[1], '/b/') // … 'Disallow: /b/ # ours'
 */
export function setValue(tree: Tree, line: Line, value: string): Tree {
  checkLine('setValue', tree, line)
  const written = plainValue('setValue', value)
  if ((line.kind !== 'field' && line.kind !== 'unknown') || line.field?.value === 'nothing')
    throw new TypeError(`setValue: line ${line.number} has no value`)
  const edited = spliced('setValue', tree, line, (body, own) => {
    const { nameEnd, valueStart, valueEnd } = own
    // Without a colon, only a one-word value is read.
    if (own.spelling === 'no-colon') return [nameEnd, valueEnd, `: ${written}`]
    const isJoined = valueStart === valueEnd && !/[ \t]/.test(body.charAt(valueStart - 1))
    const before = isJoined && written !== '' ? ' ' : ''
    const after = body.charAt(valueEnd) === '#' && written !== '' ? ' ' : ''
    return [valueStart, valueEnd, before + written + after]
  })
  // `Disallow /a b:` would be read as a Disallow without a value.
  if (fieldValue(edited, edited.lines[line.number - 1]!) === written) return edited
  throw new TypeError(`setValue: line ${line.number} would be read as another field`)
}

/**
 * Inserts one or more lines before a line.
 *
 * @param tree What `parse` gave.
 * @param line One of its `lines`.
 * @param text Lines, without the end of the last one.
 * @throws TypeError for a line of another tree, and for what is no text.
 * @example
 * const tree = parse('User-agent: *\nDisallow: /a/ # ours\n')
 * insertBefore(tree, tree.lines[1], 'Allow: /a/b')
 */
export function insertBefore(tree: Tree, line: Line, text: string): Tree {
  const caller = 'insertBefore'
  const lines = checkedLines(caller, text)
  return spliced(caller, tree, line, (body, { start }) => [
    start,
    start,
    linesAt(tree, body, start, lines),
  ])
}

/**
 * Inserts one or more lines behind a line.
 *
 * @param tree What `parse` gave.
 * @param line One of its `lines`.
 * @param text Lines, without the end of the last one.
 * @throws TypeError for a line of another tree, and for what is no text.
 * @example
 * const tree = parse('User-agent: *\nDisallow: /a/ # ours\n')
 * insertAfter(tree, tree.lines[1], 'Disallow: /b/')
 */
export function insertAfter(tree: Tree, line: Line, text: string): Tree {
  const caller = 'insertAfter'
  const lines = checkedLines(caller, text)
  return spliced(caller, tree, line, (body, { end, next }) => {
    if (end < next) return [next, next, linesAt(tree, body, next, lines)]
    const lineEnd = lineEndOf(tree)
    return [next, next, lines.map((each) => lineEnd + each).join('')]
  })
}

/**
 * Removes a line.
 *
 * @param tree What `parse` gave.
 * @param line One of its `lines`.
 * @throws TypeError for a line of another tree.
 * @example
 * const tree = parse('User-agent: *\nDisallow: /a/ # ours\n')
 * remove(tree, tree.lines[1])
 */
export function remove(tree: Tree, line: Line): Tree {
  return spliced('remove', tree, line, (_, { start, next }) => [start, next, ''])
}

/**
 * Adds a conventional group at the end.
 *
 * @param tree What `parse` gave.
 * @param group Its crawlers and rules; without rules it permits everything.
 * @throws TypeError for a value that no line can have, for a path that never matches, and for a
 * group of nobody.
 * @example addGroup(tree, { userAgent: 'GPTBot', disallow: ['/'] })
 */
export function addGroup(tree: Tree, group: NewGroup): Tree {
  checkTree('addGroup', tree)
  checkArgument(isRecord(group), 'addGroup', 'group', '`{ userAgent, allow, disallow }`')
  checkArgument('userAgent' in group, 'addGroup', 'userAgent', 'the names of crawlers')
  return appended(withRule(tree), groupLines('addGroup', group))
}

/** Adds a rule to a final group without one: its names would join the new group (R4). */
function withRule(tree: Tree): Tree {
  const latest = tree.blocks.findLast((block) => block.kind === 'group')
  if (latest === undefined || latest.fields.some(({ line }) => line.field?.owner === 'rule'))
    return tree
  // Directly after its names, because a record may have begun since.
  return insertAfter(tree, latest.names.at(-1)!, 'Disallow:')
}

/**
 * Adds an ACAP record at the end.
 *
 * @param tree What `parse` gave.
 * @param record Its crawlers, and its fields without `ACAP-`.
 * @throws TypeError for a value that no line can have, and without crawlers or fields.
 * @example addRecord(tree, { crawler: 'GPTBot', fields: ['disallow-crawl: /r/'] })
 */
export function addRecord(tree: Tree, record: NewRecord): Tree {
  checkTree('addRecord', tree)
  checkArgument(isRecord(record), 'addRecord', 'record', '`{ crawler, fields }`')
  checkMembers('addRecord', record, ['crawler', 'fields'])
  const { crawler, fields } = record
  checkArgument(
    Array.isArray(fields),
    'addRecord',
    'fields',
    'a list such as `disallow-crawl: /r/`',
  )
  const value = (each: string) => plainValue('addRecord', each)
  const names = [crawler].flat()
  if (names.length === 0 || fields.length === 0 || names.some((each) => value(each) === ''))
    throw new TypeError('addRecord: a record needs `crawler` and `fields`')
  const latest = tree.blocks.findLast((block) => block.kind === 'record')
  const isOpen = latest !== undefined && latest.fields.length + latest.subRecords.length === 0
  if (isOpen) throw new TypeError('addRecord: the last record of the file has no fields yet')
  return appended(tree, [
    ...names.map((each) => `ACAP-crawler: ${value(each)}`),
    ...fields.map((each) => `ACAP-${value(each).replace(/^ACAP-/i, '')}`),
  ])
}

/**
 * Gives a crawler another name wherever a group or record has it; letter case does not count.
 * Where none has it, the answer is the tree as it was.
 *
 * @param tree What `parse` gave.
 * @param from The name as it is.
 * @param to The name that it gets.
 * @throws TypeError for a name that no line can have, and for a new one that is empty.
 * @example renameCrawler(tree, 'OldBot', 'NewBot')
 */
export function renameCrawler(tree: Tree, from: string, to: string): Tree {
  checkTree('renameCrawler', tree)
  const old = foldCase(plainValue('renameCrawler', from))
  const name = plainValue('renameCrawler', to)
  checkArgument(/\S/.test(name), 'renameCrawler', 'to', 'a name that is not empty')
  const numbers = tree.lines
    .filter((line) => line.field?.owner === 'group-name' || line.field?.owner === 'record-name')
    .filter((line) => foldCase(fieldValue(tree, line)) === old)
    .map(({ number }) => number)
  return numbers.reduce((edited, number) => setValue(edited, edited.lines[number - 1]!, name), tree)
}

function appended(tree: Tree, lines: readonly string[]): Tree {
  const { file } = tree.source
  const last = tree.lines.at(-1)
  const text = lines.join('\n')
  if (last === undefined) return parse(`${tree.source.bom ? '\ufeff' : ''}${text}\n`, file)
  const isBlank = last.kind === 'blank' && last.comment < 0
  const ended = last.end < last.next || isBlank ? tree : insertAfter(tree, last, '')
  return insertAfter(ended, ended.lines.at(-1)!, isBlank ? text : `\n${text}`)
}

function checkedLines(caller: string, text: string): readonly string[] {
  checkArgument(typeof text === 'string', caller, 'text', 'a string')
  return text.split(/\r\n|\r|\n/)
}

function plainValue(caller: string, value: string): string {
  if (typeof value !== 'string') throw new TypeError(`${caller}: a value must be a string`)
  if (/[\r\n]/.test(value)) throw new TypeError(`${caller}: a value must not have a line end`)
  if (value.includes('#')) throw new TypeError(`${caller}: \`#\` begins a comment: write \`%23\``)
  return trimBlanks(value)
}
