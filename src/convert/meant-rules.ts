/**
 * A policy's decisions about the crawl → rules: what it decides inside each pattern, and inside the patterns at which a
 * draft decides otherwise because two of its rules meet there.
 */
import type { Decision } from '../engine/decision.ts'
import type { Effect } from '../vocabulary/decision-words.ts'
import { commonPatterns, type Letters } from './common-patterns.ts'
import type { CrawlDecisions } from './crawl-decisions.ts'
import { inside } from './pattern-paths.ts'

/** A rule, and the fields that it comes from. */
export interface MeantRule {
  readonly effect: Effect
  readonly pattern: string
  readonly fields: Decision['fields']
}

/** The rules that are meant for crawlers that read the same ones, one for each pattern. */
export class MeantRules {
  readonly #expected: CrawlDecisions
  readonly #agents: readonly string[]
  readonly #rules = new Map<string, MeantRule>()
  /** Patterns at which others meet. */
  readonly #common = new Set<string>()

  /** `agents`: at least one. */
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

  /** Adds rules where an Allow and a Disallow meet and `actual` decides otherwise; false where there are none to add. */
  refine(actual: CrawlDecisions, letters: Letters): boolean {
    const common = commonPatterns(patternsWith(this.all, 'allow'), patternsWith(this.all, 'disallow'), letters)
    const missing = [...common].filter((pattern) => !this.#isMeant(actual, pattern))
    for (const pattern of missing) this.#common.add(pattern)
    for (const pattern of missing) this.add(this.ruleFor(pattern))
    return missing.length > 0
  }

  /** Takes back the added rules that did not help. */
  settle(actual: CrawlDecisions): void {
    for (const pattern of this.#common) if (!this.#isMeant(actual, pattern)) this.#rules.delete(pattern)
  }

  #isMeant(actual: CrawlDecisions, pattern: string): boolean {
    const { effect } = this.ruleFor(pattern)
    return this.#agents.every((agent) => effectOf(actual.at(agent, inside(pattern))) === effect)
  }
}

/** The distinct patterns of the rules with an effect. */
export function patternsWith(rules: readonly MeantRule[], effect: Effect): string[] {
  return [...new Set(rules.filter((rule) => rule.effect === effect).map(({ pattern }) => pattern))]
}

function effectOf({ outcome }: Decision): Effect {
  return outcome === 'prohibited' ? 'disallow' : 'allow'
}
