/**
 * An ACAP record → its fields, with those of its sub-records.
 */
import type { AcapRecord, PermissionField } from './policy.ts'

/** The fields of a record in the order of its lines: its own, then those of each sub-record. */
export function allFields({
  fields,
  subRecords,
}: Pick<AcapRecord, 'fields' | 'subRecords'>): readonly PermissionField[] {
  return [...fields, ...subRecords.flatMap((sub) => sub.fields)]
}
