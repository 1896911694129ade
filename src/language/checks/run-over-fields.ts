/** R4: User-agent lines that belong to one group although fields stand between them, as no rule closed it. */
import { nameSpan } from '../text/tree.ts'
import type { Check } from './context.ts'

export const runOverFields: Check = ({ trees }, report) => {
  for (const tree of trees) {
    for (const block of tree.blocks) {
      if (block.kind !== 'group') continue
      const between = block.fields.find(({ namesSeen }) => namesSeen < block.names.length)
      const next = between === undefined ? undefined : block.names[between.namesSeen]
      if (between === undefined || next === undefined) continue
      const { number } = block.names[0]!
      report(nameSpan(tree, next), 'run-over-fields', [number, between.line.field!.name])
    }
  }
}
