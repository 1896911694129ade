/** A field that repeats another at its level: same effect, usage, pattern and qualifiers. */
import { type Check, spanOfField } from './context.ts'
import { distinctLevels, groupBy } from './levels.ts'

export const repeatedField: Check = (context, report) => {
  const reported = new Set<string>()
  for (const { entries } of distinctLevels(context.levels)) {
    const same = groupBy(entries, ({ key, field }) =>
      JSON.stringify([key, field.effect, field.qualifiers]),
    )
    for (const [first, ...others] of same) {
      for (const { field } of others) {
        const { source, line } = field.origin
        const id = `${source}:${line}`
        // Reported only if all of the field is repeated, not some patterns of its set.
        if (field.patterns.length > 1 || line === first!.field.origin.line || reported.has(id))
          continue
        reported.add(id)
        report(spanOfField(context, field.origin), 'repeated-field', [first!.field.origin.line])
      }
    }
  }
}
