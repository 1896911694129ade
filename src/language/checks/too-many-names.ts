/**
 * A page with terms for so many names that its tags are large (E6). Overlapping patterns represent
 * a page.
 */
import { cached } from '../../base/cached.ts'
import { orderKey, overlap } from '../../words/pattern-relations.ts'
import type { Span } from '../text/source.ts'
import { type Check, type Context, spanOfResource } from './context.ts'
import type { FieldLevel } from './levels.ts'

/** A name has about eight tags, so twenty names make a page 10 KB larger. */
const MOST_NAMES = 20
/** Longer policies are not checked, because all pairs of patterns are compared. */
const MOST_WORK = 4_000_000

interface Saying {
  readonly name: string
  readonly key: string
  readonly at: () => Span
}

export const tooManyNames: Check = (context, report) => {
  if (lengthOf(context) ** 2 > MOST_WORK) return
  const sayings = sayingsOf(context)
  if (new Set(sayings.map(({ name }) => name)).size <= MOST_NAMES) return
  for (const { key, at } of sayings) {
    const meeting = sayings.filter((other) => overlap(key, other.key))
    const names = new Set(meeting.map(({ name }) => name))
    if (names.size <= MOST_NAMES) continue
    report(at(), 'too-many-names', [names.size])
    return
  }
}

/** The total length of all keys, which exceeds the text if names share entries. */
function lengthOf(context: Context): number {
  const lengths = new Map<unknown, number>()
  let sum = fromRoutes(context).reduce((all, { key }) => all + key.length, 0)
  for (const { entries } of named(context)) {
    sum += cached(lengths, entries, () => entries.reduce((all, { key }) => all + key.length, 0))
  }
  return sum
}

function named({ levels }: Context): readonly FieldLevel[] {
  return levels.filter(({ name, usage }) => name !== '*' && usage !== 'crawl')
}

function sayingsOf(context: Context): Saying[] {
  const fromRecords = named(context).flatMap(({ name, entries }) =>
    entries.map(({ key, field }) => ({
      name,
      key,
      at: () => spanOfResource(context, field.origin),
    })),
  )
  return [...fromRecords, ...fromRoutes(context)]
}

function fromRoutes({ routes }: Context): Saying[] {
  return routes.flatMap(({ policy, at }) =>
    policy.fields
      .filter(({ name, usage }) => name !== 'robots' && usage !== 'crawl')
      .map(({ name }) => ({ name, key: orderKey(policy.match), at: () => at })),
  )
}
