/**
 * L1: a permission for a named crawler that also opens what a field for more crawlers prohibits inside it. A field for a
 * longer name beats every field for a shorter one or for `*`, however narrow.
 */
import { finding, type Related } from '../diagnostic.ts'
import { covers } from '../pattern-relations.ts'
import { type Check, type Context, fieldSpan, placeOf, resourceSpan } from './check.ts'
import { type Entry, type Level, levelsOf } from './levels.ts'

/** Beyond so many pairs of a permission and a prohibition the policy is too long to look at them all. */
const MOST_PAIRS = 20_000
/** So many of the prohibitions are pointed at. */
const MOST_RELATED = 3

export const widerPermission: Check = function* (context) {
  const levels = levelsOf(context.policy).filter(({ purposes }) => purposes.length === 0)
  for (const level of levels) {
    const below = levels.filter((other) => isBelow(other, level)).flatMap(({ entries }) => entries)
    const prohibitions = below.filter(({ effect }) => effect === 'disallow')
    const own = level.entries.filter(({ effect }) => effect === 'disallow')
    if (prohibitions.length * level.entries.length > MOST_PAIRS) continue
    for (const entry of level.entries) {
      const isOpened = (other: Entry) => opens(entry, other) && !own.some((each) => covers(each.key, other.key))
      const opened = prohibitions.filter(isOpened)
      if (opened[0] === undefined) continue
      const at = resourceSpan(placeOf(context, entry.field.origin))
      const words = [level.name, entry.pattern, opened[0].pattern] as const
      yield finding(at, 'wider-permission', [...words], relatedTo(context, opened))
    }
  }
}

/** Whether a level is for more crawlers than another, about the same usage (I2). */
function isBelow(other: Level, level: Level): boolean {
  if (other.usage !== level.usage || other.name === level.name || level.name === '*') return false
  return other.name === '*' || level.name.includes(other.name)
}

/** Whether a permission covers a prohibition and more. */
function opens(entry: Entry, prohibition: Entry): boolean {
  if (entry.effect === 'disallow' || entry.key === prohibition.key) return false
  return covers(entry.key, prohibition.key) && !covers(prohibition.key, entry.key)
}

function relatedTo(context: Context, opened: readonly Entry[]): Related[] {
  return opened.slice(0, MOST_RELATED).map(({ field }) => ({
    ...fieldSpan(placeOf(context, field.origin)),
    message: 'a prohibition for more crawlers',
  }))
}
