/**
 * Explains a decision for tools: what each level said, what decided, what lost and why (L1-L4, L6,
 * C2). Slow.
 */
import type { Outcome } from '../words/decision-words.ts'
import { baseUsage, USAGES, usageIndex } from '../words/usages.ts'
import type { Lead } from './chains.ts'
import type { Conventional } from './conventional.ts'
import { checkFacts } from './decide.ts'
import type { DecidingField, Decision, EngineFacts } from './decision.ts'
import type { Engine } from './engine.ts'
import { bindingsFor, type Question } from './question.ts'
import type { Ruling } from './ruling.ts'

/** Where the fields of a level are. */
export type StepPlace = 'the page' | 'ACAP records' | 'conventional records'

/** A level with matching fields. Steps are in the order of priority. */
export interface Step {
  readonly place: StepPlace
  /** The crawler names of the level; `*` for all. */
  readonly names: readonly string[]
  readonly bound: boolean
  /** The usage of these fields: the question's, `present` (L2) or `other` (L4). */
  readonly usage: string
  readonly outcome: Outcome
  /** The narrowest fields, which decide at this level. */
  readonly deciding: readonly DecidingField[]
  /** Matching fields that lost to a narrower one (L3), or to a prohibition that is as narrow. */
  readonly beaten: readonly DecidingField[]
  /** Whether this level decides for its kind of record: no stronger level had a field. */
  readonly decides: boolean
  readonly role: StepRole
}

/** The part of a level in the decision, in words. */
export const ROLE_WORDS = {
  decides: 'decides',
  agrees: 'agrees',
  unasked: 'not asked: a stronger level decides',
  deferred: 'but not at this hour',
  'overridden-by-acap': 'overridden by ACAP',
  'overridden-by-conventional': 'overridden by a narrower conventional rule',
} as const

/** The part of a level in the decision. */
export type StepRole = keyof typeof ROLE_WORDS

/** The steps of one leading name (I2). */
export interface Chain {
  readonly name: string
  /** Whether its own group keeps it from using the group for `*` (C1). */
  readonly hasOwnGroup: boolean
  readonly steps: readonly Step[]
}

interface Explanation {
  readonly decision: Ruling
  readonly chains: readonly Chain[]
  /** Whether the steps are those of the crawl, whose prohibition decided (L6). */
  readonly byCrawl: boolean
}

type BareStep = Omit<Step, 'role'>

/** Explains one question. @throws TypeError as `decide` does. */
export function explain(engine: Engine, asked: EngineFacts): Explanation {
  const facts = checkFacts(asked)
  const decision = engine.decide(facts)
  if (decision.basis === 'take-down') return { decision, chains: [], byCrawl: false }
  const chains = chainsOf(engine, facts, decision)
  if (decision.usage === 'crawl') return { decision, chains, byCrawl: false }
  // Conventional records apply to the crawl only.
  const own = chains.map((chain) => ({
    ...chain,
    steps: chain.steps.filter(({ place }) => place !== 'conventional records'),
  }))
  const prohibits = ({ decides, outcome }: Step) => decides && outcome === 'prohibited'
  const byCrawl =
    decision.outcome === 'prohibited' && !own.some(({ steps }) => steps.some(prohibits))
  if (!byCrawl) return { decision, chains: own, byCrawl }
  const crawl: EngineFacts = { ...facts, usage: 'crawl' }
  return { decision, chains: chainsOf(engine, crawl, engine.decide(crawl), decision), byCrawl }
}

/** The levels of a question, with their part in `decision`: by default its own. */
function chainsOf(
  engine: Engine,
  facts: EngineFacts,
  asked: Ruling,
  decision: Ruling = asked,
): readonly Chain[] {
  const usage = usageIndex(asked.usage)
  return asked.evaluations.flatMap(({ leads, profile, dialect }) => {
    const question = engine.questionOf(facts, profile)
    const any = engine.agents.anonymous[dialect][0]!.groups
    return leads.map((lead) => ({
      name: lead.name,
      hasOwnGroup:
        any.length > 0 &&
        lead.groups.length > 0 &&
        !lead.groups.some((group) => any.includes(group)),
      steps: [
        ...(dialect === 'acap' ? acapSteps(engine, question, lead, usage) : []),
        ...conventionalSteps(engine, lead),
      ].map((step) => ({ ...step, role: roleOf(step, decision) })),
    }))
  })
}

function roleOf(step: BareStep, decision: Pick<Decision, 'fields' | 'outcome'>): StepRole {
  if (step.deciding.some((field) => decision.fields.some((other) => isSameField(field, other))))
    return 'decides'
  if (!step.decides) return 'unasked'
  if (step.outcome === decision.outcome) return 'agrees'
  if (decision.outcome === 'deferred') return 'deferred'
  return step.place === 'conventional records' ? 'overridden-by-acap' : 'overridden-by-conventional'
}

function isSameField(a: DecidingField, b: DecidingField): boolean {
  return a.source === b.source && a.line === b.line && a.text === b.text
}

/**
 * Every level with matching fields, strongest first: the usage and `present`, then `other` (L1, L2,
 * L4).
 */
function acapSteps(engine: Engine, question: Question, lead: Lead, usage: number): BareStep[] {
  const base = baseUsage(USAGES[usage]!)
  const own = base === null ? [usage] : [usage, usageIndex(base)]
  const other = usageIndex('other')
  const rounds = usage === usageIndex('crawl') || usage === other ? [own] : [own, [other]]
  const steps: BareStep[] = []
  for (const [usages, embedded] of rounds.flatMap((round) => [
    [round, true] as const,
    [round, false] as const,
  ])) {
    for (const [i, binds] of bindingsFor(question.purposes).entries()) {
      for (const level of lead.levels) {
        for (const each of usages) {
          const surveyed = engine.levels.survey(embedded, question, level, each, binds)
          const step = stepOf(engine, surveyed, steps.length === 0, {
            place: embedded ? 'the page' : 'ACAP records',
            names: level.names.map((name) => (name === 'robots' ? '*' : name)),
            bound: question.purposes.length > 0 && i === 0,
            usage: USAGES[each]!,
          })
          steps.push(...step)
        }
      }
    }
  }
  return steps
}

/** The conventional rules that match; the longest decide (C1). */
function conventionalSteps(engine: Engine, lead: Lead): readonly BareStep[] {
  const about = {
    place: 'conventional records',
    names: [lead.name],
    bound: false,
    usage: 'crawl',
  } as const
  return stepOf(engine, engine.conventional.survey(lead), true, about)
}

function stepOf(
  { lines }: Engine,
  { verdict, matching }: ReturnType<Conventional['survey']>,
  decides: boolean,
  about: Pick<Step, 'place' | 'names' | 'bound' | 'usage'>,
): readonly BareStep[] {
  if (verdict === null) return []
  const { outcome, rules, embedded } = verdict
  const deciding = [
    ...rules.map((rule) => lines.field(rule)),
    ...embedded.map(({ source, text }) => ({ source, text })),
  ]
  const own = new Set(rules)
  const beaten = matching.filter((rule) => !own.has(rule)).map((rule) => lines.field(rule))
  return [{ ...about, outcome, deciding, beaten, decides }]
}
