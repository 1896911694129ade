/**
 * The settings of conventional groups, compiled: a site has one list of each kind, and a group has ranges of these lists.
 */
import type { Directives } from '../vocabulary/directive.ts'

/** A window of minutes after midnight UTC, inclusive (X2). */
export interface WindowProgram {
  readonly from: number
  readonly to: number
}

/** Pairs of a first place in a list and the place behind the last: `[0, 2, 5, 6]` holds the places 0, 1 and 5. */
export type Ranges = readonly number[]

/** What of the lists of a site applies to a group. */
export interface SettingRanges {
  readonly visits: Ranges
  readonly rates: Ranges
  readonly comments: Ranges
  readonly directives: Ranges
}

/** X2: the windows of one Visit-time. */
interface VisitProgram {
  readonly rule: number
  readonly windows: readonly WindowProgram[]
}

/** X3: one Request-rate or Crawl-delay, as seconds for one document. */
export interface RateProgram {
  readonly rule: number
  readonly seconds: number
  readonly window: WindowProgram | null
}

/** The settings of all groups of a site, each once. */
export interface SettingLists {
  readonly visits: readonly VisitProgram[]
  readonly rates: readonly RateProgram[]
  readonly comments: readonly string[]
  readonly directives: readonly DirectiveRule[]
}

const NOTHING: readonly never[] = []

/** The members of a list within ranges. */
export function membersIn<T>(list: readonly T[], ranges: Ranges): readonly T[] {
  if (ranges.length === 0) return NOTHING
  if (ranges.length === 2) return list.slice(ranges[0], ranges[1])
  const members: T[] = []
  for (let i = 0; i < ranges.length; i += 2) {
    for (let at = ranges[i]!; at < ranges[i + 1]!; at++) members.push(list[at]!)
  }
  return members
}

/** An App-Directives rule (A2). */
export interface DirectiveRule {
  readonly path: string
  readonly pattern: string
  readonly applications: readonly { readonly token: string; readonly directives: Directives }[]
}
