/**
 * The report of `acap report` as data. docs/report.md defines the counts; docs/generate/report-schema.ts says what each member
 * is, and is compared with these types. What was not checked is null, never 0.
 */
import type { UnreadLine } from './counting.ts'
import type { CrawlPace } from './crawl-pace.ts'
import type { CrawlerCounts } from './crawler-counts.ts'
import type { PageCoverage } from './page-coverage.ts'
import type { Referrals } from './referrals.ts'
import type { RobotsTexts } from './robots-texts.ts'
import type { ReplayReport } from './tally.ts'

/** Another meaning of a member needs another one. */
export const REPORT_VERSION = 1 as const

/** What somebody should look at. `crawler` is null where it is about the log. */
export interface ReportFinding {
  readonly kind: FindingKind
  readonly crawler: string | null
  readonly requests: number
  readonly text: string
}

/** A number of the period, and of the equally long stretch before it; null is what nobody knows. */
interface ReportFigure {
  readonly now: number | null
  readonly before: number | null
}

export interface ReportOverview {
  /** The crawlers' part of all requests, 0 to 1. */
  readonly share: ReportFigure
  /** Requests of crawlers for pages that robots.txt closes to them: proven and unseen. */
  readonly taken: ReportFigure
  /** Requests under forged names. */
  readonly forged: ReportFigure
  /** Names of crawlers that were in no line before. */
  readonly newNames: ReportFigure
}

/** About a crawler, and about the log. */
export const FINDING_KINDS = [
  ...(['search-refused', 'forged', 'proven', 'new-name'] as const),
  ...(['assumed-text', 'incomparable', 'unread', 'proxy', 'shortened'] as const),
  ...(['no-agents', 'zoneless', 'overlap', 'cut'] as const),
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]
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

/** The counts that a later report is compared with. */
interface EarlierReport {
  readonly period: Span
  readonly crawlers: readonly (Pick<CrawlerConduct, 'name' | 'requests' | 'refused'> & {
    readonly violations: { readonly proven: number }
  })[]
}

/** What changed since an earlier report: who came and went, and whose counts are others; most proven violations first. */
export function changesSince(
  earlier: EarlierReport,
  { crawlers }: Pick<EarlierReport, 'crawlers'>,
) {
  const before = new Map(earlier.crawlers.map((crawler) => [crawler.name, crawler]))
  const came = namesOf(earlier.crawlers)
  const now = namesOf(crawlers)
  const changed = crawlers.flatMap(({ name, requests, refused, violations }) => {
    const other = before.get(name)
    if (other === undefined) return []
    return {
      name,
      requests: { before: other.requests, now: requests },
      proven: { before: other.violations.proven, now: violations.proven },
      refused: { before: other.refused, now: refused },
    }
  })
  return {
    period: earlier.period,
    appeared: [...now].filter((name) => !came.has(name)),
    gone: [...came].filter((name) => !now.has(name)),
    crawlers: changed
      .filter((each) =>
        [each.requests, each.proven, each.refused].some((count) => count.before !== count.now),
      )
      .sort(
        (a, b) =>
          b.proven.now - a.proven.now ||
          b.requests.now - a.requests.now ||
          (a.name < b.name ? -1 : 1),
      ),
  }
}

interface Span {
  readonly from: string | null
  readonly to: string | null
}

/** The report without its sentences. */
export interface ReportNumbers {
  readonly version: typeof REPORT_VERSION
  readonly period: Span
  readonly lines: Readonly<
    Record<'read' | 'undated' | 'outside' | 'otherHosts' | 'unread', number>
  > & {
    readonly unreadLines: readonly UnreadLine[]
    readonly cut: readonly { readonly log: string; readonly why: string }[]
  }
  readonly requests: {
    readonly total: number
    /** Null where the log has crawlers alone. */
    readonly readers: number | null
    readonly automated: number | null
    readonly crawlers: number
  }
  readonly overview: ReportOverview
  readonly crawlers: readonly CrawlerConduct[]
  readonly referrals: ReturnType<Referrals['report']>
  /** Null without an earlier report. */
  readonly changes: ReturnType<typeof changesSince> | null
  readonly trust: {
    readonly hours: { readonly covered: number; readonly asked: number }
    readonly pages: 'log' | 'sitemap'
    readonly texts: readonly ({ readonly site: string } & ReturnType<RobotsTexts['report']>)[]
  }
}

/** What the policies would have done with the requests, as `acap replay --json` says it. */
export interface ReplayAnswer extends ReplayReport {
  /** The policies that were compared; null where none were. */
  readonly against: string | null
}

export interface CrawlReport extends ReportNumbers {
  readonly findings: readonly ReportFinding[]
  /** Null where it was not asked. */
  readonly replay: ReplayAnswer | null
}

/** A name under which nothing but forged requests came did not come itself. */
function namesOf(crawlers: EarlierReport['crawlers']): ReadonlySet<string> {
  return new Set(crawlers.filter(({ requests }) => requests > 0).map(({ name }) => name))
}
