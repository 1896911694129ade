/**
 * A field that never decides, such as `/a/` beside a narrower `/a/*` with the opposite effect (L3).
 */
import { compareKeys, coversAlike, stemOf } from '../../words/pattern-relations.ts'
import { type Check, spanOfField, spanOfResource } from './context.ts'
import { distinctLevels, groupBy, type LevelEntry } from './levels.ts'

export const shadowedField: Check = (context, report) => {
  const reported = new Set<string>()
  for (const { entries, usage } of distinctLevels(context.levels)) {
    for (const alike of groupBy(entries, ({ key }) => stemOf(key))) {
      const shadows = shadowsAmong(alike)
      for (const entry of alike) {
        const { field, pattern } = entry
        const shadow = shadows.get(idOf(entry))
        const id = `${field.origin.source}:${field.origin.line}:${usage}`
        if (shadow === undefined || reported.has(id)) continue
        reported.add(id)
        const by = spanOfField(context, shadow.field.origin)
        const at = spanOfResource(context, field.origin)
        const related = [{ ...by, message: 'the narrower field' }]
        report(at, 'shadowed-field', [pattern, shadow.pattern, by.line], related)
      }
    }
  }
}

/** For each effect and pattern of one stem: the entry that keeps it from deciding. */
function shadowsAmong(alike: readonly LevelEntry[]): Map<string, LevelEntry> {
  const distinct = new Map(alike.map((entry) => [idOf(entry), entry]))
  const found = new Map<string, LevelEntry>()
  for (const [id, entry] of distinct.size > 1 ? distinct : []) {
    for (const other of distinct.values()) {
      if (entry.effect === other.effect || compareKeys(other.key, entry.key) !== 'narrower')
        continue
      if (coversAlike(other.key, entry.key)) found.set(id, other)
    }
  }
  return found
}

function idOf({ effect, key }: LevelEntry): string {
  return `${effect} ${key}`
}
