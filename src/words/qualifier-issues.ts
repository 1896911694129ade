/**
 * Parses the text after a field's resource into typed qualifiers, and reports errors with offsets.
 * Kept out of the edge, which reports nothing.
 */

import { meantValue } from './qualifier-values.ts'
import { type FieldPlace, splitQualifiers, type WrittenQualifier } from './qualifier-words.ts'
import { type Interpretation, interpretQualifiers, MISSPELT_NAMES } from './qualifiers.ts'
import { locationForm } from './uri.ts'
import type { Usage } from './usages.ts'
import type { VersionReading } from './version.ts'

/** What is wrong with a qualifier. */
export type QualifierIssueKind =
  | 'unknown' // no qualifier has that name, or a word has no `=` (Q4)
  | 'misplaced' // not valid on that usage or place (Q1)
  | 'value' // outside the grammar of its type (Q4)
  | 'misspelt' // understood by R9
  | 'repeated' // dropped by Q2
  | 'needs-1.1' // a feature that the declared version does not have (V2)
  | 'not-absolute' // a location that equals no page (E3)
  | 'no-reference' // allow-other without usage-ref (Q1); it has no qualifier

/** With the smallest span that is wrong, in the text that was split. */
export interface QualifierIssue {
  readonly kind: QualifierIssueKind
  readonly qualifier: WrittenQualifier | null
  readonly at: number
  readonly length: number
  /** The right spelling, for `misspelt`. */
  readonly meant?: string
}

export interface QualifierReading
  extends Pick<Interpretation, 'qualifiers' | 'uninterpretable' | 'ignored'> {
  readonly issues: readonly QualifierIssue[]
}

/** Reads the qualifiers of one permission from the text after its resource. */
export function readQualifiers(
  text: string,
  usage: Usage,
  version: VersionReading,
  place: FieldPlace,
): QualifierReading {
  return judgeQualifiers(splitQualifiers(text, place), usage, version, place)
}

/** `readQualifiers` for qualifiers that are already split. */
export function judgeQualifiers(
  written: readonly WrittenQualifier[],
  usage: Usage,
  version: VersionReading,
  place: FieldPlace,
): QualifierReading {
  const { judged, kept, lacksReference, feature, ...meaning } = interpretQualifiers(
    written,
    usage,
    version,
    place,
  )
  const issues = judged.flatMap(issuesOf)
  for (const one of judged) {
    if (one.qualifier !== null && !kept.has(one))
      issues.push(issue('repeated', one.written, 'whole'))
  }
  if (lacksReference) issues.push({ kind: 'no-reference', qualifier: null, at: 0, length: 0 })
  if (feature) issues.push(issue('needs-1.1', feature, 'whole'))
  return { ...meaning, issues }
}

function issuesOf({
  written,
  row,
  isInPlace,
  qualifier,
}: Interpretation['judged'][number]): QualifierIssue[] {
  if (row === null) return [issue('unknown', written, 'name')]
  const issues: QualifierIssue[] = []
  const name = MISSPELT_NAMES.get(written.name)
  const value = meantValue(row.type, written.value ?? '')
  if (name) issues.push({ ...issue('misspelt', written, 'name'), meant: name })
  if (value) issues.push({ ...issue('misspelt', written, 'value'), meant: value })
  if (!isInPlace) issues.push(issue('misplaced', written, 'whole'))
  else if (qualifier === null)
    issues.push(issue('value', written, written.value ? 'value' : 'whole'))
  else if (qualifier.type === 'location' && locationForm(qualifier.uri) === null)
    issues.push(issue('not-absolute', written, 'value'))
  return issues
}

function issue(
  kind: QualifierIssueKind,
  qualifier: WrittenQualifier,
  part: 'name' | 'value' | 'whole',
): QualifierIssue {
  const at = part === 'value' ? qualifier.valueAt : qualifier.at
  const end =
    part === 'name' ? qualifier.at + qualifier.name.length : qualifier.at + qualifier.length
  return { kind, qualifier, at, length: end - at }
}
