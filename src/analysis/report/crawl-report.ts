/**
 * The report of `acap report` as data. docs/report.md defines the counts; docs/generate/report-schema.ts says what each member
 * is, and is compared with these types. What was not checked is null, never 0.
 */
import type { LogTally, UnreadLine } from '../counting.ts'
import type { CrawlPace } from './crawl-pace.ts'
import type { CrawlerCounts } from './crawler-counts.ts'
import type { PageCoverage } from './page-coverage.ts'
import type { Referrals } from './referrals.ts'
import type { TextsSource } from './robots-texts.ts'

export const REPORT_VERSION = 1

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

interface SiteTexts {
  readonly site: string
  readonly source: TextsSource
  readonly versions: readonly {
    readonly name: string
    readonly hash: string
    readonly from: string | null
    readonly known: boolean
  }[]
}

type Change = Readonly<Record<'before' | 'now', number>>

export interface CrawlReport {
  readonly version: typeof REPORT_VERSION
  readonly period: { readonly from: string | null; readonly to: string | null }
  readonly lines: Readonly<Record<'read' | 'unread' | 'undated' | 'outside' | 'otherHosts', number>> & {
    readonly unreadLines: readonly UnreadLine[]
    readonly cut: LogTally['cut']
  }
  readonly requests: {
    readonly total: number
    readonly readers: number | null
    readonly automated: number | null
    readonly crawlers: number
  }
  readonly crawlers: readonly CrawlerConduct[]
  readonly referrals: ReturnType<Referrals['report']>
  readonly trust: {
    readonly hours: { readonly covered: number; readonly asked: number }
    readonly pages: 'log' | 'sitemap'
    readonly texts: readonly SiteTexts[]
  }
  readonly changes: {
    readonly period: CrawlReport['period']
    readonly appeared: readonly string[]
    readonly gone: readonly string[]
    readonly crawlers: readonly (Readonly<Record<'requests' | 'proven' | 'refused', Change>> & { name: string })[]
  } | null
  readonly findings: readonly ReportFinding[]
}
