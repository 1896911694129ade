/**
 * Verdict → Decision. Fields, restrictions and the reason are rendered when they are read, from numbers.
 */
import { type GroupProgram, membersIn, type SiteProgram } from '../bundle/program.ts'
import type { Basis, Dialect, Outcome } from '../vocabulary/decision-words.ts'
import type { Qualifier, Restriction } from '../vocabulary/restriction.ts'
import type { CrawlerProfile } from '../vocabulary/site-config.ts'
import type { Usage } from '../vocabulary/usages.ts'
import type { Agent } from './agents.ts'
import type { Lead } from './chains.ts'
import type { DecidingField, Decision } from './decision.ts'
import type { Facts } from './facts.ts'
import { rateAt } from './hours.ts'
import { reasonOf } from './reason.ts'
import type { ServedLines } from './served-lines.ts'
import { restrictionsOf, type Verdict, verdict } from './verdict.ts'

/** How a client is evaluated: with which chains of names, which profile, and as a reader of which dialect. */
export interface Evaluation {
  readonly profile: CrawlerProfile | null
  readonly dialect: Dialect
  /** One for each leading name (I2). */
  readonly leads: readonly Lead[]
}

/** What is combined into one decision: two evaluations where a name failed its check (I4). */
export type Evaluations = readonly [claimed: Evaluation] | readonly [anonymous: Evaluation, claimed: Evaluation]

/** A Decision that remembers what made it. */
export class Ruling implements Decision {
  readonly #lines: ServedLines
  readonly agent: Agent
  readonly facts: Facts
  readonly verdict: Verdict
  readonly evaluations: Evaluations
  readonly #paced: boolean
  /** Asked for by the reason, by the log and by the answer. */
  #fields: readonly DecidingField[] | null = null

  constructor(
    lines: ServedLines,
    agent: Agent,
    facts: Facts,
    verdict: Verdict,
    evaluations: Evaluations,
    paced: boolean,
  ) {
    this.#lines = lines
    this.agent = agent
    this.facts = facts
    this.verdict = verdict
    this.evaluations = evaluations
    this.#paced = paced
  }

  get usage(): Usage {
    return this.facts.usage ?? 'crawl'
  }

  get site(): SiteProgram {
    return this.#lines.site
  }

  get outcome(): Outcome {
    return this.verdict.outcome
  }

  get basis(): Basis {
    return this.verdict.basis
  }

  get crawler(): Decision['crawler'] {
    const assurance = this.facts.assurance ?? 'claimed'
    if (assurance === 'failed') return { name: null, assurance, category: null }
    const { name, declared, category } = this.agent
    return declared === null ? { name, assurance, category } : { name, declared, assurance, category }
  }

  /** Equal objects once; empty unless permitted. */
  get restrictions(): readonly Restriction[] {
    if (this.outcome !== 'permitted') return []
    const all = restrictionsOf(this.site, this.verdict)
    return [...new Map(all.map((item) => [JSON.stringify(item), item])).values()]
  }

  get names(): readonly string[] {
    return this.verdict.names
  }

  get retryAfter(): number | null {
    return this.verdict.retryAfter
  }

  get rate(): Decision['rate'] {
    if (this.site.settings.rates.length === 0) return null
    const rates = this.#groups.map((groups) => rateAt(this.site.settings, groups, this.facts.now)?.seconds ?? 0)
    const slowest = Math.max(0, ...rates)
    return slowest === 0 ? null : { seconds: slowest }
  }

  /** The same crawl, held back by its rate (X3): it conforms in so many seconds. */
  deferredBy(seconds: number): Ruling {
    const rules = this.#groups.flatMap((groups) => rateAt(this.site.settings, groups, this.facts.now)?.rule ?? [])
    const names = this.evaluations.flatMap(({ leads }) => leads.flatMap(({ groupNames }) => groupNames))
    return this.#decidedBy({ ...verdict('deferred', 'deferred', rules, [...new Set(names)]), retryAfter: seconds })
  }

  /** The same crawl, refused because its name was not proven (I4): a site that wants it so has no field for it. */
  refusedUnproven(): Ruling {
    return this.outcome === 'prohibited' ? this : this.#decidedBy(verdict('prohibited', 'unspecified'))
  }

  #decidedBy(verdict: Verdict): Ruling {
    return new Ruling(this.#lines, this.agent, this.facts, verdict, this.evaluations, this.#paced)
  }

  get comments(): readonly string[] {
    const all = this.#groups.flatMap((groups) =>
      groups.flatMap(({ settings }) => membersIn(this.site.settings.comments, settings.comments)),
    )
    return all.length < 2 ? all : [...new Set(all)]
  }

  /** The conventional groups of each chain, where they pace this request. */
  get #groups(): readonly (readonly GroupProgram[])[] {
    if (!this.#paced) return []
    return this.evaluations.flatMap(({ leads }) => leads.map(({ groups }) => groups))
  }

  /** In file order, each line once; embedded fields last. */
  get fields(): readonly DecidingField[] {
    this.#fields ??= this.#decidingFields()
    return this.#fields
  }

  #decidingFields(): readonly DecidingField[] {
    return [
      ...this.#rules.map((rule) => this.#lines.field(rule)),
      ...this.verdict.embedded.map((field) => this.#lines.embedded(field)),
    ]
  }

  /** The numbers of the rules that decided, in file order, each line once. */
  get #rules(): readonly number[] {
    const { rules } = this.verdict
    if (rules.length < 2) return rules
    const { file, line, servedLine } = this.site.rules
    const places = new Map(rules.map((rule) => [`${file[rule]}:${line[rule]}:${servedLine[rule]}`, rule]))
    return [...places.values()].sort((a, b) => file[a]! - file[b]! || line[a]! - line[b]!)
  }

  /** The qualifiers of the first of `fields`; none where nothing decided. */
  get qualifiers(): readonly Qualifier[] {
    const [rule] = this.#rules
    if (rule === undefined) return this.verdict.embedded[0]?.qualifiers ?? []
    return this.site.restrictions[this.site.rules.restrictions[rule]!]!.items
  }

  get reason(): string {
    return reasonOf(this)
  }

  /** The shape that docs/semantics.md gives it (D), without directives (directives.ts). */
  toJSON(): Decision {
    return {
      usage: this.usage,
      outcome: this.outcome,
      basis: this.basis,
      crawler: this.crawler,
      restrictions: this.restrictions,
      retryAfter: this.retryAfter,
      rate: this.rate,
      comments: this.comments,
      names: this.names,
      fields: this.fields,
      reason: this.reason,
    }
  }
}
