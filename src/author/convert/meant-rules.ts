/**
 * Derives rules from a policy's crawl decisions, including cases where two rules of a draft overlap
 * and decide otherwise.
 */

import { cached } from '../../base/cached.ts'
import { familyMembers, isReadersName } from '../../crawlers/reader-words.ts'
import { engineOf } from '../../decide/decide.ts'
import type { Facts } from '../../decide/decision.ts'
import type { Ruling } from '../../decide/ruling.ts'
import type { SiteProgram } from '../../program/program.ts'
import { type Effect, STRICTNESS } from '../../words/decision-words.ts'
import { covers, overlap } from '../../words/pattern-relations.ts'
import { type Side, sideOf } from '../compare/compared-crawlers.ts'
import { commonPatterns, inside, type Letters, StemIndex } from './common-patterns.ts'

/**
 * A crawler that no policy names. It is one word, so that no shorter name matches inside it (I1).
 */
export const UNNAMED = 'unnamedcrawler'

/**
 * Decides the crawl by one program. The name of a family is decided as one of its members that the
 * policy does not name.
 */
export class CrawlDecisions {
  readonly #site: SiteProgram
  readonly #now: number
  readonly #named: ReadonlySet<string>
  readonly #headers = new Map<string, string>()

  constructor(site: SiteProgram, now: number) {
    this.#site = site
    this.#now = now
    this.#named = new Set(site.names.map(({ name }) => name))
  }

  at(name: string, target: string, facts: Partial<Pick<Facts, 'purposes' | 'now'>> = {}): Ruling {
    const { purposes, now = this.#now } = facts
    const question = { userAgent: this.#headerOf(name), target, now, usage: 'crawl' } as const
    return engineOf(this.#site).decide(
      purposes === undefined ? question : { ...question, purposes },
    )
  }

  sideOf(name: string): Side {
    return sideOf(this.#site, this.#headerOf(name), null)
  }

  /**
   * A header in which the name is found. I1: a family's name that readers also send counts in no
   * header, so a member's name is used.
   */
  #headerOf(name: string): string {
    return cached(this.#headers, name, () => {
      const members = isReadersName(name) ? familyMembers(name) : []
      return members.find((member) => !this.#named.has(member)) ?? members[0] ?? name
    })
  }
}

/**
 * Compares two rulings: positive if `actual` is stricter than `expected`, negative if looser, else
 * 0.
 */
export function stricter(expected: Ruling, actual: Ruling): number {
  return STRICTNESS[actual.outcome] - STRICTNESS[expected.outcome]
}

export interface MeantRule {
  readonly effect: Effect
  readonly pattern: string
  readonly fields: Ruling['fields']
}

/**
 * The rules to write for crawlers that share a group: one for each pattern, as the policy decides
 * it.
 */
export class MeantRules {
  readonly #expected: CrawlDecisions
  readonly #agents: readonly string[]
  readonly #rules = new Map<string, MeantRule>()
  readonly #common = new Set<string>()

  constructor(expected: CrawlDecisions, agents: Iterable<string>) {
    this.#expected = expected
    this.#agents = [...agents]
  }

  get all(): readonly MeantRule[] {
    return [...this.#rules.values()]
  }

  add(rule: MeantRule): void {
    this.#rules.set(rule.pattern, rule)
  }

  /** What is prohibited to one of the crawlers is prohibited to all. */
  ruleFor(pattern: string): MeantRule {
    const answers = this.#agents.map((agent) => this.#expected.at(agent, inside(pattern)))
    const deciding = answers.find((answer) => effectOf(answer) === 'disallow') ?? answers[0]!
    return { effect: effectOf(deciding), pattern, fields: deciding.fields }
  }

  /**
   * Adds rules where an Allow and a Disallow meet and `actual` decides otherwise; false where there
   * are none to add.
   */
  refine(actual: CrawlDecisions, letters: Letters): boolean {
    const common = commonPatterns(
      patternsWith(this.all, 'allow'),
      patternsWith(this.all, 'disallow'),
      letters,
    )
    const missing = [...common].filter((pattern) => !this.#isMeant(actual, pattern))
    for (const pattern of missing) this.#common.add(pattern)
    for (const pattern of missing) this.add(this.ruleFor(pattern))
    return missing.length > 0
  }

  settle(actual: CrawlDecisions): void {
    for (const pattern of this.#common)
      if (!this.#isMeant(actual, pattern)) this.#rules.delete(pattern)
  }

  #isMeant(actual: CrawlDecisions, pattern: string): boolean {
    const { effect } = this.ruleFor(pattern)
    return this.#agents.every((agent) => effectOf(actual.at(agent, inside(pattern))) === effect)
  }
}

function patternsWith(rules: readonly MeantRule[], effect: Effect): string[] {
  return [...new Set(rules.filter((rule) => rule.effect === effect).map(({ pattern }) => pattern))]
}

function effectOf({ outcome }: Ruling): Effect {
  return outcome === 'prohibited' ? 'disallow' : 'allow'
}

/**
 * Leaves out rules without which the others decide the same (C1: the longest, and of equals the
 * Allow).
 */
export function withoutIdle(rules: readonly MeantRule[]): MeantRule[] {
  const shut = patternsWith(rules, 'disallow').sort((a, b) => a.length - b.length)
  const nearShut = new StemIndex(shut, 'exact')
  // An Allow only stands against shorter rules.
  const open = patternsWith(rules, 'allow').filter((pattern) => {
    const loses = (i: number) => shut[i]!.length <= pattern.length && overlap(shut[i]!, pattern)
    return first(nearShut.near(pattern), loses) !== null
  })
  const nearOpen = new StemIndex(open, 'exact')
  const idle = new Set<string>()
  for (const [place, pattern] of shut.entries()) {
    const covering = (i: number) => i < place && !idle.has(shut[i]!) && covers(shut[i]!, pattern)
    const wider = first(nearShut.near(pattern), covering)
    if (wider === null) continue
    const standing = first(nearOpen.near(pattern), (i) => stands(open[i]!, shut[wider]!, pattern))
    if (standing === null) idle.add(pattern)
  }
  const needed = new Set([...open, ...shut.filter((pattern) => !idle.has(pattern))])
  return rules.filter(({ pattern }) => needed.has(pattern))
}

function first(places: Iterable<number>, isIt: (place: number) => boolean): number | null {
  for (const place of places) if (isIt(place)) return place
  return null
}

/**
 * Whether a permission overlaps `shut` and loses to it, but not to `wider`: without `shut` it would
 * open more.
 */
function stands(open: string, wider: string, shut: string): boolean {
  return open.length >= wider.length && open.length < shut.length && overlap(open, shut)
}
