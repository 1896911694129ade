/**
 * ACAP records → record classes: names that are addressed by the same records share one set of tries.
 */
import { type BoundRules, type ClassRef, RE_CRAWL_SLOT, TAKE_DOWN_SLOT } from '../bundle/program.ts'
import { foldCase } from '../grammar/path-form.ts'
import type { AcapRecord, PermissionField } from '../language/policy/policy.ts'
import type { SiteConfig } from '../vocabulary/site-config.ts'
import { USAGES, usageIndex } from '../vocabulary/usages.ts'
import { cached, scopeKeys } from './cached.ts'
import type { RuleTable } from './rule-table.ts'
import { matchingForm, type TrieBuilder, type TrieItem } from './trie-builder.ts'

export class RecordClasses {
  readonly roots: number[] = []
  readonly bound: (readonly BoundRules[])[] = []
  readonly #refs = new Map<string, ClassRef[]>()
  readonly #classes = new Map<string, number>()
  readonly #rows = new Map<PermissionField, readonly number[]>()
  readonly #rules: RuleTable
  readonly #tries: TrieBuilder
  readonly #takeDownQuery: SiteConfig['takeDownQuery']

  constructor(
    records: readonly AcapRecord[],
    rules: RuleTable,
    tries: TrieBuilder,
    takeDownQuery: SiteConfig['takeDownQuery'],
  ) {
    this.#rules = rules
    this.#tries = tries
    this.#takeDownQuery = takeDownQuery
    const numbers = new Map(records.map((record, number) => [record, number]))
    for (const [name, byScope] of recordsByName(records)) {
      const refs = [...byScope.values()].map((list) => {
        const key = list.map((record) => numbers.get(record)).join()
        return { id: this.#classOf(key, list), scope: list[0]!.scope }
      })
      this.#refs.set(name, refs)
    }
  }

  /** The names that records address, `*` among them. */
  get names(): readonly string[] {
    return [...this.#refs.keys()]
  }

  of(name: string): readonly ClassRef[] {
    return this.#refs.get(name) ?? []
  }

  #classOf(key: string, records: readonly AcapRecord[]): number {
    return cached(this.#classes, key, () => {
      const fields = records.flatMap((record) => record.fields)
      this.roots.push(...this.#rootsByUsage(fields), ...this.#actionRoots(records))
      return this.bound.push(this.#boundRules(records)) - 1
    })
  }

  #rootsByUsage(fields: readonly PermissionField[]): number[] {
    const items = USAGES.map((): TrieItem[] => [])
    for (const field of fields) {
      const rows = cached(this.#rows, field, () => this.#rules.addField(field))
      field.patterns.forEach((pattern, i) => {
        items[usageIndex(field.usage)]!.push({ pattern: matchingForm(foldCase(pattern)), entry: rows[i]! })
      })
    }
    return items.map((list) => this.#tries.add(list))
  }

  /** T1: the whole target must equal the path; with `take-down-query = "any"`, up to its query. */
  #actionRoots(records: readonly AcapRecord[]): number[] {
    const roots: number[] = []
    for (const action of ['take-down', 're-crawl'] as const) {
      const requests = records.flatMap((record) => record.actions.filter((request) => request.action === action))
      const anyQuery = action === 'take-down' && this.#takeDownQuery === 'any'
      const items = requests.flatMap(({ path, origin }) => {
        const entry = this.#rules.addPlace(origin)
        const patterns = anyQuery && !path.includes('?') ? [`${path}$`, `${path}?`] : [`${path}$`]
        return patterns.map((pattern) => ({ pattern, entry }))
      })
      roots[(action === 'take-down' ? TAKE_DOWN_SLOT : RE_CRAWL_SLOT) - USAGES.length] = this.#tries.add(items)
    }
    return roots
  }

  /** Sub-records with the same purposes are one. */
  #boundRules(records: readonly AcapRecord[]): BoundRules[] {
    const byPurposes = new Map<string, { purposes: readonly string[]; fields: PermissionField[] }>()
    for (const { purposes, fields } of records.flatMap((record) => record.subRecords)) {
      const key = purposes.join(' ')
      cached(byPurposes, key, () => ({ purposes, fields: [] })).fields.push(...fields)
    }
    return [...byPurposes.values()].map(({ purposes, fields }) => ({ purposes, roots: this.#rootsByUsage(fields) }))
  }
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
