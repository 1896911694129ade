/**
 * A site's files → its author's cases, with findings whose places are paths that the author can open.
 */
import { join } from 'node:path'
import { type CasesReading, readCases } from '../../language/site/cases.ts'
import type { SiteFiles } from '../input/load-site.ts'
import { renamed } from '../input/read-policies.ts'

/** Reads the cases.toml of a site; one without it has no cases. */
export function siteCases({ folder, files }: SiteFiles): CasesReading {
  const { cases, findings } = readCases(files.get('cases.toml') ?? '')
  return { cases, findings: findings.map((each) => renamed(each, (source) => join(folder, source))) }
}
