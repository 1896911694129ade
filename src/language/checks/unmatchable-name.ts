/**
 * I1: a crawler name that stands in no User-Agent header.
 */
import { finding } from '../findings/diagnostic.ts'
import { fieldValue, valueSpan } from '../text/tree.ts'
import { type Check, linesWith } from './context.ts'

export const unmatchableName: Check = function* (context) {
  for (const { tree, line } of linesWith(context, 'crawler')) {
    const name = fieldValue(tree, line)
    if (name === '*' || name === '') continue
    if (name.includes('*')) yield finding(valueSpan(tree, line), 'unmatchable-name', [name, 'wildcard'])
    else if (/[^ -~]/.test(name)) yield finding(valueSpan(tree, line), 'unmatchable-name', [name, 'letters'])
  }
}
