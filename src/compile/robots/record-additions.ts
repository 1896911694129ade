/**
 * Routes' crawl prohibitions → lines in every ACAP record and sub-record (E5), and records of their own for crawlers
 * that no record of the file speaks to, or that only a route or a referenced file names.
 */
import { matchesUserAgent } from '../../grammar/name-token.ts'
import { foldCase } from '../../grammar/path-form.ts'
import type { RecordNode } from '../../language/owners.ts'
import type { AcapRecord, Policy } from '../../language/policy.ts'
import { fieldValue, type Tree } from '../../language/tree.ts'
import { namesIn } from '../written-names.ts'
import { type Additions, acapField, type Prohibition } from './prohibitions.ts'
import { added, type ServedLine } from './served-line.ts'

type Purposes = readonly string[]

/** Adds what ACAP records have to say for the routes. Only they say it in every letter case (P3). */
export function addToRecords(tree: Tree, policy: Policy, prohibitions: readonly Prohibition[], to: Additions): void {
  if (policy.version.reading === 'none') return
  const general = prohibitions.filter(({ name }) => name === null)
  const records = tree.blocks.filter((block) => block.kind === 'record')
  if (general.length > 0) {
    const fields = general.filter(({ purposes }) => purposes.length === 0).map(acapField)
    for (const record of records) if (!refers(record)) addToRecord(record, fields, to)
    to.records.push(...generalRecords(tree, policy, records, general))
  }
  for (const name of new Set(prohibitions.flatMap(({ name }) => name ?? []))) {
    const own = prohibitions.filter((each) => each.name === name)
    to.records.push(recordFor(namesWith(name, policy), purposesOf(policy.records), own, namesIn(tree)))
  }
}

/** P1 2.3: a record that refers to another file holds nothing else. */
function refers({ fields }: RecordNode): boolean {
  return fields.some(({ field }) => field?.value === 'reference')
}

function addToRecord(record: RecordNode, fields: readonly ServedLine[], to: Additions): void {
  const opened = record.subRecords[0]?.purposes[0]?.number ?? Number.POSITIVE_INFINITY
  const own = [...record.names, ...record.fields].map(({ number }) => number)
  to.addAfter(Math.max(...own.filter((number) => number < opened)), fields)
  for (const sub of record.subRecords) {
    to.addAfter(Math.max(...[...sub.purposes, ...sub.fields].map(({ number }) => number)), fields)
  }
}

/**
 * Records for whoever no record of the file speaks to: `*`, and the crawlers of files that are referred to. What a route
 * binds to purposes stands in them for all crawlers, so that it joins no sub-record of the author's.
 */
function generalRecords(
  tree: Tree,
  policy: Policy,
  records: readonly RecordNode[],
  prohibitions: readonly Prohibition[],
): ServedLine[][] {
  const isBound = prohibitions.some(({ purposes }) => purposes.length > 0)
  const elsewhere = policy.records.filter((record) => isElsewhere(record, tree.source.file))
  const referring = records.filter(refers).flatMap(({ names }) => names.map((line) => foldCase(fieldValue(tree, line))))
  const names = new Set([...referring, ...(isBound ? policy.records : elsewhere).flatMap((each) => each.names)])
  names.delete('*')
  names.delete('')
  const purposes = purposesOf(elsewhere)
  const hasAny = records.some((each) => !refers(each) && each.names.some((line) => fieldValue(tree, line) === '*'))
  const needsAny = isBound || !hasAny || purposes.length > 0
  const wanted = [...(needsAny ? [['*']] : []), ...(names.size > 0 ? [[...names]] : [])]
  return wanted.map((each) => recordFor(each, purposes, prohibitions, namesIn(tree)))
}

function isElsewhere({ fields, subRecords }: AcapRecord, file: string): boolean {
  return [...fields, ...subRecords.flatMap((sub) => sub.fields)].some(({ origin }) => origin.source !== file)
}

/** I2: the levels of a crawler of that name are its own and those of every longer name that it goes by. */
function namesWith(name: string, { records }: Policy): string[] {
  const longer = records.flatMap(({ names }) => names).filter((each) => matchesUserAgent(name, each))
  return [...new Set([name, ...longer])]
}

/** The purposes to which some field of the records is bound: such a field beats those that are bound to none (L1). */
function purposesOf(records: readonly AcapRecord[]): Purposes[] {
  const all = records.flatMap(({ subRecords }) => subRecords.map(({ purposes }) => purposes))
  return [...new Map(all.map((purposes) => [purposes.join('\n'), purposes])).values()]
}

function recordFor(
  names: readonly string[],
  purposes: readonly Purposes[],
  prohibitions: readonly Prohibition[],
  write: (name: string) => string,
): ServedLine[] {
  const fields = prohibitions.filter((each) => each.purposes.length === 0).map(acapField)
  const bound = fields.length === 0 ? [] : purposes.flatMap((each) => [...purposeLines(each), ...fields])
  return [
    ...names.map((name) => added(`ACAP-crawler: ${write(name)}`)),
    ...fields,
    ...bound,
    ...prohibitions.flatMap(boundRecord),
  ]
}

/** The sub-record of a prohibition that a route binds to purposes. */
function boundRecord(prohibition: Prohibition): ServedLine[] {
  const { purposes } = prohibition
  return purposes.length === 0 ? [] : [...purposeLines(purposes), acapField(prohibition)]
}

function purposeLines(purposes: Purposes): ServedLine[] {
  return purposes.map((purpose) => added(`ACAP-usage-purpose: ${purpose}`))
}
