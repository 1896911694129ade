/**
 * What ACAP records and conventional groups have in common as vocabularies: a draft is written, read again, and refined
 * where it decides the crawl otherwise than the policy. What still differs then is reported. How rules are written is not
 * known here.
 */

import { pointsOf } from '../compare/paths/points.ts'
import { type Finding, inOrder } from '../language/findings/diagnostic.ts'
import { allFields } from '../language/policy/all-fields.ts'
import type { Policy } from '../language/policy/policy.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import { rereadPolicy } from '../publish/policy-pairs.ts'
import { sizeFindings } from '../publish/robots.ts'
import type { ServedLine } from '../publish/served-line.ts'
import type { Conversion } from './conversion.ts'
import { crawlDecisions, type DecideCrawl } from './crawl-decisions.ts'
import { type CrawlComparison, differences } from './differences.ts'

/** Rules for paths on which others meet can meet others. */
const MOST_ROUNDS = 3

/** A text about the crawl, while it is written. */
export interface CrawlDraft extends Pick<CrawlComparison, 'vocabulary' | 'caseless' | 'agents' | 'expected'> {
  /** The policy that it converts. */
  readonly policy: Policy
  /** Patterns to compare at, beside those of both policies; and globs (X1), which are no patterns. */
  readonly patterns: readonly string[]
  readonly globs: readonly string[]
  /** The lines as they stand, and their text. */
  readonly lines: () => readonly ServedLine[]
  readonly textOf: (lines: readonly ServedLine[]) => string
  /** Adds rules where two meet and `actual` decides otherwise than expected; false where there are none to add. */
  readonly refine: (actual: DecideCrawl) => boolean
  /** Takes back the rules that did not help, and those that decide nothing. */
  readonly settle: (actual: () => DecideCrawl) => void
  /** What it cannot express at all. */
  readonly missing: readonly Finding[]
}

/** Writes the crawl of a site. */
export function convertCrawl(reading: SiteReading, draft: CrawlDraft, now: number): Conversion {
  const { policy, textOf } = draft
  const reread = () => rereadPolicy(reading, textOf(draft.lines()), now)
  const actual = () => crawlDecisions(reread(), reading.trees, now)
  for (let round = 0; round < MOST_ROUNDS && draft.refine(actual()); round++);
  draft.settle(actual)
  const lines = draft.lines()
  const text = textOf(lines)
  const written = reread()
  const differing = differences({
    ...draft,
    reading,
    actual: crawlDecisions(written, reading.trees, now),
    lines,
    points: pointsOf(['/', ...crawlPatterns(policy), ...draft.patterns, ...crawlPatterns(written)], draft.globs),
    purposes: purposesOf(policy),
  })
  return { text, findings: [...inOrder([...draft.missing, ...differing]), ...sizeFindings(text)] }
}

/** Patterns by which the crawl is decided; conventional ones first, since the letter case of a path matters to them. */
function crawlPatterns(policy: Policy): string[] {
  return [
    ...policy.groups.flatMap(({ rules }) => rules.map(({ pattern }) => pattern)),
    ...policy.routes.map(({ match }) => match),
    ...policy.records.flatMap(allFields).flatMap(({ usage, patterns }) => (usage === 'crawl' ? patterns : [])),
  ]
}

/** A purpose for each pattern of purposes. */
function purposesOf({ records, routes }: Policy): string[] {
  const all = [
    ...records.flatMap(({ subRecords }) => subRecords.flatMap(({ purposes }) => purposes)),
    ...routes.flatMap(({ fields }) => fields.flatMap(({ purposes }) => purposes)),
  ]
  return [...new Set(all.map((purpose) => purpose.replace(/\$$/, '').replaceAll('*', '')))]
}
