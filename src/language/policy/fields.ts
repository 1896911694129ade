/** Every known field of a robots.txt as one table: its name, whose it is (R4) and its kind of value. */
import { readUsageName } from '../../words/usage-name.ts'

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

const ROWS = [
  ['User-agent', 'group-name', 'token'],
  ['Allow', 'rule', 'pattern'],
  ['Disallow', 'rule', 'pattern'],
  ['Crawl-delay', 'group', 'delay'],
  ['Robot-version', 'group', 'robot-version'],
  ['Visit-time', 'group', 'windows'],
  ['Request-rate', 'group', 'rate'],
  ['Comment', 'group', 'text'],
  ['App-Directives', 'group', 'directives'],
  ['Content-Signal', 'group', 'signals'],
  ['Content-Usage', 'group', 'preferences'],
  ['Sitemap', 'file', 'uri'],
  ['License', 'file-or-group', 'uri'],
  ['Host', 'file', 'host'],
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
] as const satisfies readonly (readonly [name: string, owner: Owner, value: string])[]

export type ValueKind = (typeof ROWS)[number][2]

export interface FieldRow {
  /** The name as it is best written. A permission's or prohibition's ends where its usage begins. */
  readonly name: string
  readonly dialect: 'conventional' | 'acap'
  readonly owner: Owner
  readonly value: ValueKind
}

export const FIELD_TABLE: readonly FieldRow[] = ROWS.map(([name, owner, value]) => {
  return { name, dialect: name.startsWith('ACAP-') ? 'acap' : 'conventional', owner, value }
})

/** Names that are other spellings of a field, by right (the ABNF of App-Directives) or by habit (R9). */
export const ALIASES: ReadonlyMap<string, { readonly name: string; readonly misspelt: boolean }> =
  new Map([
    ['app-directive', { name: 'app-directives', misspelt: false }],
    ['dissallow', { name: 'disallow', misspelt: true }],
    ['dissalow', { name: 'disallow', misspelt: true }],
    ['disalow', { name: 'disallow', misspelt: true }],
    ['diasllow', { name: 'disallow', misspelt: true }],
    ['disallaw', { name: 'disallow', misspelt: true }],
    ['useragent', { name: 'user-agent', misspelt: true }],
    ['user agent', { name: 'user-agent', misspelt: true }],
    ['site-map', { name: 'sitemap', misspelt: true }],
  ])

export const LOCAL_USAGE = /^\(([^()]+)\)$/

const BY_NAME = new Map(FIELD_TABLE.map((row) => [row.name.toLowerCase(), row]))
const ALLOW = 'acap-allow-'
const DISALLOW = 'acap-disallow-'
export const PERMISSION = BY_NAME.get(ALLOW)!
export const PROHIBITION = BY_NAME.get(DISALLOW)!

/** The field of a name in lower case as it stands; a permission's usage need not be a known one. */
export function fieldNamed(name: string): FieldRow | null {
  const row = BY_NAME.get(name)
  if (row !== undefined && !row.name.endsWith('-')) return row
  if (!name.startsWith('acap-')) return null
  if (name.startsWith(ALLOW) && isOneWord(name, ALLOW.length)) return PERMISSION
  return name.startsWith(DISALLOW) && isOneWord(name, DISALLOW.length) ? PROHIBITION : null
}

/** The same for a name that R9 fixed: an ACAP field whose usage, if it has one, is standard or local. */
export function acapFieldNamed(name: string): FieldRow | null {
  const row = fieldNamed(name)
  if (row === null || row.dialect !== 'acap') return null
  if (row !== PERMISSION && row !== PROHIBITION) return row
  const usage = usagePart(name, row)
  return readUsageName(usage) !== null || LOCAL_USAGE.test(usage) ? row : null
}

/** What stands behind `ACAP-allow-` or `ACAP-disallow-` in a name in lower case. */
export function usagePart(name: string, row: FieldRow): string {
  return name.slice(row.name.length)
}

function isOneWord(name: string, from: number): boolean {
  return name.length > from && !name.includes(' ', from) && !name.includes('\t', from)
}
