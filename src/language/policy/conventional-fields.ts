/**
 * The table of conventional fields: name, owner (R4), kind of value, other spellings. A crawler
 * without ACAP reads only these (C3).
 */
import type { FieldRow } from './field-row.ts'

const CONVENTIONAL_ROWS = [
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
  ['Clean-param', 'file', 'parameters'],
] as const

export const CONVENTIONAL_FIELDS: readonly FieldRow[] = CONVENTIONAL_ROWS.map(
  ([name, owner, value]) => ({ name, dialect: 'conventional', owner, value }),
)

/** From habit; but the first is that of the ABNF of App-Directives. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  'app-directives': ['app-directive'],
  disallow: ['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'],
  'user-agent': ['useragent', 'user agent'],
  sitemap: ['site-map'],
}

/** Other spellings of fields (R9). */
export const ALIASES: ReadonlyMap<string, { readonly name: string; readonly misspelt: boolean }> =
  new Map(
    Object.entries(SPELLINGS).flatMap(([name, others]) =>
      others.map((other) => [other, { name, misspelt: name !== 'app-directives' }]),
    ),
  )

/** How field names are looked up: in lower case, as written, and after R9. */
export interface FieldNames {
  readonly named: (name: string) => FieldRow | null
  readonly fixed: (name: string) => FieldRow | null
}

const BY_NAME = new Map(CONVENTIONAL_FIELDS.map((row) => [row.name.toLowerCase(), row]))

/** For a crawler without ACAP, whose lines are unknown to it. */
export const CONVENTIONAL_NAMES: FieldNames = {
  named: (name) => BY_NAME.get(name) ?? null,
  fixed: () => null,
}
