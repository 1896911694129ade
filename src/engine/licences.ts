/**
 * What verdicts on `other` refer to (ACAP Part 1, 2.5.6.1): the resources under whose terms a crawler may do more with
 * a page.
 */
import type { SiteProgram } from '../bundle/program.ts'
import type { Qualifier } from '../vocabulary/restriction.ts'
import { qualifiersOf, type Verdict } from './verdict.ts'

const NONE: readonly string[] = []

/** Whether anything in a site's own policy refers to terms. */
export function namesLicences({ restrictions, routes }: SiteProgram): boolean {
  const inRoutes = routes.flatMap(({ fields }) => fields.flatMap(({ qualifiers }) => qualifiers))
  return referencesIn([...restrictions.flatMap(({ items }) => items), ...inRoutes]).length > 0
}

/** The resources, each once; none where any of the chains prohibits (I2). Null: a chain has nothing to say. */
export function licencesOf(site: SiteProgram, verdicts: readonly (Verdict | null)[]): readonly string[] {
  if (verdicts.some((each) => each?.outcome === 'prohibited')) return NONE
  return [...new Set(verdicts.flatMap((each) => (each === null ? NONE : referencesIn(qualifiersOf(site, each)))))]
}

/** The resources that qualifiers refer to. */
export function referencesIn(items: readonly Qualifier[]): readonly string[] {
  return items.flatMap((each) => (each.type === 'usage-ref' && 'uri' in each ? [each.uri] : []))
}
