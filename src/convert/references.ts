/**
 * The references of `allow-other` (ACAP Part 1, 2.5.6.1) → the addresses at which other usages are defined, and where to
 * ask for them. What stands in the page itself has no address.
 */
import type { Qualifier } from '../vocabulary/restriction.ts'

/** Absolute addresses. */
export interface References {
  readonly terms: string | null
  readonly permission: string | null
}

/** The first reference of each kind; those that name no role count as terms. */
export function referencesOf(qualifiers: readonly Qualifier[], canonical: string | null): References {
  const isRequest = (each: Qualifier) => 'role' in each && each.role === 'permission-link'
  const first = (all: readonly Qualifier[]) => all.flatMap((each) => referenceUri(each, canonical) ?? [])[0] ?? null
  return {
    terms: first(qualifiers.filter((each) => !isRequest(each))),
    permission: first(qualifiers.filter(isRequest)),
  }
}

/** The URL of a reference; null for another qualifier, and for a reference that depends on the page. */
export function referenceUri(qualifier: Qualifier, canonical: string | null): string | null {
  if (qualifier.type !== 'usage-ref' || !('uri' in qualifier)) return null
  if (/^https?:\/\//i.test(qualifier.uri)) return qualifier.uri
  return qualifier.uri.startsWith('/') && canonical !== null ? canonical + qualifier.uri : null
}
