/**
 * A tree → the names of crawlers as its author wrote them. Everywhere else names are in lower case.
 */
import { foldCase } from '../../grammar/path-form.ts'
import { fieldValue, type Tree } from '../text/tree.ts'

/** The names that stand in a file, as their author wrote them. */
export function namesIn(tree: Tree): (name: string) => string {
  const lines = tree.blocks.flatMap(({ names }) => names.map((line) => fieldValue(tree, line)))
  const written = new Map(lines.map((name) => [foldCase(name), name]))
  return (name) => written.get(name) ?? name
}
