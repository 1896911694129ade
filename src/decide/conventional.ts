/**
 * Decides a crawl by conventional groups, that is RFC 9309 and the 1996 standard (C1, X1), combines
 * it with ACAP's decision (C2), and applies visiting hours and rates (X2, X3).
 */

import { cached } from '../base/cached.ts'
import {
  type GroupProgram,
  membersIn,
  type RateProgram,
  RULE_DISALLOW,
  type SettingLists,
} from '../program/program.ts'
import { accepts, acceptsAnyCase, readGlob } from '../words/glob.ts'
import type { Lead } from './chains.ts'
import { GlobSet } from './globs.ts'
import type { Levels } from './levels.ts'
import { ANY_CASE, AS_RECEIVED } from './matcher.ts'
import { isNarrowerThanAll } from './narrowest.ts'
import { permits, ruleWeight } from './precedence.ts'
import { numbersOf, UNSPECIFIED, type Verdict, verdict } from './verdict.ts'
import { slowestAt, waitFor } from './visits.ts'

const decoder = new TextDecoder()

export class Conventional {
  readonly #levels: Levels
  /** Rules are case-sensitive, unless the site's origin folds case (P3). */
  readonly #foldsCase: boolean
  readonly #globs = new Map<GroupProgram, GlobSet>()

  constructor(levels: Levels) {
    this.#levels = levels
    this.#foldsCase = levels.site.config.folds.includes('case')
  }

  /** The longest matching rules decide, and a tie permits (C1). Null if none matches. */
  decide({ groups, groupNames }: Lead): Verdict | null {
    const { length, flags } = this.#levels.site.rules
    const count = this.#gather(groups)
    const { found } = this.#levels.matcher
    let best = -1
    let deciding = 0
    for (let i = 0; i < count; i++) {
      const rule = found[i]!
      const weight = ruleWeight(length[rule]!, (flags[rule]! & RULE_DISALLOW) === 0)
      if (weight < best) continue
      if (weight > best) deciding = 0
      best = weight
      found[deciding++] = rule
    }
    if (best < 0) return null
    return verdict(
      permits(best) ? 'permitted' : 'prohibited',
      'conventional',
      numbersOf(found, deciding),
      groupNames,
    )
  }

  survey(lead: Lead) {
    const verdict = this.decide(lead)
    return { verdict, matching: numbersOf(this.#levels.matcher.found, this.#gather(lead.groups)) }
  }

  #gather(groups: readonly GroupProgram[]): number {
    const { matcher, target } = this.#levels
    matcher.start()
    const roots: number[] = []
    for (const group of groups) {
      // Groups with the same rules share a trie, and the matcher's buffer holds each rule once.
      if (!roots.includes(group.root))
        matcher.collect(group.root, target, this.#foldsCase ? ANY_CASE : AS_RECEIVED)
      roots.push(group.root)
      if (group.globs.length > 0) this.#collectGlobs(group)
    }
    return matcher.count
  }

  /** Collects globs that match the target or a joined one (P6), each once (X1). */
  #collectGlobs(group: GroupProgram): void {
    const set = cached(this.#globs, group, () => {
      const globs = group.globs.map(({ glob }) => readGlob(glob))
      return new GlobSet(globs, this.#foldsCase ? acceptsAnyCase : accepts)
    })
    const matched = new Set<number>()
    for (const target of [this.#levels.target, ...this.#levels.target.joined]) {
      const text = decoder.decode(target.bytes.subarray(0, target.length))
      set.match(text, (number) => matched.add(group.globs[number]!.rule))
    }
    for (const rule of matched) this.#levels.matcher.add(rule)
  }

  /**
   * Decides the crawl by ACAP and conventional records together (L5, C2). `acap` is the decision by
   * the ACAP fields of robots.txt, or null.
   */
  compareWith(acap: Verdict | null, lead: Lead): Verdict {
    const own = this.decide(lead)
    if (acap === null) return own ?? byDefault(lead.groups)
    if (own === null || own.outcome === acap.outcome) return acap
    return this.#isNarrowerThanAll(own.rules, acap.rules) ? own : acap
  }

  /** Defers a permitted crawl outside the visiting hours of its groups (X2). */
  defer(crawl: Verdict, { groups, groupNames }: Lead, now: number): Verdict {
    const all = this.#levels.site.settings.visits
    if (all.length === 0 || crawl.outcome !== 'permitted') return crawl
    const visits = groups.flatMap(({ settings }) => membersIn(all, settings.visits))
    const windows = visits.flatMap((visit) => visit.windows)
    const wait = waitFor(windows, now)
    if (wait === 0) return crawl
    const rules = visits.map(({ rule }) => rule)
    return {
      ...verdict('deferred', 'deferred', rules, groupNames),
      retryAfter: Math.ceil(wait / 1000),
    }
  }

  #isNarrowerThanAll(rules: readonly number[], acap: readonly number[]): boolean {
    const { order, rules: table } = this.#levels.site
    const patterns = acap.map((rule) => table.pattern[rule]!)
    const first = patterns.reduce((least, each) => Math.min(least, each))
    const last = patterns.reduce((greatest, each) => Math.max(greatest, each))
    return rules.some((rule) => isNarrowerThanAll(order, table.pattern[rule]!, first, last))
  }
}

/**
 * A group that has only Allow rules permits nothing else; merged with a group that has a Disallow,
 * it does (X1).
 */
function byDefault(groups: readonly GroupProgram[]): Verdict {
  const isSo =
    groups.some(({ allowsOnly }) => allowsOnly) && !groups.some(({ disallows }) => disallows)
  return isSo ? ALLOWS_ONLY : UNSPECIFIED
}

const ALLOWS_ONLY = verdict('prohibited', 'conventional')

/** The crawl rate for the groups at an instant (X3); null without a limit. */
export function rateAt(
  lists: SettingLists,
  groups: readonly GroupProgram[],
  now: number,
): RateProgram | null {
  const own =
    groups.length === 1
      ? membersIn(lists.rates, groups[0]!.settings.rates)
      : groups.flatMap(({ settings }) => membersIn(lists.rates, settings.rates))
  return slowestAt(own, now)
}
