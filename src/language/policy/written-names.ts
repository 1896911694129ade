/**
 * Trees → the names of crawlers as their author wrote them. Everywhere else names are in lower case.
 */
import { productToken } from '../../grammar/name-token.ts'
import { foldCase } from '../../grammar/path-form.ts'
import { fieldValue, type Tree } from '../text/tree.ts'

/**
 * The spelling of a name that is given in lower case: a whole name of these files, or else the product token that one of
 * them begins with (C1). Of several spellings the first counts.
 */
export function writtenNames(trees: Iterable<Tree>): (name: string) => string {
  const names = [...trees].flatMap((tree) =>
    tree.blocks.flatMap((block) => block.names.map((line) => fieldValue(tree, line))),
  )
  const tokens = names.map((name) => name.slice(0, productToken(name)?.length ?? 0))
  const written = new Map([...names, ...tokens].reverse().map((name) => [foldCase(name), name]))
  return (name) => written.get(name) ?? name
}
