/**
 * A permission for a longer name that opens what a field for `*` prohibits inside its pattern (L1).
 */
import { covers } from '../../words/pattern-relations.ts'
import { type Check, spanOfField, spanOfResource } from './context.ts'
import type { FieldLevel, LevelEntry } from './levels.ts'

/** Longer policies are not checked, because permissions are compared with prohibitions. */
const MOST_LEVELS = 500
const MOST_WORK = 4_000_000
const MOST_RELATED = 3

export const widerPermission: Check = (context, report) => {
  const levels = context.levels.filter(({ purposes }) => purposes.length === 0)
  if (levels.length > MOST_LEVELS) return
  for (const level of levels) {
    const below = levels.filter((other) => isBelow(other, level)).flatMap(({ entries }) => entries)
    const prohibitions = below.filter(({ effect }) => effect === 'disallow')
    if (lengthOf(prohibitions) * lengthOf(level.entries) > MOST_WORK) continue
    const own = level.entries.filter(({ effect }) => effect === 'disallow')
    const open = prohibitions.filter((other) => !own.some((each) => covers(each.key, other.key)))
    for (const entry of level.entries) {
      const opened =
        entry.effect === 'disallow' ? [] : open.filter((other) => opens(entry.key, other.key))
      if (opened[0] === undefined) continue
      const at = spanOfResource(context, entry.field.origin)
      const related = opened.slice(0, MOST_RELATED).map(({ field }) => {
        return { ...spanOfField(context, field.origin), message: 'a prohibition for more crawlers' }
      })
      report(at, 'wider-permission', [level.name, entry.pattern, opened[0].pattern], related)
    }
  }
}

function lengthOf(entries: readonly LevelEntry[]): number {
  return entries.reduce((sum, { key }) => sum + key.length, 0)
}

/** Whether a level is for more crawlers than another, for the same usage (I2). */
function isBelow(other: FieldLevel, level: FieldLevel): boolean {
  if (other.usage !== level.usage || other.name === level.name || level.name === '*') return false
  return other.name === '*' || level.name.includes(other.name)
}

function opens(permission: string, prohibition: string): boolean {
  return (
    permission !== prohibition &&
    covers(permission, prohibition) &&
    !covers(prohibition, permission)
  )
}
