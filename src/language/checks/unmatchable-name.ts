/**
 * I1: a crawler name that stands in no User-Agent header.
 */
import { fieldValue, valueSpan } from '../text/tree.ts'
import { type Check, linesWith } from './context.ts'

export const unmatchableName: Check = (context, report) => {
  for (const { tree, line } of linesWith(context, 'crawler')) {
    const name = fieldValue(tree, line)
    if (name === '*' || name === '') continue
    if (name.includes('*')) report(valueSpan(tree, line), 'unmatchable-name', [name, 'wildcard'])
    else if (/[^ -~]/.test(name)) report(valueSpan(tree, line), 'unmatchable-name', [name, 'letters'])
  }
}
