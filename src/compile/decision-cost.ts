/**
 * Policy → how many steps a decision can take at most, counted from the patterns before anything is compiled, and which
 * field takes the most of them. A step is a byte of a pattern that is compared, about 8 nanoseconds.
 *
 * It counts what `engine/suffix-index.ts` does in the worst case: everything behind a `*` is visited once. What
 * stands before the first `*` of a pattern costs no more than the target's own length, regardless of the number of
 * rules.
 */
import { isGlob } from '../grammar/glob.ts'
import { LONGEST_TARGET } from '../grammar/path-form.ts'
import type { ConventionalGroup, Origin, PermissionField, Policy } from '../language/policy/policy.ts'
import { baseUsage, USAGES, type Usage } from '../vocabulary/usages.ts'
import { cached } from './cached.ts'

/**
 * How many targets of that length one request is decided for at most: its spellings have four times as many bytes in
 * all (P8), and each is matched up to four times (P6).
 */
const MOST_EVALUATIONS = 16
/** The most steps that a policy may take for one request. */
export const MOST_STEPS = 4_000_000

/** Finding a byte among the children of a node: two binary searches over the sorted suffixes. */
const BRANCH = 10
/** Finding the first place where a text occurs. */
const FIRST_PLACE = 20
/** Running a glob over the target, for every 32 of its characters. */
const GLOB_RUN = LONGEST_TARGET / 4
const GLOB_WORD = 32

/** What a policy costs. */
interface DecisionCost {
  /** For one request at all its spellings. */
  readonly steps: number
  /** The field with the greatest share; null where no pattern has a `*`. */
  readonly most: Origin | null
}

/** Counts the steps of the most expensive request. */
export function decisionCost(policy: Policy): DecisionCost {
  const counter = new StepCounter()
  const fields = policy.records.flatMap((record) => [record, ...record.subRecords].flatMap((each) => each.fields))
  const byUsage = new Map<Usage, number>(USAGES.map((usage) => [usage, 0]))
  for (const field of fields) byUsage.set(field.usage, byUsage.get(field.usage)! + counter.ofField(field))
  const routes = policy.routes.reduce((sum, { match }) => sum + patternSteps(match), 0)
  const groups = Math.max(...[policy.groups, policy.repGroups].map((each) => counter.ofGroups(each)))
  const pageTerms = [...byUsage].reduce((sum, [usage, steps]) => (usage === 'crawl' ? sum : sum + steps), 0)
  const steps = (routes + pageTerms + recordSteps(policy, byUsage) + groups) * MOST_EVALUATIONS
  return { steps, most: counter.most }
}

/** The records that one question looks at: those of the crawl, of the usage, of `present` and of `other` (L2, L4). */
function recordSteps({ config }: Policy, byUsage: ReadonlyMap<Usage, number>): number {
  const of = (usage: Usage | null) => (usage === null ? 0 : byUsage.get(usage)!)
  const all = [...byUsage.values()].reduce((sum, steps) => sum + steps, 0)
  // F1 makes fields of one usage fields of another: each of the four looks at all.
  if (Object.values(config.crawlers).some(({ interprets }) => interprets !== 'all')) return 4 * all
  return of('crawl') + of('other') + Math.max(...USAGES.map((usage) => of(usage) + of(baseUsage(usage))))
}

/** Adds up steps, and remembers the field with the most. */
class StepCounter {
  most: Origin | null = null
  #greatest = 0
  /** Fields about one resource set share their patterns (P5). */
  readonly #bySet = new Map<readonly string[], number>()

  ofField({ patterns, origin }: PermissionField): number {
    const steps = cached(this.#bySet, patterns, () => patterns.reduce((sum, each) => sum + patternSteps(each), 0))
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
