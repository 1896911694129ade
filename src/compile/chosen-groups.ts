/**
 * A tree and a crawler's token → the groups that the crawler is subject to, and their fields (C1), as lines. Rules are not
 * read here.
 */
import { matchesUserAgent, productToken } from '../grammar/name-token.ts'
import type { Line } from '../language/lines.ts'
import type { GroupNode } from '../language/owners.ts'
import { fieldValue, type Tree } from '../language/tree.ts'

/** A group and the tokens of its names, in their order. */
export interface TokenGroup {
  readonly node: GroupNode
  readonly tokens: readonly string[]
}

/** The groups of a file. */
export function tokenGroups(tree: Tree): readonly TokenGroup[] {
  return tree.blocks
    .filter((block) => block.kind === 'group')
    .map((node) => ({ node, tokens: node.names.flatMap((line) => productToken(fieldValue(tree, line)) ?? []) }))
}

/** The groups of the longest token that a crawler goes by, else those for any. */
export function chosenGroups(groups: readonly TokenGroup[], crawler: string): readonly TokenGroup[] {
  const matching = groups.flatMap(({ tokens }) => tokens).filter((token) => matchesUserAgent(token, crawler))
  const chosen = matching.sort((a, b) => b.length - a.length)[0] ?? '*'
  return groups.filter(({ tokens }) => tokens.includes(chosen))
}

/** The fields of these groups that bind to a crawler (R4). */
export function boundFields(groups: readonly TokenGroup[], crawler: string): readonly Line[] {
  const isBound = (token: string) => token === '*' || matchesUserAgent(token, crawler)
  return groups.flatMap(({ node, tokens }) =>
    node.fields.filter(({ namesSeen }) => tokens.slice(0, namesSeen).some(isBound)).map(({ line }) => line),
  )
}
