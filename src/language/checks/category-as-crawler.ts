/**
 * A category where a crawler's name belongs: `User-agent: training`. Routes' fields are checked where they are read.
 */
import { foldCase } from '../../grammar/path-form.ts'
import { isCategory } from '../../vocabulary/decision-words.ts'
import { finding } from '../findings/diagnostic.ts'
import { fieldValue, valueSpan } from '../text/tree.ts'
import { type Check, linesWith } from './context.ts'

export const categoryAsCrawler: Check = function* (context) {
  for (const { tree, line } of linesWith(context, 'crawler', 'token')) {
    const name = foldCase(fieldValue(tree, line))
    if (isCategory(name)) yield finding(valueSpan(tree, line), 'category-as-crawler', [name])
  }
}
