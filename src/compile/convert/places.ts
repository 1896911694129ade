/**
 * A policy → the patterns that rules may be written for in other vocabularies, and the paths at which it is asked.
 */
import type { Policy } from '../../language/policy.ts'
import { witnesses } from '../paths/witnesses.ts'
import { rootedPatterns } from './path-table.ts'
import { commonPatterns } from './points.ts'
import { spokenPatterns } from './spoken-fields.ts'

/** Where a policy speaks. */
export interface Places {
  /** Rooted, by length: those of the policy, and those of what two of them have in common. */
  readonly patterns: readonly string[]
  readonly paths: readonly string[]
}

/** The places of a policy. */
export function placesOf(policy: Policy): Places {
  const own = rootedPatterns(['/', ...spokenPatterns(policy)])
  const patterns = rootedPatterns([...own, ...commonPatterns(own, own, 'exact')])
  return { patterns, paths: [...new Set(patterns.flatMap(witnesses))] }
}
