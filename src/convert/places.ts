/**
 * A policy → the patterns that rules may be written for in other vocabularies, and the paths at which it is asked.
 */
import { allFields } from '../language/policy/all-fields.ts'
import type { Policy } from '../language/policy/policy.ts'
import { pathsOf, rootedPatterns } from './path-table.ts'
import { commonPatterns } from './points.ts'
import { withoutCrawl } from './usage-engine.ts'

/** The places that a policy is about. */
export interface Places {
  /** Rooted, by length: those of the policy, and those of what two of them have in common. */
  readonly patterns: readonly string[]
  /** The plainest path of a pattern first. */
  readonly paths: readonly string[]
}

/** The places of a policy's fields, except those about the crawl. */
export function placesOf(policy: Policy): Places {
  const own = rootedPatterns(['/', ...patternsOf(withoutCrawl(policy))])
  const patterns = rootedPatterns([...own, ...commonPatterns(own, own, 'exact')])
  return { patterns, paths: [...new Set(patterns.flatMap((pattern) => pathsOf(pattern).reverse()))] }
}

function patternsOf({ records, routes }: Policy): string[] {
  const fields = records.flatMap(allFields)
  return [...fields.flatMap(({ patterns }) => patterns), ...routes.map(({ match }) => match)]
}
