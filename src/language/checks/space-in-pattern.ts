/** White space inside a conventional pattern or a requested path: it is one pattern, not two. */
import { joinedField } from '../text/joined-field.ts'
import { type Check, linesWith } from './context.ts'

export const spaceInPattern: Check = (context, report) => {
  for (const { value, at } of linesWith(context, 'pattern', 'take-down', 're-crawl')) {
    if (/[ \t]/.test(value) && joinedField(value, false) === null)
      report(at, 'space-in-pattern', [value])
  }
}
