/** Finds the groups that apply to a crawler's name (C1), as lines, without their rules. */
import { matchesUserAgent, productToken } from '../../words/name-token.ts'
import { foldCase } from '../../words/path-form.ts'
import type { GroupNode } from '../text/group-runs.ts'
import type { Line } from '../text/lines.ts'
import { fieldValue, type Tree } from '../text/tree.ts'

/** A group and the tokens of its names in order; null for a name that identifies no crawler. */
export interface TokenGroup {
  readonly node: GroupNode
  readonly names: readonly (string | null)[]
  readonly tokens: readonly string[]
}

export function tokenGroups(tree: Tree): readonly TokenGroup[] {
  return tree.blocks
    .filter((block) => block.kind === 'group')
    .map((node) => {
      const names = node.names.map((line) => productToken(fieldValue(tree, line)))
      return { node, names, tokens: [...new Set(names.filter((name) => name !== null))] }
    })
}

/**
 * The tokens of a crawler's groups: the longest that match its name (I2), else `*`; without groups
 * that X1 ignores.
 */
export function chosenTokens(
  groups: readonly TokenGroup[],
  crawler: string,
  exists: (token: string) => boolean = () => true,
): readonly string[] {
  const all = new Set(groups.flatMap(({ tokens }) => tokens))
  const matching = [...all].filter((token) => matchesUserAgent(token, crawler) && exists(token))
  if (matching.length === 0) return all.has('*') && exists('*') ? ['*'] : []
  const longest = Math.max(...matching.map(({ length }) => length))
  return matching.filter(({ length }) => length === longest)
}

export function fileFields({ lines, blocks }: Tree): readonly Line[] {
  const firstGroup = blocks.find(({ kind }) => kind === 'group')?.names[0]?.number ?? Infinity
  return lines.filter(({ field, number }) => {
    if (field?.dialect !== 'conventional') return false
    return field.owner === 'file' || (field.owner === 'file-or-group' && number < firstGroup)
  })
}

export function boundFields(
  groups: readonly TokenGroup[],
  tokens: readonly string[],
): readonly Line[] {
  return groups.flatMap(({ node, names }) => {
    const first = names.findIndex((name) => name !== null && tokens.includes(name))
    return first < 0
      ? []
      : node.fields.filter(({ namesSeen }) => first < namesSeen).map(({ line }) => line)
  })
}

/**
 * How a lower-case name is written in the files: whole, or as the product token at its start (C1).
 */
export function writtenNames(trees: Iterable<Tree>): (name: string) => string {
  const names = [...trees].flatMap((tree) =>
    tree.blocks.flatMap((block) => block.names.map((line) => fieldValue(tree, line))),
  )
  const tokens = names.map((name) => name.slice(0, productToken(name)?.length ?? 0))
  const written = new Map([...names, ...tokens].reverse().map((name) => [foldCase(name), name]))
  return (name) => written.get(name) ?? name
}
