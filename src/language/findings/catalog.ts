/**
 * The catalogue of findings, by name: one row per kind, its code unique and stable. Rows stand by topic in catalog/.
 */
import { CONVENTIONAL_ROWS } from './catalog/conventional.ts'
import { CONVERSION_ROWS } from './catalog/conversion.ts'
import { CRAWLER_ROWS } from './catalog/crawlers.ts'
import { FIELD_ROWS } from './catalog/fields.ts'
import { POLICY_ROWS } from './catalog/policies.ts'
import { QUALIFIER_ROWS } from './catalog/qualifiers.ts'
import { RECORD_ROWS } from './catalog/records.ts'
import { REFERENCE_ROWS } from './catalog/references.ts'
import type { CatalogRow } from './catalog/row.ts'
import { SERVED_ROWS } from './catalog/served.ts'
import { SITE_ROWS } from './catalog/sites.ts'
import { TEXT_ROWS } from './catalog/text.ts'
import { TOML_ROWS } from './catalog/toml.ts'
import { VERSION_ROWS } from './catalog/versions.ts'

export const CATALOG = {
  ...TEXT_ROWS,
  ...RECORD_ROWS,
  ...VERSION_ROWS,
  ...FIELD_ROWS,
  ...QUALIFIER_ROWS,
  ...REFERENCE_ROWS,
  ...CONVENTIONAL_ROWS,
  ...CRAWLER_ROWS,
  ...POLICY_ROWS,
  ...SERVED_ROWS,
  ...CONVERSION_ROWS,
  ...TOML_ROWS,
  ...SITE_ROWS,
}

/** The name of a kind of finding. */
export type FindingName = keyof typeof CATALOG

/** The arguments of a finding of that name. */
export type Arguments<N extends FindingName> = Parameters<(typeof CATALOG)[N]['say']>

/** A kind of finding as `acap explain` shows it; null where no kind has that code. */
export function explainCode(code: string): Pick<CatalogRow, 'code' | 'severity' | 'explain'> | null {
  const rows: readonly Pick<CatalogRow, 'code' | 'severity' | 'explain'>[] = Object.values(CATALOG)
  return rows.find((each) => each.code === code.toUpperCase()) ?? null
}

/** Every code with its name, in the order of the codes. */
export function catalogCodes(): { readonly code: string; readonly name: FindingName }[] {
  return (Object.keys(CATALOG) as FindingName[])
    .map((name) => ({ code: CATALOG[name].code, name }))
    .sort((a, b) => a.code.localeCompare(b.code))
}
