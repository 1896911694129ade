/** The name and value of a line, for callers of the library, with checked arguments. */

import type { Line } from './lines.ts'
import type { Tree } from './tree.ts'
import { checkLine, fieldName, fieldText, fieldValue } from './tree.ts'

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
