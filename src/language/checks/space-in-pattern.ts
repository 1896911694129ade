/**
 * A conventional pattern, or the path of a request, with white space inside: it is one pattern, not two.
 */
import { fieldValue, valueSpan } from '../text/tree.ts'
import { type Check, linesWith } from './context.ts'

export const spaceInPattern: Check = (context, report) => {
  for (const { tree, line } of linesWith(context, 'pattern', 'take-down', 're-crawl')) {
    const value = fieldValue(tree, line)
    if (/[ \t]/.test(value)) report(valueSpan(tree, line), 'space-in-pattern', [value])
  }
}
