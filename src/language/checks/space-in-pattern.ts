/** White space inside a conventional pattern or a requested path: it is one pattern, not two. */
import { joinedField } from '../text/joined-field.ts'
import { eachLine } from './context.ts'

export const spaceInPattern = eachLine(
  ['pattern', 'take-down', 're-crawl'],
  'space-in-pattern',
  ({ value }) => (/[ \t]/.test(value) && joinedField(value, false) === null ? [value] : null),
)
