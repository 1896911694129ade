/** The table of all known fields of a robots.txt: name, owner (R4), kind of value. */
import { readUsageName } from '../../words/usage-name.ts'
import { CONVENTIONAL_FIELDS, type FieldNames } from './conventional-fields.ts'
import type { FieldRow, Owner, ValueKind } from './field-row.ts'

const ACAP_ROWS = [
  ['ACAP-version', 'file', 'version'],
  ['ACAP-ignore-conventional-records', 'file', 'nothing'],
  ['ACAP-qualified-usage', 'file', 'qualified-usage'],
  ['ACAP-composite-usage', 'file', 'composite-usage'],
  ['ACAP-resource-set', 'file', 'resource-set'],
  ['ACAP-crawler', 'record-name', 'crawler'],
  ['ACAP-permissions-reference', 'record', 'reference'],
  ['ACAP-usage-purpose', 'record', 'purpose'],
  ['ACAP-request-take-down', 'record', 'take-down'],
  ['ACAP-request-re-crawl', 'record', 're-crawl'],
  ['ACAP-allow-', 'record', 'permission'],
  ['ACAP-disallow-', 'record', 'prohibition'],
] as const satisfies readonly (readonly [name: string, owner: Owner, value: ValueKind])[]

export const FIELD_TABLE: readonly FieldRow[] = [
  ...CONVENTIONAL_FIELDS,
  ...ACAP_ROWS.map(([name, owner, value]): FieldRow => ({ name, dialect: 'acap', owner, value })),
]

export const LOCAL_USAGE = /^\(([^()]+)\)$/

const BY_NAME = new Map(FIELD_TABLE.map((row) => [row.name.toLowerCase(), row]))
const ALLOW = 'acap-allow-'
const DISALLOW = 'acap-disallow-'
export const PERMISSION = BY_NAME.get(ALLOW)!
export const PROHIBITION = BY_NAME.get(DISALLOW)!

/** The field of a lower-case name. The usage of a permission need not be known. */
function fieldNamed(name: string): FieldRow | null {
  const row = BY_NAME.get(name)
  if (row !== undefined && !row.name.endsWith('-')) return row
  if (!name.startsWith('acap-')) return null
  if (name.startsWith(ALLOW) && isOneWord(name, ALLOW.length)) return PERMISSION
  return name.startsWith(DISALLOW) && isOneWord(name, DISALLOW.length) ? PROHIBITION : null
}

/** The ACAP field of a name corrected by R9. Its usage, if any, must be standard or local. */
function acapFieldNamed(name: string): FieldRow | null {
  const row = fieldNamed(name)
  if (row === null || row.dialect !== 'acap') return null
  if (row !== PERMISSION && row !== PROHIBITION) return row
  const usage = usagePart(name, row)
  return readUsageName(usage) !== null || LOCAL_USAGE.test(usage) ? row : null
}

/** The part of a lower-case name after `ACAP-allow-` or `ACAP-disallow-`. */
export function usagePart(name: string, row: FieldRow): string {
  return name.slice(row.name.length)
}

function isOneWord(name: string, from: number): boolean {
  return name.length > from && !name.includes(' ', from) && !name.includes('\t', from)
}

/** The names of every field. */
export const ALL_NAMES: FieldNames = { named: fieldNamed, fixed: acapFieldNamed }
