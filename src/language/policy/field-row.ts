/** The types for rows of the field tables. */

/**
 * The owner of a field (R4). `group-name` and `record-name` open or extend; a `rule` ends a run of
 * User-agent lines, a `record` field a run of ACAP-crawler lines; others end nothing.
 * `file-or-group`: the file before the first group, then the latest group.
 */
export type Owner =
  | 'group-name'
  | 'rule'
  | 'group'
  | 'file-or-group'
  | 'record-name'
  | 'record'
  | 'file'

/** The kind of a conventional field's value. */
export type ConventionalKind =
  | 'token'
  | 'pattern'
  | 'delay'
  | 'robot-version'
  | 'windows'
  | 'rate'
  | 'text'
  | 'directives'
  | 'signals'
  | 'preferences'
  | 'uri'
  | 'host'
  | 'parameters'

/** The kind of an ACAP field's value. */
export type AcapKind =
  | 'version'
  | 'nothing'
  | 'qualified-usage'
  | 'composite-usage'
  | 'resource-set'
  | 'crawler'
  | 'reference'
  | 'purpose'
  | 'take-down'
  | 're-crawl'
  | 'permission'
  | 'prohibition'

/** The kind of a field's value. */
export type ValueKind = ConventionalKind | AcapKind

/** A field of the policy language. */
export interface FieldRow {
  /** The canonical name. That of a permission or prohibition ends before its usage. */
  readonly name: string
  readonly dialect: 'conventional' | 'acap'
  readonly owner: Owner
  readonly value: ValueKind
}
