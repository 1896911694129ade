/**
 * A question → its decision, and the result of every level: the fields that decided, and those that lost and why (L1-L4,
 * C2). It goes level by level, and may be slow.
 */

import type { Outcome } from '../vocabulary/decision-words.ts'
import { baseUsage, USAGES, usageIndex } from '../vocabulary/usages.ts'
import type { Lead, Level } from './chains.ts'
import { checkFacts } from './check-facts.ts'
import type { DecidingField } from './decision.ts'
import type { Engine } from './engine.ts'
import type { Facts } from './facts.ts'
import { bindingsFor, type Question } from './levels.ts'
import type { Ruling } from './ruling.ts'
import type { Verdict } from './verdict.ts'

/** Where in the order of precedence a step stands. */
export type StepPlace = 'the page' | 'ACAP records' | 'conventional records'

/** A level that has matching fields, in the order in which levels are asked. */
export interface Step {
  readonly place: StepPlace
  /** The crawler names of the level; `*` for all. */
  readonly names: readonly string[]
  /** Whether the fields are bound to a purpose of the crawler's. */
  readonly bound: boolean
  /** The usage whose fields were asked: the question's own, `present` (L2) or `other` (L4). */
  readonly usage: string
  /** What the level alone says. */
  readonly outcome: Outcome
  /** The narrowest fields, which decide for the level. */
  readonly deciding: readonly DecidingField[]
  /** Matching fields that a narrower one beats (L3), or a prohibition as narrow. */
  readonly beaten: readonly DecidingField[]
  /** Whether no stronger level had a field, so that this one decides for its kind of record. */
  readonly decides: boolean
}

/** The steps of one leading name (I2). */
export interface Chain {
  readonly name: string
  /** C1: whether a group of its own keeps it from the group for `*`. */
  readonly hasOwnGroup: boolean
  readonly steps: readonly Step[]
}

/** A decision with the way to it. */
export interface Explanation {
  readonly decision: Ruling
  readonly chains: readonly Chain[]
}

/** Explains one question. @throws TypeError as `decide` does. */
export function explain(engine: Engine, asked: Facts): Explanation {
  const facts = checkFacts(asked)
  const decision = engine.decide(facts)
  const usage = usageIndex(decision.usage)
  const chains = decision.evaluations.flatMap(({ leads, profile, dialect }) => {
    const question = engine.questionOf(facts, profile)
    const any = engine.agents.anonymous[dialect][0]!.groups
    return leads.map((lead) => ({
      name: lead.name,
      hasOwnGroup: any.length > 0 && lead.groups.length > 0 && !lead.groups.some((group) => any.includes(group)),
      steps: [
        ...(dialect === 'acap' ? acapSteps(engine, question, lead, usage) : []),
        ...conventionalSteps(engine, lead),
      ],
    }))
  })
  return { decision, chains }
}

/** Every level that has matching fields, strongest first: the usage's own and `present`, then `other` (L1, L2, L4). */
function acapSteps(engine: Engine, question: Question, lead: Lead, usage: number): Step[] {
  const base = baseUsage(USAGES[usage]!)
  const own = base === null ? [usage] : [usage, usageIndex(base)]
  const crawl = usageIndex('crawl')
  const other = usageIndex('other')
  const rounds = usage === crawl || usage === other ? [own] : [own, [other]]
  const steps: Step[] = []
  for (const usages of rounds) {
    for (const embedded of [true, false]) {
      for (const [i, binds] of bindingsFor(question.purposes).entries()) {
        for (const level of lead.levels) {
          for (const each of usages) {
            const { verdict, matching } = engine.levels.survey(embedded, question, level, each, binds)
            const bound = question.purposes.length > 0 && i === 0
            if (verdict !== null)
              steps.push(stepOf(engine, embedded, level, bound, each, verdict, matching, steps.length === 0))
          }
        }
      }
    }
  }
  return steps
}

function stepOf(
  engine: Engine,
  embedded: boolean,
  level: Level,
  bound: boolean,
  usage: number,
  verdict: Verdict,
  matching: readonly number[],
  decides: boolean,
): Step {
  const deciding = new Set(verdict.rules)
  return {
    place: embedded ? 'the page' : 'ACAP records',
    names: level.names.map((name) => (name === 'robots' ? '*' : name)),
    bound,
    usage: USAGES[usage]!,
    outcome: verdict.outcome,
    deciding: [
      ...verdict.rules.map((rule) => engine.lines.field(rule)),
      ...verdict.embedded.map(({ source, text }) => ({ source, text })),
    ],
    beaten: matching.filter((rule) => !deciding.has(rule)).map((rule) => engine.lines.field(rule)),
    decides,
  }
}

/** The conventional rules that match, the longest of which decide (C1). */
function conventionalSteps(engine: Engine, lead: Lead): Step[] {
  const { verdict, matching } = engine.conventional.survey(lead.groups)
  if (verdict === null) return []
  const deciding = new Set(verdict.rules)
  return [
    {
      place: 'conventional records',
      names: [lead.name],
      bound: false,
      usage: 'crawl',
      outcome: verdict.outcome,
      deciding: verdict.rules.map((rule) => engine.lines.field(rule)),
      beaten: matching.filter((rule) => !deciding.has(rule)).map((rule) => engine.lines.field(rule)),
      decides: true,
    },
  ]
}
