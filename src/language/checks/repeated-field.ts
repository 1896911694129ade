/** A field that repeats another of its level: the same effect, usage, pattern and qualifiers. */
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
        // A set may hold what another field says; only a field that is wholly another's is needless.
        if (field.patterns.length > 1 || line === first!.field.origin.line || reported.has(id))
          continue
        reported.add(id)
        report(spanOfField(context, field.origin), 'repeated-field', [first!.field.origin.line])
      }
    }
  }
}
