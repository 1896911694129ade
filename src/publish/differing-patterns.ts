/**
 * A view and a crawler → the patterns by which the two programs can differ for it. Where none of them matches, the same rules
 * match in both programs, and their patterns stand in the same order (L3), so both decide alike.
 */
import { NO_PATTERN, RULE_CATEGORY, type SiteProgram, SLOTS } from '../bundle/program.ts'
import { membersIn } from '../bundle/settings.ts'
import type { Lead, Level } from '../engine/chains.ts'
import { patternsOf } from '../paths/trie-patterns.ts'
import { isEqual } from './equal-policies.ts'
import { isSameOrder, type RankPair } from './same-order.ts'
import type { View } from './views.ts'

/** A crawler's chains of names in both programs. */
interface BothLeads {
  readonly meant: readonly Lead[]
  readonly served: readonly Lead[]
}

/** A rule as it decides, and its pattern. */
interface StatedRule {
  /** Equal for rules that decide alike where they match, on the same level. */
  readonly key: string
  readonly pattern: string
  /** The number of its pattern in the order of L3. */
  readonly rank: number
}

/** Finds the patterns of one view. */
export class DifferingPatterns {
  readonly #view: View
  readonly #isSameSite: boolean
  /** The patterns of routes: what pages say of themselves is compared wherever it counts (E5). */
  readonly #routes: readonly string[]

  constructor(view: View) {
    const sites = [view.meant.site, view.served.site] as const
    this.#view = view
    this.#isSameSite = isEqual(sites[0].config, sites[1].config)
    this.#routes = sites.flatMap(({ trie, routeRoot }) => patternsOf(trie, routeRoot).map(({ pattern }) => pattern))
  }

  /** Whether nothing but single rules can differ for a crawler. Comments are compared elsewhere. */
  isConfined({ meant, served }: BothLeads): boolean {
    return this.#isSameSite && frameOf(this.#view.meant.site, meant) === frameOf(this.#view.served.site, served)
  }

  /** The patterns for a crawler whose differences are confined to rules; null where they cannot be found. */
  of({ meant, served }: BothLeads): ReadonlySet<string> | null {
    const [a, b] = [this.#view.meant.site, this.#view.served.site]
    const ours = statedRules(a, meant)
    const theirs = statedRules(b, served)
    if (ours === null || theirs === null) return null
    const differing = new Set(this.#routes)
    const common: RankPair[] = []
    for (const [key, { pattern, rank }] of ours) {
      const other = theirs.get(key)
      if (other === undefined) differing.add(pattern)
      else if (rank !== NO_PATTERN) common.push([rank, other.rank])
    }
    for (const [key, { pattern }] of theirs) if (!ours.has(key)) differing.add(pattern)
    return isSameOrder(a.order, b.order, common) ? differing : null
  }
}

/** What of chains of names applies on every path, and the names on their levels. */
function frameOf(site: SiteProgram, leads: readonly Lead[]): string {
  const { visits, rates, directives } = site.settings
  return JSON.stringify(
    leads.map(({ name, levels, groups }) => [
      name,
      levels.map(({ names }) => names),
      groups.some(({ allowsOnly }) => allowsOnly) && !groups.some(({ disallows }) => disallows),
      groups.flatMap(({ settings }) => membersIn(visits, settings.visits).map(({ windows }) => windows)),
      groups.flatMap(({ settings }) =>
        membersIn(rates, settings.rates).map(({ seconds, window }) => [seconds, window]),
      ),
      groups.flatMap(({ settings }) => membersIn(directives, settings.directives)),
    ]),
  )
}

/** All rules of chains of names, by their keys; null where some cannot be compared one by one. */
function statedRules(site: SiteProgram, leads: readonly Lead[]): ReadonlyMap<string, StatedRule> | null {
  const found = new Map<string, StatedRule>()
  for (const [i, { levels, groups }] of leads.entries()) {
    if (groups.some(({ globs }) => globs.length > 0)) return null
    const roots = [...levels.flatMap((level, at) => levelRoots(site, level, at)), ...groupRoots(groups)]
    for (const [place, root] of roots)
      for (const rule of rulesAt(site, root, `${i} ${place}`)) found.set(rule.key, rule)
  }
  return found
}

type PlacedRoot = readonly [place: string, root: number]

/** The tries of a level. */
function levelRoots(site: SiteProgram, { classes }: Level, at: number): readonly PlacedRoot[] {
  return classes.flatMap((id) => {
    const own = Array.from({ length: SLOTS }, (_, slot): PlacedRoot => {
      return [`${at} ${slot}`, site.roots[id * SLOTS + slot]!]
    })
    const bound = site.bound[id]!.flatMap(({ purposes, roots }) =>
      roots.map((root, usage): PlacedRoot => [`${at} ${usage} for ${purposes.join(' ')}`, root]),
    )
    return [...own, ...bound]
  })
}

function groupRoots(groups: Lead['groups']): readonly PlacedRoot[] {
  return groups.map(({ root }) => ['groups', root])
}

function* rulesAt(site: SiteProgram, root: number, place: string): Iterable<StatedRule> {
  const { flags, usage, pattern: ranks, length, restrictions } = site.rules
  for (const { pattern, entries } of patternsOf(site.trie, root)) {
    for (const rule of entries) {
      const { items } = site.restrictions[restrictions[rule]!]!
      const rank = ranks[rule]!
      const says = [flags[rule]! & ~RULE_CATEGORY, usage[rule], length[rule], rank === NO_PATTERN, items]
      yield { key: `${place} ${pattern} ${JSON.stringify(says)}`, pattern, rank }
    }
  }
}
