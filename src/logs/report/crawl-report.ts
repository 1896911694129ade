/**
 * The data type of `acap report`. docs/report.md defines the counts; docs/generate/report-schema.ts
 * documents each member and is checked against these types. Unchecked numbers are null, never 0.
 */
import type { FiledCard } from '../../crawlers/agent-card.ts'
import type { Category } from '../../words/decision-words.ts'
import type { PathCount, ReplayReport, UnreadLine } from './replay-report.ts'

/** Another meaning of a member needs another one. */
export const REPORT_VERSION = 1 as const

/** What somebody should look at. `crawler` is null where it is about the log. */
export interface ReportFinding {
  readonly kind: FindingKind
  readonly crawler: string | null
  readonly requests: number
  readonly text: string
}

/** A figure for the period and for the equally long period before it; null means unknown. */
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
  'search-refused',
  'forged',
  'proven',
  'new-name',
  'assumed-text',
  'incomparable',
  'unread',
  'proxy',
  'shortened',
  'no-agents',
  'zoneless',
  'overlap',
  'cut',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]
/** A count for each way in which a crawler's name was or was not proven. */
interface ByProof<T> {
  readonly verified: T
  readonly claimed: T
  readonly unchecked: T
}

/** Requests that robots.txt prohibits (C3). */
type Violations = Readonly<Record<'proven' | 'unseen' | 'grace' | 'incomparable', number>>

interface NetworkCount {
  readonly network: string
  readonly requests: number
}

/** What the log of a CDN says of a crawler's requests. */
interface CdnCounts {
  readonly scored: number | null
  readonly automated: number | null
  readonly verified: number | null
}

/** What a crawler did in one span of the timeline. */
interface CrawlerSpan extends Readonly<Record<SpanCount, number>> {
  readonly start: string
}
export type SpanCount = 'requests' | 'refused' | 'proven' | 'unseen' | 'fetches'

/**
 * One crawler, without what follows from all crawlers together. Forged requests are in `forged`
 * alone.
 */
export interface CountedCrawler {
  readonly name: string
  readonly operator: string | null
  readonly category: Category | null
  readonly listed: boolean
  readonly onBehalf: boolean
  readonly requests: number
  readonly bytes: number | null
  readonly charged: Readonly<Record<string, number>>
  readonly robots: { readonly fetches: number; readonly last: string | null }
  readonly violations: Violations & { readonly proof: ByProof<Violations> }
  readonly proof: ByProof<number>
  readonly forged: { readonly requests: number; readonly networks: readonly NetworkCount[] } | null
  readonly cdn: CdnCounts
  /** As it was answered; 0 where the log has no status. What a policy would refuse is in replay. */
  readonly refused: number
  readonly observed: number
  readonly refusedOpen: number
  readonly failed: number | null
  readonly refusedSections: readonly PathCount[]
  readonly networks: readonly NetworkCount[]
  /** Those whose first request came a day or more after the first of this name. */
  readonly laterNetworks: { readonly networks: number; readonly requests: number }
  readonly statuses: readonly { readonly status: number; readonly requests: number }[]
  readonly userAgents: readonly { readonly userAgent: string; readonly requests: number }[]
  readonly rules: readonly BrokenRule[]
  readonly timeline: { readonly hours: number; readonly spans: readonly CrawlerSpan[] }
  readonly first: string | null
  readonly last: string | null
}

/** A line of robots.txt that a crawler had read and did not obey. */
interface BrokenRule {
  readonly site: string
  readonly line: number | null
  readonly text: string
  readonly requests: number
}

/** How many of the gaps between requests were shorter than robots.txt asks. */
export interface PaceCounts {
  readonly gaps: number
  readonly short: number
}

/** The pages that a crawler has read, of all pages. */
export interface PagesRead {
  readonly pages: number
  readonly of: number
  readonly estimated: boolean
  readonly sections: readonly {
    readonly section: string
    readonly pages: number
    readonly of: number
  }[]
}

export interface CrawlerConduct extends CountedCrawler {
  readonly cost: {
    readonly share: number | null
    readonly milliseconds: number | null
    readonly misses: number | null
    readonly money: number | null
  }
  readonly pace: PaceCounts | null
  readonly coverage: PagesRead
}

/** The visits that an operator sends to the site, and the pages that its crawlers fetched. */
export interface OperatorReferrals {
  readonly operator: string
  readonly visits: number
  readonly assistant: number
  readonly search: number
  readonly pages: number
}

/** An unknown client that declares a name, and is a reader all the same (I3). */
export interface DeclaredReader
  extends Pick<CountedCrawler, 'name' | 'requests' | 'networks' | 'statuses' | 'first' | 'last'> {
  readonly example: string
  readonly timeline: {
    readonly hours: number
    readonly spans: readonly { readonly start: string; readonly requests: number }[]
  }
}

/** The texts of a site's robots.txt, and who knows when they were in force. */
export interface SiteTexts {
  readonly source: TextsSource
  readonly versions: readonly {
    readonly name: string
    readonly hash: string
    readonly from: string | null
    readonly known: boolean
  }[]
}

/**
 * Where the times of the texts come from: the author, the store or the log. `assumed`: today's
 * policy is assumed for the whole period, or each version that the desk saved from then on.
 */
export const TEXT_SOURCES = ['given', 'store', 'log', 'assumed'] as const
export type TextsSource = (typeof TEXT_SOURCES)[number]

interface ChangedCount {
  readonly before: number
  readonly now: number
}

/** What changed since an earlier report: crawlers that are new or gone, and counts that differ. */
export interface ReportChanges {
  readonly period: Period
  readonly appeared: readonly string[]
  readonly gone: readonly string[]
  readonly crawlers: readonly ({ readonly name: string } & Readonly<
    Record<'requests' | 'proven' | 'refused', ChangedCount>
  >)[]
}

export interface Period {
  readonly from: string | null
  readonly to: string | null
}

/** The report without its sentences. */
export interface ReportNumbers {
  readonly version: typeof REPORT_VERSION
  readonly period: Period
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
  /** Null where the log does not say how readers call themselves. */
  readonly declared: readonly DeclaredReader[] | null
  readonly referrals: readonly OperatorReferrals[] | null
  /** Null without an earlier report. */
  readonly changes: ReportChanges | null
  readonly trust: {
    readonly hours: { readonly covered: number; readonly asked: number }
    readonly pages: 'log' | 'sitemap'
    readonly texts: readonly (SiteTexts & { readonly site: string })[]
  }
}

/** What the policies would have done with the requests, as `acap replay --json` says it. */
export interface ReplayAnswer extends ReplayReport {
  /** The policies that were compared; null where none were. */
  readonly against: string | null
}

/** What an agent says of itself, and the crawlers of the log that its card speaks of. */
export interface ReportedCard extends FiledCard {
  readonly crawlers: readonly string[]
}

export interface CrawlReport extends ReportNumbers {
  /** Those of `--card`; nothing of them is counted or trusted. */
  readonly cards: readonly ReportedCard[]
  readonly findings: readonly ReportFinding[]
  /** Null where it was not asked. */
  readonly replay: ReplayAnswer | null
}
