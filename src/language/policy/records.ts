/**
 * A record's lines → AcapRecord (R7, T1). References are read elsewhere; here they are only seen to stand alone.
 */
import { foldCase, purposePatternForm, targetForm } from '../../grammar/path-form.ts'
import type { Line } from '../text/lines.ts'
import type { RecordNode, SubRecordNode } from '../text/owners.ts'
import { fieldValue, nameSpan, valueSpan } from '../text/tree.ts'
import type { FileReading } from './file-reading.ts'
import { readPermission } from './permissions.ts'
import type { AcapRecord, ActionRequest, SubRecord } from './policy.ts'
import { hasScheme } from './resources.ts'

/** Reads one record. */
export function readRecord(file: FileReading, node: RecordNode): AcapRecord {
  const names = readNames(file, node)
  reportBesideReference(file, node)
  const isField = (line: Line) => line.field?.value === 'permission' || line.field?.value === 'prohibition'
  return {
    names,
    scope: file.scope,
    fields: node.fields.filter(isField).flatMap((line) => readPermission(file, line)),
    subRecords: node.subRecords.flatMap((sub) => readSubRecord(file, sub)),
    actions: node.fields.flatMap((line) => readAction(file, node, line) ?? []),
  }
}

/** R7: `*` addresses every crawler, no matter what stands beside it. An empty name identifies no crawler (R4). */
function readNames({ tree, report }: FileReading, { names: lines }: RecordNode): readonly string[] {
  for (const line of lines) if (fieldValue(tree, line) === '') report(nameSpan(tree, line), 'nameless', 'ACAP-crawler')
  const names = lines.map((line) => foldCase(fieldValue(tree, line)))
  if (!names.includes('*')) return [...new Set(names.filter((name) => name !== ''))]
  for (const line of lines)
    if (fieldValue(tree, line) !== '*') report(valueSpan(tree, line), 'name-beside-any', fieldValue(tree, line))
  return ['*']
}

/** ACAP Part 1, 2.3: a reference stands alone; what stands beside it applies all the same. */
function reportBesideReference({ tree, report }: FileReading, node: RecordNode): void {
  const reference = node.fields.find((line) => line.field?.value === 'reference')
  if (reference === undefined) return
  const others = [...node.fields, ...node.subRecords.flatMap((sub) => [...sub.purposes, ...sub.fields])]
  for (const line of others) {
    if (line !== reference) report(nameSpan(tree, line), 'beside-reference', reference.number)
  }
}

/** A sub-record whose purposes are all empty can match nothing (P1), and is none. */
function readSubRecord(file: FileReading, node: SubRecordNode): SubRecord[] {
  const { tree, report } = file
  for (const line of node.purposes) if (fieldValue(tree, line) === '') report(nameSpan(tree, line), 'empty-purpose')
  const purposes = node.purposes.map((line) => purposePatternForm(fieldValue(tree, line))).filter((each) => each !== '')
  const fields = node.fields.flatMap((line) => readPermission(file, line))
  return purposes.length === 0 ? [] : [{ purposes, fields }]
}

/** T1: one resource, by its path. */
function readAction(file: FileReading, node: RecordNode, line: Line): ActionRequest | null {
  const { tree, report, originOf } = file
  const value = line.field?.value
  if (value !== 'take-down' && value !== 're-crawl') return null
  const opened = node.subRecords[0]?.purposes[0]?.number ?? Number.POSITIVE_INFINITY
  if (line.number > opened) report(nameSpan(tree, line), 'action-in-sub-record')
  const path = fieldValue(tree, line)
  if (path === '' || path.includes('*') || path.endsWith('$') || hasScheme(path)) {
    report(valueSpan(tree, line), 'action-not-one-path', path)
    return null
  }
  const rooted = path.startsWith('/') ? path : `/${path}`
  return { action: value, path: foldCase(targetForm(rooted)), origin: originOf(line) }
}
