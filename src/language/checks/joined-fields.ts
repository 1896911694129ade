/** Two fields on one line (`User-agent: AhrefsBot Disallow: /`), of which the second is lost. */
import { joinedField } from '../text/joined-field.ts'
import { eachLine } from './context.ts'

export const joinedFields = eachLine(
  ['crawler', 'token', 'pattern', 'uri'],
  'joined-lines',
  ({ line, value }) => {
    const kind = line.field!.value
    const second = joinedField(value, kind === 'crawler' || kind === 'token')
    return second === null ? null : [second]
  },
)
