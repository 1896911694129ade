/** Adds routes' crawl prohibitions to ACAP records and sub-records, or in new records (E5). */

import { type AcapRecord, allFields, type PermissionField } from '../../language/policy/policy.ts'
import type { Line } from '../../language/text/lines.ts'
import type { RecordNode } from '../../language/text/owners.ts'
import { fieldValue } from '../../language/text/tree.ts'
import { matchesUserAgent } from '../../words/name-token.ts'
import { foldCase } from '../../words/path-form.ts'
import type { Additions } from './additions.ts'
import {
  acapField,
  PatternIndex,
  type Prohibition,
  purposeLines,
  purposesIn,
} from './prohibitions.ts'
import { added } from './served-line.ts'

/**
 * Adds what ACAP records have to say for the routes. Only they say it in every letter case (P3).
 */
export class RecordAdditions {
  readonly #to: Additions
  readonly #records: readonly RecordNode[]
  readonly #byLine: ReadonlyMap<number, PermissionField>

  constructor(to: Additions) {
    this.#to = to
    this.#records = to.tree.blocks.filter((block) => block.kind === 'record')
    const own = to.policy.records
      .flatMap(allFields)
      .filter(({ origin }) => origin.source === to.tree.source.file)
    this.#byLine = new Map(own.filter(closesCrawl).map((field) => [field.origin.line, field]))
  }

  add(): void {
    if (this.#to.policy.version.reading === 'none') return
    const general = this.#to.prohibitions.filter(({ name }) => name === null)
    const [unbound, bound] = [general.filter((each) => !isBound(each)), general.filter(isBound)]
    for (const record of this.#records)
      if (!refers(record) && !this.#to.isFull) this.#complete(record, unbound)
    if (this.#to.isFull) return
    if (unbound.length > 0) this.#addElsewhere(unbound)
    const named = [...new Set(this.#to.prohibitions.flatMap(({ name }) => name ?? []))]
    const all = [...this.#to.policy.records.flatMap(({ names }) => names), ...named]
    this.#addRecord(['*'], [], bound, unbound)
    this.#addRecord(all.filter(isNoAny), [], bound, unbound)
    for (const name of named) {
      const own = this.#to.prohibitions.filter((each) => each.name === name)
      // I2: the levels of a crawler of that name are its own and those of every longer name that
      // contains it.
      const names = [name, ...all.filter((each) => matchesUserAgent(name, each))]
      this.#addRecord(names, purposesOf(this.#to.policy.records), own, unbound)
    }
  }

  #complete(record: RecordNode, prohibitions: readonly Prohibition[]): void {
    const opened = record.subRecords[0]?.purposes[0]?.number ?? Infinity
    const own = record.fields.filter(({ number }) => number < opened)
    this.#completeBlock([...record.names, ...own], prohibitions)
    for (const { purposes, fields } of record.subRecords) {
      // A sub-record whose purposes are all empty is none (R7), and its fields are ignored.
      if (purposes.every((line) => fieldValue(this.#to.tree, line) === '')) continue
      this.#completeBlock([...purposes, ...fields], prohibitions)
    }
  }

  #completeBlock(lines: readonly Line[], prohibitions: readonly Prohibition[]): void {
    const stated = this.#stating(lines.flatMap(({ number }) => this.#byLine.get(number) ?? []))
    const missing = prohibitions.filter((each) => !this.#isStated(stated, each))
    this.#to.addAfter(Math.max(...lines.map(({ number }) => number)), missing.map(acapField))
  }

  #stating(fields: readonly PermissionField[]): PatternIndex<PermissionField> {
    const index = new PatternIndex<PermissionField>(this.#to.stated)
    for (const field of fields) for (const each of field.patterns) index.add(foldCase(each), field)
    return index
  }

  #isStated(stated: PatternIndex<PermissionField>, { pattern, routes }: Prohibition): boolean {
    const field = stated.find(foldCase(pattern))
    if (field?.origin.source === this.#to.tree.source.file)
      this.#to.noteStated(field.origin.line, routes)
    return field !== null
  }

  /**
   * Adds records for crawlers without a record in the file: `*`, and the crawlers of referenced
   * files.
   */
  #addElsewhere(prohibitions: readonly Prohibition[]): void {
    const elsewhere = this.#to.policy.records.filter(
      (each) => each.scope !== null && allFields(each).length > 0,
    )
    // The policy's records begin with those of this file, in their order.
    const named = this.#records.map((node, i) => ({
      refers: refers(node),
      names: this.#to.policy.records[i]!.names,
    }))
    const referring = named.filter((each) => each.refers).flatMap(({ names }) => names)
    const hasAny = named.some((each) => !each.refers && each.names.includes('*'))
    const purposes = purposesOf(elsewhere)
    if (!hasAny || purposes.length > 0) this.#addRecord(['*'], purposes, prohibitions)
    const names = [...referring, ...elsewhere.flatMap((each) => each.names)]
    this.#addRecord(names.filter(isNoAny), purposes, prohibitions)
  }

  /**
   * Adds one record with `prohibitions` for those of the names whose records lack some of them. It
   * has `others`, too, because every record needs them (E5). `purposes`: those for which a record
   * permits the crawl. Fields bound to a purpose come first (L1), so prohibitions that are bound to
   * none are repeated for each.
   */
  #addRecord(
    names: readonly string[],
    purposes: readonly (readonly string[])[],
    prohibitions: readonly Prohibition[],
    others: readonly Prohibition[] = [],
  ): void {
    const bindings = (each: Prohibition) => (isBound(each) ? [each.purposes] : [[], ...purposes])
    const isCovered = (name: string) =>
      prohibitions.every((each) =>
        bindings(each).every((bound) => this.#isCovered(name, bound, each)),
      )
    const open = [...new Set(names)].filter((name) => name !== '' && !isCovered(name))
    if (open.length === 0) return
    const unbound = [...others, ...prohibitions.filter((each) => !isBound(each))].map(acapField)
    const bound = prohibitions
      .filter(isBound)
      .map((each) => [...purposeLines(each.purposes), acapField(each)])
    const again = prohibitions.every(isBound) ? [] : purposes.map(purposeLines)
    this.#to.records.push([
      ...open.map((name) => added(`ACAP-crawler: ${this.#to.written(name)}`)),
      ...unbound,
      ...[...again, ...bound].flatMap((opening) => [...opening, ...unbound]),
    ])
  }

  #isCovered(name: string, purposes: readonly string[], prohibition: Prohibition): boolean {
    const records = this.#to.policy.records.filter(
      ({ names, scope }) => scope === null && names.includes(name),
    )
    const bound = records
      .flatMap((record) => record.subRecords)
      .filter((sub) => sub.purposes.join('\n') === purposes.join('\n'))
    const fields = (purposes.length === 0 ? records : bound).flatMap((each) => each.fields)
    return this.#isStated(this.#stating(fields.filter(closesCrawl)), prohibition)
  }
}

function isBound({ purposes }: Prohibition): boolean {
  return purposes.length > 0
}

/** ACAP Part 1, 2.3: a record that refers to another file holds nothing else. */
function refers({ fields }: RecordNode): boolean {
  return fields.some(({ field }) => field?.value === 'reference')
}

/** R7: a name beside `*` has no effect. */
function isNoAny(name: string): boolean {
  return name !== '*'
}

function closesCrawl({ effect, usage }: PermissionField): boolean {
  return effect === 'disallow' && usage === 'crawl'
}

function purposesOf(records: readonly AcapRecord[]): (readonly string[])[] {
  return purposesIn(records, ({ effect, usage }) => effect === 'allow' && usage === 'crawl')
}
