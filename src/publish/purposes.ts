/**
 * Fields that are bound to purposes come before those that are bound to none (L1): what is prohibited to everybody must be
 * repeated beside them.
 */
import { purposePatternForm, writtenForm } from '../grammar/path-form.ts'
import type { AcapRecord, PermissionField } from '../language/policy/policy.ts'
import { added, type ServedLine } from './served-line.ts'

/** The purposes of one sub-record. */
export type Purposes = readonly string[]

/** The distinct purposes of sub-records that hold a field of some kind. */
export function boundPurposes(records: readonly AcapRecord[], holds: (field: PermissionField) => boolean): Purposes[] {
  const opening = records.flatMap(({ subRecords }) => subRecords.filter(({ fields }) => fields.some(holds)))
  const all = opening.map(({ purposes }) => purposes)
  return [...new Map(all.map((purposes) => [purposes.join('\n'), purposes])).values()]
}

/** The lines that open a sub-record. */
export function purposeLines(purposes: Purposes): ServedLine[] {
  return purposes.map((purpose) => added(`ACAP-usage-purpose: ${writtenForm(purpose, purposePatternForm)}`))
}
