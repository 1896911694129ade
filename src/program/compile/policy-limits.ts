/**
 * Estimates the most steps that a decision can take, and counts the rules of a program, so that the
 * build can refuse slow or huge policies.
 */
import { cached } from '../../base/cached.ts'
import type {
  AcapRecord,
  ConventionalGroup,
  Origin,
  PermissionField,
  Policy,
} from '../../language/policy/policy.ts'
import { isGlob } from '../../words/glob.ts'
import { LONGEST_TARGET } from '../../words/path-form.ts'
import { baseUsage, USAGES, type Usage } from '../../words/usages.ts'

/**
 * The most evaluations per request: targets up to four times as long (P8), each matched four times
 * (P6).
 */
const MOST_EVALUATIONS = 16
export const MOST_STEPS = 4_000_000

/** Finding a node's child by byte: two binary searches in the sorted suffixes. */
const BRANCH = 10
const FIRST_PLACE = 20
/** Running a glob over the target, for each 32 of its characters. */
const GLOB_RUN = LONGEST_TARGET / 4
const GLOB_WORD = 32

/**
 * The steps of the slowest possible request, and the field with most of them; null if no pattern
 * has a `*`. A step compares one byte of a pattern, about 8 nanoseconds: `decide/suffix-index.ts`
 * visits everything after a `*` once.
 */
export function decisionCost(policy: Policy): {
  readonly steps: number
  readonly most: Origin | null
} {
  const counter = new StepCounter()
  const fields = policy.records.flatMap((record) =>
    [record, ...record.subRecords].flatMap((each) => each.fields),
  )
  const byUsage = new Map<Usage, number>(USAGES.map((usage) => [usage, 0]))
  for (const field of fields)
    byUsage.set(field.usage, byUsage.get(field.usage)! + counter.ofField(field))
  const routes = policy.routes.reduce((sum, { match }) => sum + patternSteps(match), 0)
  const groups = Math.max(
    ...[policy.groups, policy.repGroups].map((each) => counter.ofGroups(each)),
  )
  const pageTerms = [...byUsage].reduce(
    (sum, [usage, steps]) => (usage === 'crawl' ? sum : sum + steps),
    0,
  )
  const steps = (routes + pageTerms + recordSteps(policy, byUsage) + groups) * MOST_EVALUATIONS
  return { steps, most: counter.most }
}

/**
 * The records for one question: those about the crawl, the usage, `present` and `other` (L2, L4).
 */
function recordSteps({ config }: Policy, byUsage: ReadonlyMap<Usage, number>): number {
  const of = (usage: Usage | null) => (usage === null ? 0 : byUsage.get(usage)!)
  const all = [...byUsage.values()].reduce((sum, steps) => sum + steps, 0)
  // By F1, a field of one usage may count for another, so all are counted.
  if (Object.values(config.crawlers).some(({ interprets }) => interprets !== 'all')) return 4 * all
  return (
    of('crawl') + of('other') + Math.max(...USAGES.map((usage) => of(usage) + of(baseUsage(usage))))
  )
}

class StepCounter {
  most: Origin | null = null
  #greatest = 0
  /** Fields with the same resource set share patterns (P5). */
  readonly #bySet = new Map<readonly string[], number>()

  ofField({ patterns, origin }: PermissionField): number {
    const steps = cached(this.#bySet, patterns, () =>
      patterns.reduce((sum, each) => sum + patternSteps(each), 0),
    )
    return this.#counted(steps, origin)
  }

  /** The groups of the token with the most (C1). */
  ofGroups(groups: readonly ConventionalGroup[]): number {
    const byToken = new Map<string, number>()
    for (const { tokens, rules, settings } of groups) {
      const hasGlobs = settings.some(({ value }) => value.kind === 'robot-version')
      const steps = rules.reduce((sum, { pattern, raw, origin }) => {
        const own = patternSteps(pattern) + (hasGlobs && isGlob(raw) ? globSteps(raw) : 0)
        return sum + this.#counted(own, origin)
      }, 0)
      for (const token of new Set(tokens)) byToken.set(token, (byToken.get(token) ?? 0) + steps)
    }
    return [...byToken.values()].reduce((most, steps) => Math.max(most, steps), 0)
  }

  #counted(steps: number, origin: Origin): number {
    if (steps > this.#greatest) {
      this.#greatest = steps
      this.most = origin
    }
    return steps
  }
}

/** The most steps after the stars of a pattern. */
function patternSteps(pattern: string): number {
  const first = pattern.indexOf('*')
  if (first < 0) return 0
  const segments = pattern.slice(first).split('*').length - 1
  return pattern.length - first + segments * (2 * BRANCH + FIRST_PLACE)
}

function globSteps(raw: string): number {
  return Math.ceil((raw.length + 1) / GLOB_WORD) * GLOB_RUN
}

export const MOST_RULES = 500_000

interface RuleCount {
  readonly rules: number
  readonly most: Origin | null
}

interface Shared {
  readonly names: readonly string[]
  readonly scope: readonly string[] | null
  readonly rules: number
  readonly greatest: Origin | null
}

export function makesTooManyRules(policy: Policy): boolean {
  const { records, groups, repGroups } = policy
  // Without records, a token has at most all rules of its file, for either kind of crawler (C3).
  const all = [...groups, ...repGroups]
  const count = (of: (group: ConventionalGroup) => readonly unknown[]) =>
    all.reduce((sum, each) => sum + of(each).length, 0)
  if (
    records.length === 0 &&
    count(({ tokens }) => tokens) * count(({ rules }) => rules) <= MOST_RULES
  )
    return false
  return ruleCount(policy).rules > MOST_RULES
}

/**
 * Counts rules: one field on one pattern for one set of names. Most policies grow with their text.
 * Exceptions: a field with a resource set is a rule for each pattern (P5); what several names share
 * is repeated for each set of names that shares nothing else (C1, R7); and each name in the scope
 * of a referenced file (R11) counts.
 */
export function ruleCount(policy: Policy): RuleCount {
  const records = policy.records.map(sharedRecord)
  const parts = [records, policy.groups.map(sharedGroup), policy.repGroups.map(sharedGroup)].map(
    countedByNames,
  )
  const [most] = parts.sort((a, b) => b.rules - a.rules)
  return { rules: parts.reduce((sum, { rules }) => sum + rules, 0), most: most!.most }
}

function countedByNames(all: readonly Shared[]): RuleCount {
  const lists = new Map<string, number[]>()
  const scopes = new Map<unknown, number>()
  all.forEach(({ names, scope }, i) => {
    const number = cached(scopes, scope, () => scopes.size)
    for (const name of new Set(names)) {
      cached(lists, `${number} ${name}`, () => []).push(i)
    }
  })
  const counts = new Float64Array(all.length)
  // A list of names is stored for each name, however many records share it.
  for (const [first] of lists.values()) counts[first!]! += all[first!]!.scope?.length ?? 0
  const distinct = new Map([...lists.values()].map((list) => [list.join(), list]))
  for (const list of distinct.values()) for (const i of list) counts[i]! += all[i]!.rules
  const rules = counts.reduce((sum, each) => sum + each, 0)
  const most = counts.reduce((largest, each, i) => (each > counts[largest]! ? i : largest), 0)
  return { rules, most: all[most]?.greatest ?? null }
}

function sharedRecord({ names, scope, fields, subRecords }: AcapRecord): Shared {
  const all = [fields, ...subRecords.map((each) => each.fields)].flat()
  const rules = all.reduce((sum, { patterns }) => sum + patterns.length, 0)
  const [greatest] = [...all].sort((a, b) => b.patterns.length - a.patterns.length)
  return { names, scope, rules, greatest: greatest?.origin ?? null }
}

function sharedGroup({ tokens, scope, rules }: ConventionalGroup): Shared {
  return { names: tokens, scope, rules: rules.length, greatest: rules[0]?.origin ?? null }
}
