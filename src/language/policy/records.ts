/**
 * Reads a record's lines (R7, T1): a field for each standard usage (L7, V2, V3, Q, P4, P5).
 */
import { foldCase, purposePatternForm, targetForm } from '../../words/path-form.ts'
import { judgeQualifiers } from '../../words/qualifier-issues.ts'
import { splitQualifiers } from '../../words/qualifier-words.ts'
import { readUsageName } from '../../words/usage-name.ts'
import { USAGES } from '../../words/usages.ts'
import { type Line, trimBlanks } from '../text/lines.ts'
import type { RecordNode, SubRecordNode } from '../text/owners.ts'
import {
  fieldName,
  fieldValue,
  nameSpan,
  spanOf,
  valueSpan,
  type Word,
  wordSpan,
  wordsOf,
} from '../text/tree.ts'
import { type Constituent, type FileReading, originOf } from './definitions.ts'
import { LOCAL_USAGE, PERMISSION, PROHIBITION, usagePart } from './fields.ts'
import type { AcapRecord, ActionRequest, PermissionField, SubRecord } from './policy.ts'
import { featureOf, reportQualifierIssues } from './qualifier-findings.ts'
import { hasScheme, readPattern, setName } from './resources.ts'

export function readRecord(file: FileReading, node: RecordNode): AcapRecord {
  const names = readNames(file, node)
  reportBesideReference(file, node)
  const isField = (line: Line) =>
    line.field?.value === 'permission' || line.field?.value === 'prohibition'
  return {
    names,
    scope: file.scope,
    fields: node.fields.filter(isField).flatMap((line) => readPermission(file, line)),
    subRecords: node.subRecords.flatMap((sub) => readSubRecord(file, sub)),
    actions: node.fields.flatMap((line) => readAction(file, node, line) ?? []),
  }
}

/**
 * `*` addresses all crawlers, even beside other names (R7). An empty name identifies no crawler
 * (R4).
 */
function readNames({ tree, report }: FileReading, { names: lines }: RecordNode): readonly string[] {
  for (const line of lines)
    if (fieldValue(tree, line) === '') report(nameSpan(tree, line), 'nameless', 'ACAP-crawler')
  const names = lines.map((line) => foldCase(fieldValue(tree, line)))
  if (!names.includes('*')) return [...new Set(names.filter((name) => name !== ''))]
  for (const line of lines)
    if (fieldValue(tree, line) !== '*')
      report(valueSpan(tree, line), 'name-beside-any', fieldValue(tree, line))
  return ['*']
}

/** A reference should be alone, but fields beside it apply, too (ACAP Part 1, 2.3). */
function reportBesideReference({ tree, report }: FileReading, node: RecordNode): void {
  const reference = node.fields.find((line) => line.field?.value === 'reference')
  if (reference === undefined) return
  const others = [
    ...node.fields,
    ...node.subRecords.flatMap((sub) => [...sub.purposes, ...sub.fields]),
  ]
  for (const line of others) {
    if (line !== reference) report(nameSpan(tree, line), 'beside-reference', reference.number)
  }
}

/** A sub-record with only empty purposes can never match (P1) and is dropped. */
function readSubRecord(file: FileReading, node: SubRecordNode): SubRecord[] {
  const { tree, report } = file
  for (const line of node.purposes)
    if (fieldValue(tree, line) === '') report(nameSpan(tree, line), 'empty-purpose')
  const purposes = node.purposes
    .map((line) => purposePatternForm(fieldValue(tree, line)))
    .filter((each) => each !== '')
  const fields = node.fields.flatMap((line) => readPermission(file, line))
  return purposes.length === 0 ? [] : [{ purposes, fields }]
}

function readAction(file: FileReading, node: RecordNode, line: Line): ActionRequest | null {
  const { tree, report } = file
  const value = line.field?.value
  if (value !== 'take-down' && value !== 're-crawl') return null
  const opened = node.subRecords[0]?.purposes[0]?.number ?? Infinity
  if (line.number > opened) report(nameSpan(tree, line), 'action-in-sub-record')
  const path = fieldValue(tree, line)
  if (path === '' || path.includes('*') || path.endsWith('$') || hasScheme(path)) {
    report(valueSpan(tree, line), 'action-not-one-path', path)
    return null
  }
  const rooted = path.startsWith('/') ? path : `/${path}`
  return { action: value, path: foldCase(targetForm(rooted)), origin: originOf(tree, line) }
}

interface Field {
  readonly file: FileReading
  readonly line: Line
  readonly restAt: number
  readonly constituents: readonly Constituent[]
  readonly patterns: readonly string[]
}

function readPermission(file: FileReading, line: Line): PermissionField[] {
  const constituents = readUsage(file, line)
  const [resource = null] = wordsOf(file.tree, line)
  const prohibits = line.field === PROHIBITION
  if (resource === null) file.report(nameSpan(file.tree, line), 'empty-resource', prohibits)
  if (constituents === null || resource === null) return []
  const patterns = readResource(file, line, resource)
  if (patterns.length === 0) return []
  const field = { file, line, constituents, patterns, restAt: resource.at + resource.text.length }
  return prohibits ? readProhibition(field) : readAllowance(field)
}

/** The standard usages of a field; null for an unknown usage, whose field is ignored (L7). */
function readUsage(
  { tree, report, definitions }: FileReading,
  line: Line,
): readonly Constituent[] | null {
  const name = usagePart(fieldName(tree, line), line.field!)
  const at = spanOf(tree, line, line.nameStart + line.field!.name.length, line.nameEnd)
  const local = LOCAL_USAGE.exec(name)?.[1]
  if (local !== undefined) {
    const defined = definitions.usages.get(local)
    if (defined === undefined) report(at, 'unknown-local-usage', local, definitions.usages.keys())
    else if (line.field === PROHIBITION) report(at, 'prohibited-local-usage', local, defined.means)
    return defined?.means ?? null
  }
  const named = readUsageName(name)
  if (named === null) report(at, 'unknown-usage', name, USAGES, definitions.usages.has(name))
  if (named?.misspelt) report(at, 'misspelt-value', name, named.usage)
  return named === null ? null : [{ usage: named.usage, qualifiers: [] }]
}

/**
 * The patterns of a resource. For an unknown set, a prohibition covers everything, a permission
 * nothing (P5).
 */
function readResource(
  { tree, report, definitions }: FileReading,
  line: Line,
  word: Word,
): readonly string[] {
  const set = setName(word.text)
  if (set === null) {
    const pattern = readPattern(word.text, wordSpan(tree, line, word), report)
    return pattern === null ? [] : [pattern]
  }
  const defined = definitions.sets.get(set)
  if (defined !== undefined) return defined.means
  const prohibits = line.field === PROHIBITION
  const end = word.at + word.text.length
  const at = spanOf(tree, line, set === '' ? word.at : end - set.length, end)
  report(at, 'unknown-set', set, definitions.sets.keys(), prohibits)
  return prohibits ? ['/'] : []
}

/** Nothing may follow a prohibition's resource (L7). */
function readProhibition({ file, line, constituents, patterns, restAt }: Field): PermissionField[] {
  const { tree, report } = file
  if (restAt < line.valueEnd) {
    const words = trimBlanks(tree.source.text.slice(restAt, line.valueEnd))
    report(
      spanOf(tree, line, line.valueEnd - words.length, line.valueEnd),
      'words-after-prohibition',
      words,
    )
  }
  const rest = { patterns, qualifiers: [], uninterpretable: false, origin: originOf(tree, line) }
  return constituents.map(({ usage }) => ({ effect: 'disallow', usage, ...rest }))
}

/**
 * A permission with its own qualifiers and its definition's (L7, Q), unless they make it ignored
 * (V2, V3).
 */
function readAllowance({ file, line, constituents, patterns, restAt }: Field): PermissionField[] {
  const { tree, report, version } = file
  const explicit = splitQualifiers(tree.source.text.slice(restAt, line.valueEnd), 'robots')
  const locate = (from: number, length: number) =>
    spanOf(tree, line, restAt + from, restAt + from + length)
  const [first] = explicit
  if (first !== undefined && LOCAL_USAGE.test(usagePart(fieldName(tree, line), PERMISSION))) {
    report(locate(first.at, line.valueEnd - restAt - first.at), 'qualified-local-usage')
  }
  const origin = originOf(tree, line)
  return constituents.flatMap(({ usage, qualifiers: defined }): PermissionField[] => {
    const reading = judgeQualifiers([...defined, ...explicit], usage, version, 'robots')
    // Issues of the definition are reported there.
    const issues = reading.issues.filter(
      ({ qualifier }) => qualifier === null || !defined.includes(qualifier),
    )
    reportQualifierIssues(
      issues,
      { usage, ignored: reading.ignored, place: 'robots' },
      locate,
      report,
    )
    for (const { kind, qualifier } of reading.issues) {
      if (kind === 'no-reference') report(nameSpan(tree, line), 'other-without-reference')
      else if (kind === 'needs-1.1' && !issues.some((issue) => issue.kind === kind)) {
        report(nameSpan(tree, line), 'definition-needs-1.1', ...featureOf(qualifier!))
      }
    }
    if (reading.ignored !== null) return []
    const { qualifiers, uninterpretable } = reading
    return [{ effect: 'allow', usage, patterns, qualifiers, uninterpretable, origin }]
  })
}
