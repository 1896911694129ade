/**
 * Finds the patterns at which two compiled sites can differ for a crawler. Elsewhere they agree.
 */

import { routeNames } from '../../decide/chains.ts'
import { patternsOf } from '../../program/compile/trie-builder.ts'
import {
  NO_PATTERN,
  type PatternOrder,
  RULE_CATEGORY,
  type SiteProgram,
  TAKE_DOWN_SLOT,
} from '../../program/program.ts'
import type { Side, Sides } from './compared-crawlers.ts'
import { CRAWL, fallsBack, rulesFor } from './paths/side-patterns.ts'
import { settingsOf } from './settings-changes.ts'

/** Patterns in matching form where two sites can differ for a crawler; null: anywhere. */
export interface Where {
  readonly crawl: ReadonlySet<string> | null
  /** For usages other than crawl, unless they only follow it (L6). */
  readonly uses: ReadonlySet<string> | null
}

export const ANYWHERE: Where = { crawl: null, uses: null }

interface StatedRule {
  readonly pattern: string
  /** Whether the pattern is a glob (X1), which no trie holds. */
  readonly isGlob: boolean
  readonly slot: number
  readonly rank: number
}

/**
 * Returns a function that finds the patterns for a crawler. Comments (X4) are ignored: they do not
 * depend on the path.
 */
export function differingPatterns(
  oldSite: SiteProgram,
  newSite: SiteProgram,
): (sides: Sides) => Where {
  const isSameSite = isEqual(oldSite.config, newSite.config)
  const routed = new Set([...routeNames(oldSite), ...routeNames(newSite)])
  const routes = routePatterns(oldSite, newSite)
  return (sides) => {
    const [old, now] = sides.map((side) => relevant(side, routed)) as [Side, Side]
    if (!isSameSite || frameOf(old) !== frameOf(now)) return ANYWHERE
    const [was, is] = [statedRules(old), statedRules(now)]
    const common: RankPair[] = []
    const differing = [...is].filter(([key]) => !was.has(key)).map(([, rule]) => rule)
    for (const [key, rule] of was) {
      const other = is.get(key)
      if (other === undefined) differing.push(rule)
      else if (rule.rank !== NO_PATTERN) common.push([rule.rank, other.rank])
    }
    if (
      differing.some(({ isGlob }) => isGlob) ||
      !isSameOrder(old.site.order, now.site.order, common)
    )
      return ANYWHERE
    const patternsAbout = (isWanted: (slot: number) => boolean) =>
      differing.filter(({ slot }) => isWanted(slot)).map(({ pattern }) => pattern)
    const crawl = [
      ...routes.crawl,
      ...patternsAbout((slot) => slot === CRAWL || slot === TAKE_DOWN_SLOT),
    ]
    const uses = [...routes.uses, ...patternsAbout((slot) => slot !== CRAWL)]
    // F1: a crawler that falls back may apply a rule to any usage.
    const all = new Set([...crawl, ...uses])
    return fallsBack(old) || fallsBack(now)
      ? { crawl: all, uses: all }
      : { crawl: new Set(crawl), uses: new Set(uses) }
  }
}

/** Removes names that no route mentions, and levels without rules. */
function relevant(side: Side, routed: ReadonlySet<string>): Side {
  const leads = side.leads.map((lead) => {
    const levels = lead.levels.map((level) => {
      return {
        ...level,
        names: level.names.filter((each) => each === 'robots' || routed.has(each)),
      }
    })
    return {
      ...lead,
      levels: levels.filter(({ names, classes }) => names.length + classes.length > 0),
    }
  })
  return { ...side, leads }
}

function routePatterns(old: SiteProgram, now: SiteProgram): Record<keyof Where, readonly string[]> {
  const [was, is] = [routesOf(old), routesOf(now)]
  if (isEqual(was, is)) return { crawl: [], uses: [] }
  // A route without fields takes its paths from a broader one: that counts only if the broader one
  // is on both sides.
  const isOnOneSide = was.length === 0 || is.length === 0
  const patternsAbout = (isCrawl: boolean) =>
    [...was, ...is]
      .filter(
        ({ fields }) => !isOnOneSide || fields.some(({ usage }) => (usage === 'crawl') === isCrawl),
      )
      .map(({ pattern }) => pattern)
  return { crawl: patternsAbout(true), uses: patternsAbout(false) }
}

function routesOf({ trie, routeRoot, routes }: SiteProgram) {
  const byRule = new Map(routes.map((route) => [route.rule, route.fields]))
  return patternsOf(trie, routeRoot).flatMap(({ pattern, entries }) =>
    entries.map((rule) => ({ pattern, fields: byRule.get(rule)! })),
  )
}

/**
 * Everything about a crawler that applies on every path. If it differs, the sites can differ
 * anywhere.
 */
function frameOf({ site, agent, leads, isReader }: Side): string {
  const chains = leads.map((lead) => {
    const { levels, groups } = lead
    const { visits, rates, directives } = settingsOf({ site, leads: [lead] })
    const allowsOnly =
      groups.some((each) => each.allowsOnly) && !groups.some(({ disallows }) => disallows)
    const pace = rates.map(({ seconds, window }) => [seconds, window])
    return [levels.map(({ names }) => names), allowsOnly, visits, pace, directives]
  })
  return JSON.stringify([isReader, agent.profile, chains])
}

/** All rules for a crawler. Rules with equal keys decide alike where they match. */
function statedRules(side: Side): ReadonlyMap<string, StatedRule> {
  const found = new Map<string, StatedRule>()
  const { flags, usage, pattern: ranks, length, restrictions } = side.site.rules
  for (const { place, slot, kind, pattern, rules } of rulesFor(side)) {
    for (const rule of rules) {
      const rank = ranks[rule]!
      const { items } = side.site.restrictions[restrictions[rule]!]!
      const says = [
        kind,
        flags[rule]! & ~RULE_CATEGORY,
        usage[rule],
        length[rule],
        rank === NO_PATTERN,
        items,
      ]
      const key = `${place} ${pattern} ${JSON.stringify(says)}`
      found.set(key, { pattern, isGlob: kind === 'glob', slot, rank })
    }
  }
  return found
}

const PLACES: ReadonlySet<string> = new Set(['origin', 'repGroups'])

type Fields = Readonly<Record<string, unknown>>

/** Whether two values are equal, such as policies, without the places of fields in them. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (a instanceof Map) return b instanceof Map && isEqual([...a], [...b])
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [ours, theirs] = [a, b] as readonly [Fields, Fields]
  const keys = Object.keys(ours)
  if (keys.length !== Object.keys(theirs).length) return false
  return keys.every(
    (key) => Object.hasOwn(theirs, key) && (PLACES.has(key) || isEqual(ours[key], theirs[key])),
  )
}

/** The numbers of one pattern in two orders of patterns (L3). */
export type RankPair = readonly [a: number, b: number]

/** Whether of any two common patterns the same one is narrower in both orders. */
export function isSameOrder(a: PatternOrder, b: PatternOrder, pairs: readonly RankPair[]): boolean {
  const sorted = [...pairs].sort(([x, i], [y, j]) => x - y || i - j)
  const distinct = sorted.filter(
    ([x, y], at) => at === 0 || sorted[at - 1]![0] !== x || sorted[at - 1]![1] !== y,
  )
  const isRising = distinct.every(
    ([x, y], at) => at === 0 || (distinct[at - 1]![0] < x && distinct[at - 1]![1] < y),
  )
  if (!isRising) return false
  const [ours, theirs] = [distinct.map(([rank]) => rank), distinct.map(([, rank]) => rank)]
  return narrowerAmong(a, ours) === narrowerAmong(b, theirs)
}

/** Which of these patterns are narrower than each of them, by their places in the list. */
function narrowerAmong({ rangeStart, ranges }: PatternOrder, ranks: readonly number[]): string {
  // For every number how many of the rising `ranks` are below it.
  const before = new Uint32Array(rangeStart.length + 1)
  for (const rank of ranks) before[rank + 1] = 1
  for (let i = 1; i < before.length; i++) before[i]! += before[i - 1]!
  const places = ranks.map((rank) => {
    const own: number[] = []
    for (let i = 2 * rangeStart[rank]!; i < 2 * rangeStart[rank + 1]!; i += 2) {
      const [from, to] = [before[ranges[i]!]!, before[ranges[i + 1]!]!]
      if (from !== to) own.push(from, to)
    }
    return own.join()
  })
  return places.join(';')
}
