/** Two fields on one line (`User-agent: AhrefsBot Disallow: /`), of which the second is lost. */
import { isNameLine, joinedField } from '../text/joined-field.ts'
import { eachLine } from './context.ts'

export const joinedFields = eachLine(
  ['crawler', 'token', 'pattern', 'uri'],
  'joined-lines',
  ({ line, value }) => {
    const second = joinedField(value, isNameLine(line))
    return second === null ? null : [second]
  },
)
