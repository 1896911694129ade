/**
 * The report of `acap report` as data. docs/report.md defines the counts; docs/generate/report-schema.ts says what each member
 * is, and is compared with these types. What was not checked is null, never 0.
 */
import type { CrawlPace } from './crawl-pace.ts'
import type { CrawlerCounts } from './crawler-counts.ts'
import type { PageCoverage } from './page-coverage.ts'
import type { Reporter } from './reporter.ts'

/** Another meaning of a member needs another one. */
export const REPORT_VERSION = 1 as const

/** One crawler. Forged requests are in `forged` alone. */
export type CrawlerConduct = ReturnType<CrawlerCounts['report']> & {
  readonly cost: {
    readonly share: number | null
    readonly milliseconds: number | null
    readonly misses: number | null
    readonly money: number | null
  }
  readonly pace: ReturnType<CrawlPace['of']>
  readonly coverage: ReturnType<ReturnType<PageCoverage['report']>>
}

export const FINDING_KINDS = [
  'search-refused',
  'forged',
  'proven',
  'new-name',
  'assumed-text',
  'incomparable',
  'unread',
  'cut',
] as const

export interface ReportFinding {
  readonly kind: (typeof FINDING_KINDS)[number]
  readonly crawler: string | null
  readonly requests: number
  readonly text: string
}

type Change = Readonly<Record<'before' | 'now', number>>

/** What changed since an earlier report. */
export interface ReportChanges {
  readonly period: ReportNumbers['period']
  readonly appeared: readonly string[]
  readonly gone: readonly string[]
  readonly crawlers: readonly (Readonly<Record<'requests' | 'proven' | 'refused', Change>> & {
    readonly name: string
  })[]
}

export type ReportNumbers = ReturnType<Reporter['numbers']>

export type CrawlReport = ReportNumbers & { readonly findings: readonly ReportFinding[] }
