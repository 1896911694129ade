/**
 * Shortens a list of changes: crawlers with the same change are merged, whichever rules cause it.
 */

import { checkArgument, isRecord } from '../../base/check-argument.ts'
import type { DecidingField } from '../../decide/decision.ts'
import { USAGES } from '../../words/usages.ts'
import { joinAlike } from './settings-changes.ts'
import { type Change, type ComparedAnswer, EFFECTS } from './site-changes.ts'

/** Changes of one effect that a reviewer reads as one. */
export interface ChangeGroup extends Omit<Change, 'was' | 'now'> {
  /** The different answers before; one at least. */
  readonly was: readonly ComparedAnswer[]
  readonly now: readonly ComparedAnswer[]
}

/**
 * Groups changes: what opens first, and of one effect the widest first. What another group implies
 * is left out.
 *
 * @param changes Those of `compareSites`.
 * @throws TypeError for what are no changes.
 * @example groupChanges(compareSites(old, now, Date.now()).changes)
 */
export function groupChanges(changes: readonly Change[]): readonly ChangeGroup[] {
  const areChanges = Array.isArray(changes) && changes.every((each) => isRecord(each?.was))
  checkArgument(areChanges, 'groupChanges', 'changes', 'those of a comparison, of `compareSites`')
  const groups = allGroups(changes)
  return groups.filter((group) => !groups.some((other) => implies(other, group))).sort(byWidth)
}

/** Sorts by effect, then `*` before single crawlers, short paths, many crawlers, many usages. */
function byWidth(a: ChangeGroup, b: ChangeGroup): number {
  const isForSome = ({ crawlers }: ChangeGroup) => Number(!crawlers.includes('*'))
  const parts = ({ path }: ChangeGroup) => path.split('/').filter(Boolean).length
  return (
    EFFECTS.indexOf(a.effect) - EFFECTS.indexOf(b.effect) ||
    isForSome(a) - isForSome(b) ||
    parts(a) - parts(b) ||
    b.crawlers.length - a.crawlers.length ||
    b.usages.length - a.usages.length
  )
}

/**
 * Whether a wide group covers a narrow one: same crawlers and usages, and a path below one that a
 * plain rule decides.
 */
function implies(wide: ChangeGroup, narrow: ChangeGroup): boolean {
  if (wide === narrow || wide.effect !== narrow.effect || wide.elsewhere !== narrow.elsewhere)
    return false
  if (wide.effect !== 'opens' && wide.effect !== 'closes') return false
  if (wide.path.length >= narrow.path.length || !narrow.path.startsWith(wide.path)) return false
  const isSame = (a: readonly string[], b: readonly string[]) => a.join() === b.join()
  if (!isSame(wide.crawlers, narrow.crawlers) || !isSame(wide.usages, narrow.usages)) return false
  const answers = wide.effect === 'opens' ? wide.was : wide.now
  const patterns = answers.flatMap(({ fields }) => fields.map(patternOf))
  return (
    patterns.length > 0 &&
    patterns.every((pattern) => pattern !== null && wide.path.startsWith(pattern))
  )
}

/** The pattern of a rule that consists of letters alone; null for any other field. */
function patternOf({ text }: DecidingField): string | null {
  return /^(?:dis)?allow:[ \t]*(\/[^*$ \t]*)$/i.exec(text)?.[1] ?? null
}

function allGroups(changes: readonly Change[]): readonly ChangeGroup[] {
  const byCrawler = changes.flatMap((change) =>
    change.crawlers.map((name) => ({ ...change, crawlers: [name] })),
  )
  const groups = byCrawler.map(
    (change): ChangeGroup => ({ ...change, was: [change.was], now: [change.now] }),
  )
  const keyOfOne = ({ crawlers, effect, path, elsewhere, was, now }: ChangeGroup) =>
    JSON.stringify([crawlers, effect, path, elsewhere, reasonFor(effect, was[0]!, now[0]!)])
  const keyOfAll = (group: ChangeGroup) => {
    const { effect, path, elsewhere, usages, was, now } = group
    // What permitted the uses of a page before does not matter.
    const sides = isShut(group) ? [now] : [usages, was, now]
    return JSON.stringify([effect, path, elsewhere, isShut(group), sides], isCompared)
  }
  return joinAlike(joinAlike(groups, keyOfOne, join), keyOfAll, join)
}

/**
 * Whether pages can no longer be crawled, and so not be used (L6). A crawl that is only deferred
 * does not count.
 */
export function isShut({ effect, usages, now }: ChangeGroup): boolean {
  const isProhibited = now.every(({ outcome }) => outcome === 'prohibited')
  return effect === 'closes' && usages.includes('crawl') && isProhibited
}

/**
 * Usages with an equal reason are described together. If they open or close, one outcome is enough;
 * else both answers count.
 */
function reasonFor(effect: Change['effect'], was: ComparedAnswer, now: ComparedAnswer): unknown {
  if (effect === 'closes') return now.outcome
  if (effect === 'opens') return was.outcome
  return [was, now].map(({ outcome, restrictions }) => [outcome, restrictions])
}

/**
 * Leaves out the fields: crawlers with groups of their own are refused by different rules, but
 * alike.
 */
function isCompared(name: string, value: unknown): unknown {
  return name === 'fields' ? undefined : value
}

function join(a: ChangeGroup, b: ChangeGroup): ChangeGroup {
  const usages = new Set([...a.usages, ...b.usages])
  return {
    ...a,
    crawlers: distinct([...a.crawlers, ...b.crawlers]),
    usages: USAGES.filter((usage) => usages.has(usage)),
    was: distinct([...a.was, ...b.was]),
    now: distinct([...a.now, ...b.now]),
  }
}

function distinct<T>(values: readonly T[]): readonly T[] {
  const shown = (value: T) =>
    JSON.stringify(value, (name, each) => (name === 'servedLine' ? undefined : each))
  return joinAlike(values, shown, (_, last) => last)
}
