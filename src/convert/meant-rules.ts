/**
 * A policy's decisions about the crawl → rules: what it decides inside a pattern, and the patterns at which a draft decides
 * otherwise because two of its rules meet there.
 */

import type { Letters } from '../compare/paths/common-patterns.ts'
import { commonPatterns, inside } from '../compare/paths/points.ts'
import type { Decision } from '../engine/decision.ts'
import type { Effect } from '../vocabulary/decision-words.ts'
import type { DecideCrawl } from './crawl-decisions.ts'

/** A rule, and the fields that it comes from. */
export interface MeantRule {
  readonly effect: Effect
  readonly pattern: string
  readonly fields: Decision['fields']
}

/** The rules that are meant for crawlers that read the same ones. */
export class MeantRules {
  readonly #expected: DecideCrawl
  readonly #agents: readonly string[]

  /** `agents`: at least one. */
  constructor(expected: DecideCrawl, agents: Iterable<string>) {
    this.#expected = expected
    this.#agents = [...agents]
  }

  /** What is prohibited to one of the crawlers is prohibited to all. */
  ruleFor(pattern: string): MeantRule {
    const answers = this.#agents.map((agent) => this.#expected(agent, inside(pattern)))
    const deciding = answers.find((answer) => effectOf(answer) === 'disallow') ?? answers[0]!
    return { effect: effectOf(deciding), pattern, fields: deciding.fields }
  }

  isMeant(actual: DecideCrawl, pattern: string): boolean {
    const { effect } = this.ruleFor(pattern)
    return this.#agents.every((agent) => effectOf(actual(agent, inside(pattern))) === effect)
  }

  /** The rules that are missing where an Allow and a Disallow meet, of patterns that are not `known`. */
  missing(
    actual: DecideCrawl,
    rules: readonly Pick<MeantRule, 'effect' | 'pattern'>[],
    known: ReadonlySet<string>,
    letters: Letters,
  ): MeantRule[] {
    const common = commonPatterns(patternsWith(rules, 'allow'), patternsWith(rules, 'disallow'), letters)
    return [...common]
      .filter((pattern) => !known.has(pattern) && !this.isMeant(actual, pattern))
      .map((pattern) => this.ruleFor(pattern))
  }
}

/** The distinct patterns of the rules with an effect. */
export function patternsWith(rules: readonly Pick<MeantRule, 'effect' | 'pattern'>[], effect: Effect): string[] {
  return [...new Set(rules.filter((rule) => rule.effect === effect).map(({ pattern }) => pattern))]
}

function effectOf({ outcome }: Decision): Effect {
  return outcome === 'prohibited' ? 'disallow' : 'allow'
}
