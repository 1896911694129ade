/**
 * A policy → the patterns that rules may be written for in other vocabularies, and the paths at which it is asked.
 */
import { allFields } from '../language/policy/all-fields.ts'
import type { Policy } from '../language/policy/policy.ts'
import { commonPatterns, pathsOf } from './points.ts'
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

/** Patterns in the form of P2 → patterns that begin with `/`, as other vocabularies write them. Together they match the same. */
function rootedPatterns(patterns: Iterable<string>): string[] {
  // P4: a conventional pattern that begins otherwise matches nothing.
  const matching = [...patterns].filter((pattern) => /^[/*]/.test(pattern))
  const rooted = matching.flatMap((pattern) => {
    const stem = pattern.replace(/\*+\$?$/, '').replace(/\*+/g, '*')
    if (!stem.startsWith('*')) return [stem === '' ? '/' : stem]
    return stem.startsWith('*/') ? [`/${stem}`, stem.slice(1)] : [`/${stem}`]
  })
  return [...new Set(rooted)].sort(byLength)
}

/** Of patterns that are equally long, one that lies within another has fewer stars; it comes last. */
function byLength(a: string, b: string): number {
  return a.length - b.length || starsIn(b) - starsIn(a) || (a < b ? -1 : 1)
}

function starsIn(pattern: string): number {
  return pattern.split('*').length
}
