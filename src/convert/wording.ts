/**
 * Conventional rules → the pattern that says the same by ACAP and by RFC 9309.
 */
import { extendedPattern } from '../grammar/glob.ts'
import type { ConventionalRule } from '../language/policy/policy.ts'

/** How a group is read (X1). */
export type Version = 'conventional' | 'extended'

/**
 * A rule's pattern; null where it has none: rules that never match (P4), and globs of the 1996 standard that say more
 * than `*` can.
 */
export function patternOf({ raw, pattern }: ConventionalRule, version: Version): string | null {
  if (!/^[/*]/.test(pattern)) return null
  if (version === 'conventional') return pattern
  return extendedPattern(raw)
}
