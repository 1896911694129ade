/** Two fields on one line (`User-agent: AhrefsBot Disallow: /`), of which the second is lost. */
import { joinedField } from '../text/joined-field.ts'
import { type Check, linesWith } from './context.ts'

export const joinedFields: Check = (context, report) => {
  for (const kind of ['crawler', 'token', 'pattern', 'uri'] as const) {
    for (const { value, at } of linesWith(context, kind)) {
      const second = joinedField(value, kind === 'crawler' || kind === 'token')
      if (second !== null) report(at, 'joined-lines', [second])
    }
  }
}
