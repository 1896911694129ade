/**
 * A policy → the patterns by which its crawl is decided, and a purpose for each pattern of purposes: what a conversion has
 * to ask about.
 */
import { allFields } from '../language/policy/all-fields.ts'
import type { Policy } from '../language/policy/policy.ts'

/** Patterns by which the crawl is decided; conventional ones first, since the letter case of a path matters to them. */
export function crawlPatterns(policy: Policy): string[] {
  return [
    ...policy.groups.flatMap(({ rules }) => rules.map(({ pattern }) => pattern)),
    ...policy.routes.map(({ match }) => match),
    ...policy.records.flatMap(allFields).flatMap(({ usage, patterns }) => (usage === 'crawl' ? patterns : [])),
  ]
}

/** A purpose for each pattern of purposes. */
export function purposesOf({ records, routes }: Policy): string[] {
  const all = [
    ...records.flatMap(({ subRecords }) => subRecords.flatMap(({ purposes }) => purposes)),
    ...routes.flatMap(({ fields }) => fields.flatMap(({ purposes }) => purposes)),
  ]
  return [...new Set(all.map((purpose) => purpose.replace(/\$$/, '').replaceAll('*', '')))]
}
