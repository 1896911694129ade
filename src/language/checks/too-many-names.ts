/** E6: a page with terms for so many names that its tags are heavy; overlapping patterns stand for a page. */
import { cached } from '../../base/cached.ts'
import { orderKey, overlap } from '../../words/pattern-relations.ts'
import type { Span } from '../text/source.ts'
import { type Check, type Context, spanOfResource } from './context.ts'
import type { FieldLevel } from './levels.ts'

/** A name has up to eight tags or so: with twenty, a page is ten KB longer. */
const MOST_NAMES = 20
/** Beyond so many comparisons a policy is too long to look at every pair of patterns. */
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

/** The length of all keys of the sayings, which are many more than the text where names share entries. */
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
