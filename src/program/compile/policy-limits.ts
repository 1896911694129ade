/** Policy → the most steps of a decision, the rules of its program, and which field makes most of them. */
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

/** How many such targets a request has at most: four times as many bytes (P8), each matched four times (P6). */
const MOST_EVALUATIONS = 16
export const MOST_STEPS = 4_000_000

/** Finding a byte among the children of a node: two binary searches over the sorted suffixes. */
const BRANCH = 10
const FIRST_PLACE = 20
/** Running a glob over the target, for every 32 of its characters. */
const GLOB_RUN = LONGEST_TARGET / 4
const GLOB_WORD = 32

/**
 * The steps of the most expensive request, and the field with most of them; null where no pattern has a `*`. A step is
 * a byte of a pattern that is compared, about 8 nanoseconds: `engine/suffix-index.ts` visits everything behind a `*`
 * once.
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

/** The records that one question looks at: those of the crawl, of the usage, of `present` and of `other` (L2, L4). */
function recordSteps({ config }: Policy, byUsage: ReadonlyMap<Usage, number>): number {
  const of = (usage: Usage | null) => (usage === null ? 0 : byUsage.get(usage)!)
  const all = [...byUsage.values()].reduce((sum, steps) => sum + steps, 0)
  // F1 makes fields of one usage fields of another: each of the four looks at all.
  if (Object.values(config.crawlers).some(({ interprets }) => interprets !== 'all')) return 4 * all
  return (
    of('crawl') + of('other') + Math.max(...USAGES.map((usage) => of(usage) + of(baseUsage(usage))))
  )
}

class StepCounter {
  most: Origin | null = null
  #greatest = 0
  /** Fields about one resource set share their patterns (P5). */
  readonly #bySet = new Map<readonly string[], number>()

  ofField({ patterns, origin }: PermissionField): number {
    const steps = cached(this.#bySet, patterns, () =>
      patterns.reduce((sum, each) => sum + patternSteps(each), 0),
    )
    return this.#counted(steps, origin)
  }

  /** The groups of the token that has the most (C1). */
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

/** What the walk behind the stars of a pattern takes at most. */
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
  // Without records, each token has each rule of its file at most, in either reading (C3).
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
 * Counts rules: a rule is one field on one pattern for one set of names. Most policies grow with their text. These do
 * not: a field about a resource set is a rule for each of its patterns (P5), and what several names share is repeated
 * for each set of names that shares nothing else (C1, R7). Each name in the scope of a referenced file (R11) counts as
 * a rule.
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
  // A list of names is written for each name, no matter how many records it shares.
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
