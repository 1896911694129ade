/**
 * The levels and groups of a policy, as crawlers see them, for other checks: records by the levels
 * of L1, groups merged by token (C1).
 */
import { cached } from '../../base/cached.ts'
import type { Effect } from '../../words/decision-words.ts'
import { orderKey } from '../../words/pattern-relations.ts'
import type { Usage } from '../../words/usages.ts'
import type { ConventionalRule, PermissionField, Policy } from '../policy/policy.ts'

export interface LevelEntry {
  readonly field: PermissionField
  readonly pattern: string
  /** The pattern in the form that L3 compares. */
  readonly key: string
  /** The effect after Q4. */
  readonly effect: Effect
}

export interface FieldLevel {
  readonly name: string
  readonly purposes: readonly string[]
  readonly scope: readonly string[] | null
  readonly usage: Usage
  /** Names with the same records share a list. */
  readonly entries: readonly LevelEntry[]
}

/**
 * Larger policies are not checked by level: the build refuses them
 * (src/program/compile/policy-limits.ts).
 */
const MOST_ENTRIES = 500_000

interface Binding {
  readonly names: readonly string[]
  readonly purposes: readonly string[]
  readonly scope: readonly string[] | null
  readonly fields: readonly PermissionField[]
}

type Addressee = Pick<FieldLevel, 'name' | 'purposes' | 'scope'> & { readonly bindings: Binding[] }

export function levelsOf({ records }: Policy): FieldLevel[] {
  const bindings = records.flatMap(({ names, scope, fields, subRecords }) =>
    [{ purposes: [], fields }, ...subRecords].map((bound) => ({ ...bound, names, scope })),
  )
  const numbers = new Map(bindings.map((binding, i) => [binding, i]))
  const known = new Map<string, ReturnType<typeof entriesByUsage>>()
  let left = MOST_ENTRIES
  const levels: FieldLevel[] = []
  for (const { bindings: own, ...addressee } of addresseesOf(bindings)) {
    const key = own.map((binding) => numbers.get(binding)).join()
    let all = known.get(key)
    if (all === undefined) {
      for (const { fields } of own) for (const { patterns } of fields) left -= patterns.length
      if (left < 0) return []
      all = entriesByUsage(own)
      known.set(key, all)
    }
    for (const each of all) levels.push({ ...addressee, ...each })
  }
  return levels
}

/** Levels without duplicates, for what does not depend on names. */
export function distinctLevels(levels: readonly FieldLevel[]): readonly FieldLevel[] {
  return [...new Map(levels.map((level) => [level.entries, level])).values()]
}

function addresseesOf(bindings: readonly Binding[]): Iterable<Addressee> {
  const found = new Map<string, Addressee>()
  const texts = new Map<unknown, string>()
  for (const binding of bindings) {
    const { names, purposes, scope } = binding
    const text = cached(texts, scope, () => JSON.stringify(scope))
    const rest = JSON.stringify([[...purposes].sort(), text])
    for (const name of new Set(names)) {
      const addressee = cached(found, `${name} ${rest}`, () => ({
        name,
        purposes,
        scope,
        bindings: [],
      }))
      addressee.bindings.push(binding)
    }
  }
  return found.values()
}

function entriesByUsage(
  bindings: readonly Binding[],
): readonly Pick<FieldLevel, 'usage' | 'entries'>[] {
  const fields = bindings.flatMap((binding) => binding.fields)
  return groupBy(fields, ({ usage }) => usage).map((own) => {
    const entries = own.flatMap((field) => {
      const effect = field.uninterpretable ? 'disallow' : field.effect
      return field.patterns.map((pattern) => ({ field, pattern, key: orderKey(pattern), effect }))
    })
    return { usage: own[0]!.usage, entries }
  })
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    cached(groups, keyOf(item), () => []).push(item)
  }
  return [...groups.values()]
}

/**
 * The limit for copied rules. Many names that share one long group and also have their own would
 * exceed it.
 */
const MOST_COPIED = 200_000

export interface MergedGroup {
  readonly tokens: readonly string[]
  /**
   * The indexes of its groups: first those in the robots.txt, then those of files that it
   * references.
   */
  readonly places: readonly number[]
  readonly rules: readonly ConventionalRule[]
}

/**
 * Merges groups, by default those for all crawlers (R11). Rules beyond MOST_COPIED are left out.
 */
export function mergedGroups(policy: Policy, all = false): readonly MergedGroup[] {
  const groups = policy.groups.filter(({ scope }) => all || scope === null)
  const pairs = groups.flatMap(({ tokens }, place) => tokens.map((token) => ({ token, place })))
  const placed = groupBy(pairs, ({ token }) => token).map((own) => ({
    token: own[0]!.token,
    places: own.map(({ place }) => place),
  }))
  let left = MOST_COPIED
  return groupBy(placed, ({ places }) => places.join()).flatMap((alike) => {
    const { places } = alike[0]!
    const tokens = alike.map(({ token }) => token)
    const parts = places.map((place) => groups[place]!.rules)
    if (parts.length === 1) return [{ tokens, places, rules: parts[0]! }]
    left -= parts.reduce((sum, { length }) => sum + length, 0)
    return left < 0 ? [] : [{ tokens, places, rules: parts.flat() }]
  })
}
