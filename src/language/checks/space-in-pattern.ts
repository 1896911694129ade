/**
 * A conventional pattern, or the path of a request, with white space inside: it is one pattern, not two.
 */
import { finding } from '../findings/diagnostic.ts'
import { fieldValue, valueSpan } from '../text/tree.ts'
import { type Check, linesWith } from './context.ts'

export const spaceInPattern: Check = function* (context) {
  for (const { tree, line } of linesWith(context, 'pattern', 'take-down', 're-crawl')) {
    const value = fieldValue(tree, line)
    if (/[ \t]/.test(value)) yield finding(valueSpan(tree, line), 'space-in-pattern', [value])
  }
}
