/**
 * Finds contradictions between a live site's responses, its robots.txt and its policy. The
 * sentences say "a stranger with this name": what the crawler gets at its own address is unknown.
 */

import { DOOR_KINDS } from './door-checks.ts'
import type { AuditFacts, AuditKind, Contradiction } from './facts.ts'
import { PAGE_KINDS } from './page-checks.ts'
import { ROBOTS_KINDS } from './robots-checks.ts'

/** All kinds of contradictions, in the order of docs/audit.md. */
export const KINDS: readonly AuditKind[] = [...ROBOTS_KINDS, ...DOOR_KINDS, ...PAGE_KINDS].sort(
  (a, b) => a.id - b.id,
)

/** All contradictions, in the order of their kinds. */
export function contradictionsIn(facts: AuditFacts): readonly Contradiction[] {
  return KINDS.flatMap(({ id, severity, check }) =>
    Array.from(check(facts), (seen) => ({ id, severity, ...seen })),
  )
}
