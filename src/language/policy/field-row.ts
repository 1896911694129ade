/** What is known of a field of a robots.txt, whichever records it is for. */

/**
 * Whom a field belongs to (R4). `group-name` and `record-name` open or extend; a `rule` closes a run of User-agent
 * lines, a `record` field a run of ACAP-crawler lines; the others close nothing. `file-or-group`: the file's before the first
 * group, then the latest group's.
 */
export type Owner =
  | 'group-name'
  | 'rule'
  | 'group'
  | 'file-or-group'
  | 'record-name'
  | 'record'
  | 'file'

/** What the value of a conventional field is. */
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

/** What the value of an ACAP field is. */
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

/** What the value of a field is. */
export type ValueKind = ConventionalKind | AcapKind

/** A field of the policy language. */
export interface FieldRow {
  /** The name as it is best written. A permission's or prohibition's ends where its usage begins. */
  readonly name: string
  readonly dialect: 'conventional' | 'acap'
  readonly owner: Owner
  readonly value: ValueKind
}
