/** Groups names that the same ACAP records address into classes, which share one set of tries. */

import { cached } from '../../base/cached.ts'
import type { AcapRecord, PermissionField, Policy } from '../../language/policy/policy.ts'
import { foldCase } from '../../words/path-form.ts'
import type { SiteConfig } from '../../words/site-config.ts'
import { USAGES, usageIndex } from '../../words/usages.ts'
import type { BoundRules, ClassRef } from '../program.ts'
import type { RuleTable } from './rule-table.ts'
import { matchingForm, type TrieBuilder, type TrieItem } from './trie-builder.ts'

const NO_CLASSES = {
  roots: new Uint32Array(),
  bound: [],
  refs: new Map<string, readonly ClassRef[]>(),
}

/** `refs`: by name (and `*`), the record classes that address it. */
export function recordClasses({ records, config }: Policy, rules: RuleTable, tries: TrieBuilder) {
  if (records.length === 0) return NO_CLASSES
  const numbers = new Map(records.map((record, number) => [record, number]))
  const ids = new Map<string, number>()
  const rows = new Map<PermissionField, readonly number[]>()
  const roots: number[] = []
  const bound: (readonly BoundRules[])[] = []
  const byUsage = (fields: readonly PermissionField[]) => {
    const items = USAGES.map((): TrieItem[] => [])
    for (const field of fields) {
      const entries = cached(rows, field, () => rules.addField(field))
      field.patterns.forEach((pattern, i) => {
        items[usageIndex(field.usage)]!.push({
          pattern: matchingForm(foldCase(pattern)),
          entry: entries[i]!,
        })
      })
    }
    return rootsOf(items)
  }
  const rootsOf = (lists: readonly (readonly TrieItem[])[]) => {
    const added: number[] = []
    for (const list of lists) added.push(tries.add(list))
    return added
  }
  const classOf = (list: readonly AcapRecord[]) =>
    cached(ids, list.map((record) => numbers.get(record)).join(), () => {
      roots.push(...byUsage(list.flatMap((record) => record.fields)))
      roots.push(...rootsOf(actionItems(list, config, rules)))
      const own: BoundRules[] = []
      for (const { purposes, fields } of boundFields(list))
        own.push({ purposes, roots: byUsage(fields) })
      bound.push(own)
      return bound.length - 1
    })
  const refs = new Map(
    [...recordsByName(records)].map(([name, byScope]) => {
      const lists = [...byScope.values()]
      return [name, lists.map((list) => ({ id: classOf(list), scope: list[0]!.scope }))]
    }),
  )
  return { roots: new Uint32Array(roots), bound, refs }
}

/**
 * Patterns for action requests by slot. A take-down must equal the whole target, or its path with
 * `take-down-query = "any"` (T1).
 */
function actionItems(
  records: readonly AcapRecord[],
  { takeDownQuery }: SiteConfig,
  rules: RuleTable,
): TrieItem[][] {
  return (['take-down', 're-crawl'] as const).map((action) => {
    const requests = records.flatMap((record) =>
      record.actions.filter((request) => request.action === action),
    )
    const anyQuery = action === 'take-down' && takeDownQuery === 'any'
    return requests.flatMap(({ path, origin }) => {
      const entry = rules.addPlace(origin)
      const patterns = anyQuery && !path.includes('?') ? [`${path}$`, `${path}?`] : [`${path}$`]
      return patterns.map((pattern) => ({ pattern, entry }))
    })
  })
}

/** Sub-records with the same purposes are merged. */
function boundFields(records: readonly AcapRecord[]) {
  const byPurposes = new Map<string, { purposes: readonly string[]; fields: PermissionField[] }>()
  for (const { purposes, fields } of records.flatMap((record) => record.subRecords)) {
    cached(byPurposes, purposes.join(' '), () => ({ purposes, fields: [] })).fields.push(...fields)
  }
  return [...byPurposes.values()]
}

/** Name → scope → records, in file order. */
function recordsByName(records: readonly AcapRecord[]): Map<string, Map<string, AcapRecord[]>> {
  const byName = new Map<string, Map<string, AcapRecord[]>>()
  const scopeKey = scopeKeys()
  for (const record of records) {
    const key = scopeKey(record.scope)
    for (const name of new Set(record.names)) {
      const byScope = cached(byName, name, () => new Map<string, AcapRecord[]>())
      cached(byScope, key, () => []).push(record)
    }
  }
  return byName
}

/**
 * Numbers scopes by their names (R11), because a list of thousands of names should be hashed once.
 */
export function scopeKeys(): (scope: readonly string[] | null) => string {
  const keys = new Map<readonly string[] | null, string>()
  return (scope) => cached(keys, scope, () => JSON.stringify(scope))
}
