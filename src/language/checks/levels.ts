/**
 * A policy's records → the levels of L1 that they make: the fields for one name, one set of purposes and one
 * usage. Fields of several records to one name are one level.
 */
import { orderKey } from '../../grammar/pattern-order.ts'
import type { Effect } from '../../vocabulary/decision-words.ts'
import type { Usage } from '../../vocabulary/usages.ts'
import type { PermissionField, Policy } from '../policy/policy.ts'

/** One pattern of a field. */
export interface Entry {
  readonly field: PermissionField
  readonly pattern: string
  /** The pattern as L3 compares it. */
  readonly key: string
  /** What the field does after Q4. */
  readonly effect: Effect
}

export interface Level {
  readonly name: string
  readonly purposes: readonly string[]
  readonly scope: readonly string[] | null
  readonly usage: Usage
  readonly entries: Entry[]
}

/** The levels of a policy, in the order of their first fields. */
export function levelsOf({ records }: Policy): Level[] {
  const levels = new Map<string, Level>()
  for (const { names, scope, fields, subRecords } of records) {
    for (const { purposes, fields: bound } of [{ purposes: [], fields }, ...subRecords]) {
      const byUsage = bound.map((field) => ({ usage: field.usage, entries: entriesOf(field) }))
      for (const name of names) {
        const id = JSON.stringify([name, [...purposes].sort(), scope])
        for (const { usage, entries } of byUsage) {
          const level = levels.get(id + usage) ?? { name, purposes, scope, usage, entries: [] }
          for (const entry of entries) level.entries.push(entry)
          levels.set(id + usage, level)
        }
      }
    }
  }
  return [...levels.values()]
}

function entriesOf(field: PermissionField): Entry[] {
  const effect = field.uninterpretable ? 'disallow' : field.effect
  return field.patterns.map((pattern) => ({ field, pattern, key: orderKey(pattern), effect }))
}

/** Groups of items that agree in something. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return [...groups.values()]
}
