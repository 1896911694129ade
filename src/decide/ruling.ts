/**
 * A decision in compact form, whose fields are rendered when they are read. decision-of.ts renders
 * the rest.
 */

import {
  type GroupProgram,
  membersIn,
  type RateProgram,
  type SiteProgram,
} from '../program/program.ts'
import type { Basis, Dialect, Outcome } from '../words/decision-words.ts'
import type { Qualifier } from '../words/restriction.ts'
import type { CrawlerProfile } from '../words/site-config.ts'
import type { Usage } from '../words/usages.ts'
import type { Agent } from './agents.ts'
import type { Lead } from './chains.ts'
import { rateAt } from './conventional.ts'
import type { DecidingField, Decision, EngineFacts } from './decision.ts'
import type { ServedLines } from './served-lines.ts'
import { type Verdict, verdict } from './verdict.ts'

export interface Evaluation {
  readonly profile: CrawlerProfile | null
  readonly dialect: Dialect
  /** One chain for each leading name (I2). */
  readonly leads: readonly Lead[]
}

/**
 * What is combined into one decision: two evaluations if a name failed its check or is unlisted
 * (I4).
 */
export type Evaluations =
  | readonly [claimed: Evaluation]
  | readonly [anonymous: Evaluation, claimed: Evaluation]

/** A decision that remembers how it was made. */
export class Ruling {
  readonly #lines: ServedLines
  readonly site: SiteProgram
  readonly agent: Agent
  readonly facts: EngineFacts
  readonly verdict: Verdict
  readonly evaluations: Evaluations
  readonly #paced: boolean
  readonly usage: Usage
  readonly outcome: Outcome
  readonly basis: Basis
  readonly names: readonly string[]
  readonly retryAfter: number | null
  /** Cached: reason, log and response all read it. */
  #fields: readonly DecidingField[] | null = null

  /** `paced`: whether visiting hours and rates apply (X3, X4). */
  constructor(
    lines: ServedLines,
    agent: Agent,
    facts: EngineFacts,
    verdict: Verdict,
    evaluations: Evaluations,
    paced: boolean,
  ) {
    this.#lines = lines
    this.site = lines.site
    this.agent = agent
    this.facts = facts
    this.verdict = verdict
    this.evaluations = evaluations
    this.#paced = paced
    this.usage = facts.usage ?? 'crawl'
    this.outcome = verdict.outcome
    this.basis = verdict.basis
    this.names = verdict.names
    this.retryAfter = verdict.retryAfter
  }

  get crawler(): Decision['crawler'] {
    const assurance = this.facts.assurance ?? 'claimed'
    if (assurance === 'failed') return { name: null, assurance, category: null }
    const { name, declared, category } = this.agent
    return declared === null
      ? { name, assurance, category }
      : { name, declared, assurance, category }
  }

  get rate(): Decision['rate'] {
    if (this.site.settings.rates.length === 0) return null
    let slowest = 0
    for (const { seconds } of this.#rates()) slowest = Math.max(slowest, seconds)
    return slowest === 0 ? null : { seconds: slowest }
  }

  /** This crawl, deferred by its rate for some seconds (X3). */
  deferredBy(seconds: number): Ruling {
    const rules = this.#rates().map(({ rule }) => rule)
    const names = this.evaluations.flatMap(({ leads }) =>
      leads.flatMap(({ groupNames }) => groupNames),
    )
    return this.#decidedBy({
      ...verdict('deferred', 'deferred', rules, [...new Set(names)]),
      retryAfter: seconds,
    })
  }

  /**
   * This crawl, refused because its name is not proven (I4). No field decided: it is a setting of
   * the site.
   */
  refusedUnproven(): Ruling {
    return this.outcome === 'prohibited'
      ? this
      : this.#decidedBy(verdict('prohibited', 'unspecified'))
  }

  #decidedBy(verdict: Verdict): Ruling {
    return new Ruling(this.#lines, this.agent, this.facts, verdict, this.evaluations, this.#paced)
  }

  get comments(): readonly string[] {
    if (this.site.settings.comments.length === 0) return []
    const all = this.#groups
      .flat()
      .flatMap(({ settings }) => membersIn(this.site.settings.comments, settings.comments))
    return [...new Set(all)]
  }

  // Loops: `flatMap` took half the time of a decision here.
  #rates(): readonly RateProgram[] {
    const rates: RateProgram[] = []
    for (const groups of this.#groups) {
      const rate = rateAt(this.site.settings, groups, this.facts.now)
      if (rate !== null) rates.push(rate)
    }
    return rates
  }

  /** The groups of all leading names. */
  get #groups(): readonly (readonly GroupProgram[])[] {
    const all: (readonly GroupProgram[])[] = []
    if (!this.#paced) return all
    for (const { leads } of this.evaluations) for (const { groups } of leads) all.push(groups)
    return all
  }

  /** In file order, without duplicates; embedded fields last. */
  get fields(): readonly DecidingField[] {
    this.#fields ??= [
      ...this.#rules.map((rule) => this.#lines.field(rule)),
      ...this.verdict.embedded.map((field) => this.#lines.embedded(field)),
    ]
    return this.#fields
  }

  get #rules(): readonly number[] {
    const { rules } = this.verdict
    if (rules.length < 2) return rules
    const { file, line, servedLine } = this.site.rules
    const places = new Map(
      rules.map((rule) => [`${file[rule]}:${line[rule]}:${servedLine[rule]}`, rule]),
    )
    return [...places.values()].sort((a, b) => file[a]! - file[b]! || line[a]! - line[b]!)
  }

  /** The qualifiers of the first deciding field; none if no field decided. */
  get qualifiers(): readonly Qualifier[] {
    const [rule] = this.#rules
    if (rule === undefined) return this.verdict.embedded[0]?.qualifiers ?? []
    return this.site.restrictions[this.site.rules.restrictions[rule]!]!.items
  }
}
