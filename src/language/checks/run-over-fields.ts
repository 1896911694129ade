/**
 * User-agent lines that form one group although fields are between them, because no rule ended it
 * (R4).
 */
import type { GroupNode } from '../text/group-runs.ts'
import { fieldValue, nameSpan, type Tree } from '../text/tree.ts'
import type { Check } from './context.ts'

export const runOverFields: Check = ({ trees }, report) => {
  for (const tree of trees) {
    for (const block of tree.blocks) {
      if (block.kind !== 'group') continue
      const between = block.fields.find(({ namesSeen }) => namesSeen < block.names.length)
      const next = between === undefined ? undefined : block.names[between.namesSeen]
      if (between === undefined || next === undefined) continue
      const [first] = block.names
      const place = [first!.number, between.line.field!.name] as const
      const names = [fieldValue(tree, first!), fieldValue(tree, next)] as const
      report(nameSpan(tree, next), 'run-over-fields', [...place, ...names, closesAll(tree, block)])
    }
  }
}

/** Whether the group closes everything to its crawlers. */
function closesAll(tree: Tree, { fields }: GroupNode): boolean {
  const rules = fields.filter(({ line }) => line.field?.owner === 'rule')
  const isAll = (text: string) => text === '/' || text === '/*' || text === '*'
  return (
    rules.some(({ line }) => isAll(fieldValue(tree, line))) &&
    rules.every(({ line }) => line.field!.name === 'Disallow')
  )
}
