/**
 * A permission that never decides, because a prohibition at the same level has an equal pattern
 * (L3).
 */
import { type Check, spanOfField, spanOfResource } from './context.ts'
import { distinctLevels, groupBy } from './levels.ts'

export const contradiction: Check = (context, report) => {
  const reported = new Set<string>()
  for (const { entries, usage } of distinctLevels(context.levels)) {
    for (const equal of groupBy(entries, ({ key }) => key)) {
      const prohibition = equal.find(({ effect }) => effect === 'disallow')
      for (const { field, effect, pattern } of equal) {
        const id = `${field.origin.source}:${field.origin.line}:${usage}`
        if (effect === 'disallow' || prohibition === undefined || reported.has(id)) continue
        reported.add(id)
        const other = spanOfField(context, prohibition.field.origin)
        const at = spanOfResource(context, field.origin)
        report(
          at,
          'contradiction',
          [usage, pattern, other.line],
          [{ ...other, message: 'the prohibition' }],
        )
      }
    }
  }
}
