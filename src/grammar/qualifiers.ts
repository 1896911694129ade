/** Text after a field's resource → typed qualifiers (Q1-Q5, V2, V3) and issues with offsets. Never throws. */
import { type QualifierRow, qualifierRow } from '../vocabulary/qualifier-table.ts'
import type { Modification, Qualifier } from '../vocabulary/restriction.ts'
import type { Usage } from '../vocabulary/usages.ts'
import { cached } from './cached.ts'
import { hasKeywordPath, meantValue, readQualifierValue } from './qualifier-values.ts'
import { type FieldPlace, splitQualifiers, type WrittenQualifier } from './qualifier-words.ts'
import { locationForm } from './uri.ts'
import type { VersionReading } from './version.ts'

export type QualifierIssueKind =
  | 'unknown' // no qualifier has that name, or a word has no `=` (Q4)
  | 'misplaced' // not valid on that usage or place (Q1)
  | 'value' // outside the grammar of its type (Q4)
  | 'misspelt' // understood by R9
  | 'repeated' // dropped by Q2
  | 'needs-1.1' // a feature that the declared version does not have (V2)
  | 'not-absolute' // a location that equals no page (E3)
  | 'no-reference' // allow-other without usage-ref (Q1); it has no qualifier

/** With its smallest span in the text that `qualifier` was split from. */
export interface QualifierIssue {
  readonly kind: QualifierIssueKind
  readonly qualifier: WrittenQualifier | null
  readonly at: number
  readonly length: number
  /** The right spelling, for `misspelt`. */
  readonly meant?: string
}

export interface QualifierReading {
  /** Those that can be interpreted and that Q2 keeps. */
  readonly qualifiers: readonly Qualifier[]
  /** Q4: the permission reads as the prohibition of its usage. */
  readonly uninterpretable: boolean
  /** The whole field is ignored: it uses a 1.1 feature under 1.0 (V2), or is not understood under a later 1.m (V3). */
  readonly ignored: 'needs-1.1' | 'later-version' | null
  readonly issues: readonly QualifierIssue[]
}

/** Names that the specifications' own texts use for another (R9). */
const MISSPELT_NAMES: ReadonlyMap<string, string> = new Map([['ref', 'usage-ref']])

/** Reads the qualifiers of one permission from the text after its resource. */
export function readQualifiers(
  text: string,
  usage: Usage,
  version: VersionReading,
  place: FieldPlace,
): QualifierReading {
  return judgeQualifiers(splitQualifiers(text, place), usage, version, place)
}

/** Reads qualifiers that are split already: those of a definition and the explicit ones together (L7). */
export function judgeQualifiers(
  written: readonly WrittenQualifier[],
  usage: Usage,
  version: VersionReading,
  place: FieldPlace,
): QualifierReading {
  const issues: QualifierIssue[] = []
  const read: ReadQualifier[] = []
  for (const one of written) {
    const row = rowOf(one)
    if (row === null) {
      issues.push(issue('unknown', one, 'name'))
      continue
    }
    addMisspellings(issues, one, row)
    const isInPlace = row.usages.includes(usage) && (row.type !== 'location' || place === 'embedded')
    const qualifier = isInPlace ? readQualifierValue(row.type, one.value ?? '') : null
    if (qualifier !== null) read.push({ written: one, row, qualifier })
    if (!isInPlace) issues.push(issue('misplaced', one, 'whole'))
    else if (qualifier === null) issues.push(issue('value', one, one.value ? 'value' : 'whole'))
    else if (qualifier.type === 'location' && locationForm(qualifier.uri) === null)
      issues.push(issue('not-absolute', one, 'value'))
  }
  const { qualifiers, dropped } = applyRepeats(read)
  for (const one of dropped) issues.push(issue('repeated', one, 'whole'))
  // ACAP Part 1, 2.5.6.1: "only if qualified by an explicit reference".
  const lacksReference = usage === 'other' && !written.some((one) => rowOf(one)?.type === 'usage-ref')
  if (lacksReference) issues.push({ kind: 'no-reference', qualifier: null, at: 0, length: 0 })
  const feature = version === '1.0' ? firstFeature11(written) : null
  if (feature) issues.push(issue('needs-1.1', feature, 'whole'))
  const uninterpretable = read.length < written.length || lacksReference
  const ignored = feature ? 'needs-1.1' : uninterpretable && version === 'later' ? 'later-version' : null
  return { qualifiers, uninterpretable, ignored, issues }
}

/** The first qualifier that only 1.1 knows, by its keyword alone (V2); null where 1.0 knows them all. */
export function firstFeature11(written: readonly WrittenQualifier[]): WrittenQualifier | null {
  let timeLimits = 0
  for (const one of written) {
    const row = rowOf(one)
    if (!row) continue
    if (row.type === 'time-limit' && ++timeLimits === 2) return one
    if (row.since11 === 'all' || row.since11.some((path) => hasKeywordPath(one.value ?? '', path))) return one
  }
  return null
}

/** The row of a qualifier, by its name or its old name (R9). */
export function qualifierNamed(name: string): QualifierRow | null {
  return qualifierRow(MISSPELT_NAMES.get(name) ?? name)
}

/** A word without `=` is not a qualifier, no matter what it says (Q4). */
function rowOf({ name, value }: WrittenQualifier): QualifierRow | null {
  return value === null ? null : qualifierNamed(name)
}

function addMisspellings(issues: QualifierIssue[], written: WrittenQualifier, row: QualifierRow): void {
  const name = MISSPELT_NAMES.get(written.name)
  const value = meantValue(row.type, written.value ?? '')
  if (name) issues.push({ ...issue('misspelt', written, 'name'), meant: name })
  if (value) issues.push({ ...issue('misspelt', written, 'value'), meant: value })
}

function issue(
  kind: QualifierIssueKind,
  qualifier: WrittenQualifier,
  part: 'name' | 'value' | 'whole',
): QualifierIssue {
  const at = part === 'value' ? qualifier.valueAt : qualifier.at
  const end = part === 'name' ? qualifier.at + qualifier.name.length : qualifier.at + qualifier.length
  return { kind, qualifier, at, length: end - at }
}

interface ReadQualifier {
  readonly written: WrittenQualifier
  readonly row: QualifierRow
  readonly qualifier: Qualifier
}

/** Q2: which of several qualifiers of one type count, by the repeat rule of each type. */
function applyRepeats(read: readonly ReadQualifier[]) {
  const types = new Map<QualifierRow, ReadQualifier[]>()
  for (const one of read) cached(types, one.row, () => []).push(one)
  const qualifiers: Qualifier[] = []
  const dropped: WrittenQualifier[] = []
  for (const [row, group] of types) {
    const effective = group.length === 1 ? group : keep(row, group)
    const standing = new Set(effective)
    qualifiers.push(...(row.repeat === 'union' ? [unite(effective)] : effective.map((one) => one.qualifier)))
    for (const one of group) if (!standing.has(one)) dropped.push(one.written)
  }
  return { qualifiers, dropped }
}

function keep(row: QualifierRow, group: readonly ReadQualifier[]): readonly ReadQualifier[] {
  if (row.repeat === 'first') return group.slice(0, 1)
  const counted = withoutCompany(row.alone, row.repeat === 'pair' ? group.slice(0, 2) : group)
  return row.repeat === 'pair' && !isSignificantPair(counted) ? counted.slice(0, 1) : counted
}

/** Drops a value that counts only alone where another stands beside it; of such values alone the first is left. */
function withoutCompany(alone: string | null, group: readonly ReadQualifier[]): readonly ReadQualifier[] {
  if (alone === null) return group
  const others = group.filter((one) => !hasKeywordPath(one.written.value ?? '', alone))
  return others.length > 0 ? others : group.slice(0, 1)
}

/** Two time limits say something together where they are of different kinds (ACAP Part 1, 2.5.3.1). */
function isSignificantPair(pair: readonly ReadQualifier[]): boolean {
  const [first, second] = pair.map(({ qualifier }) => ['until', 'days'].find((member) => member in qualifier))
  return first !== second
}

/** All modifications of one field as one datum: sorted, once each; `any`, else `plus-terms`, absorbs the others. */
function unite(group: readonly ReadQualifier[]): Qualifier {
  const values = group.flatMap(({ qualifier }) =>
    qualifier.type === 'prohibited-modification' ? qualifier.values : [],
  )
  const absorbing = (['any', 'plus-terms'] as const).find((word) => values.includes(word))
  const united: Modification[] = absorbing ? [absorbing] : [...new Set(values)].sort()
  return { type: 'prohibited-modification', values: united }
}
