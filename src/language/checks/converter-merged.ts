/**
 * A crawler that an empty `Disallow` lets in but an ACAP record prohibits: an error of the
 * converter of 2007.
 */
import { productToken } from '../../words/name-token.ts'
import type { Line } from '../text/lines.ts'
import { fieldValue, nameSpan, type Tree, valueSpan } from '../text/tree.ts'
import type { Check } from './context.ts'

export const converterMerged: Check = ({ trees }, report) => {
  for (const tree of trees) {
    const welcome = welcomeTokens(tree)
    for (const block of tree.blocks) {
      if (block.kind !== 'record') continue
      const prohibition = block.fields.find(({ field }) => field?.value === 'prohibition')
      if (prohibition === undefined) continue
      // The prohibitions were written for the last name.
      for (const line of block.names.slice(0, -1)) {
        const name = fieldValue(tree, line)
        const empty = welcome.get(productToken(name) ?? '')
        if (empty === undefined) continue
        const related = [{ ...nameSpan(tree, empty), message: 'the empty rule that lets it in' }]
        report(valueSpan(tree, line), 'converter-merged', [name, prohibition.number], related)
      }
    }
  }
}

function welcomeTokens(tree: Tree): Map<string, Line> {
  const found = new Map<string, Line>()
  for (const block of tree.blocks) {
    if (block.kind !== 'group') continue
    const rules = block.fields
      .map(({ line }) => line)
      .filter((line) => line.field?.owner === 'rule')
    const [first] = rules
    if (first === undefined || rules.some((line) => fieldValue(tree, line) !== '')) continue
    for (const name of block.names) found.set(productToken(fieldValue(tree, name)) ?? '', first)
  }
  return found
}
