/**
 * Policy → how many rules its program will hold, counted before anything is compiled. A rule is one field on one pattern
 * for one set of names.
 *
 * Most policies grow with their text. These do not: a field about a resource set is a rule for each pattern of the set
 * (P5), and what several names share is repeated for each set of names that shares nothing else (C1, R7). Each name of a
 * referenced file has a list of all names for which it counts (R11), and every name in it counts as a rule. A policy of
 * 500 KiB can ask for a hundred million rules in this way, so the build has a limit.
 */
import type { AcapRecord, ConventionalGroup, Origin, Policy } from '../language/policy/policy.ts'
import { cached } from './cached.ts'

/** The most rules that are compiled for one site. */
export const MOST_RULES = 500_000

/** How many rules there are, and which field makes the most of them; null where there are none. */
interface RuleCount {
  readonly rules: number
  readonly most: Origin | null
}

/** Something that names share: how many rules it has, and its greatest field. */
interface Shared {
  readonly names: readonly string[]
  readonly scope: readonly string[] | null
  readonly rules: number
  readonly greatest: Origin | null
}

/** Whether a policy makes more rules than are compiled. */
export function makesTooManyRules(policy: Policy): boolean {
  const { records, groups, repGroups } = policy
  // Without records, each token has each rule of its file at most, in either reading (C3).
  const all = [...groups, ...repGroups]
  const count = (of: (group: ConventionalGroup) => readonly unknown[]) =>
    all.reduce((sum, each) => sum + of(each).length, 0)
  if (records.length === 0 && count(({ tokens }) => tokens) * count(({ rules }) => rules) <= MOST_RULES) return false
  return ruleCount(policy).rules > MOST_RULES
}

/** Counts the rules of a site. Linear in the text. */
export function ruleCount(policy: Policy): RuleCount {
  const records = policy.records.map(sharedRecord)
  const parts = [records, policy.groups.map(sharedGroup), policy.repGroups.map(sharedGroup)].map(countedByNames)
  const [most] = parts.sort((a, b) => b.rules - a.rules)
  return { rules: parts.reduce((sum, { rules }) => sum + rules, 0), most: most!.most }
}

/** What each set of names has, counted once for each set. */
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
  const greatest = all.reduce<AcapRecord['fields'][number] | null>(
    (best, field) => (best === null || field.patterns.length > best.patterns.length ? field : best),
    null,
  )
  return { names, scope, rules, greatest: greatest?.origin ?? null }
}

function sharedGroup({ tokens, scope, rules }: ConventionalGroup): Shared {
  return { names: tokens, scope, rules: rules.length, greatest: rules[0]?.origin ?? null }
}
