/** The report of `acap report` as data (docs/report.md). What was not checked is null, never 0. */
import type { Category } from '../../vocabulary/decision-words.ts'
import type { Proof } from '../../vocabulary/log-line.ts'
import type { PathCount } from '../counting.ts'
import type { UnreadLine } from '../log-entry.ts'
import type { Conduct } from './conduct.ts'
import type { Pace } from './crawl-pace.ts'
import type { Timeline } from './crawler-counts.ts'
import type { PagesRead } from './page-coverage.ts'
import type { TextsSource } from './robots-texts.ts'

export const REPORT_VERSION = 1

/** Proofs of requests that count for the name that they give. */
export type OwnProof = Exclude<Proof, 'forged'>

type Violations = Readonly<Record<Conduct, number>>

interface NetworkCount {
  /** A /24 or /48, `published` for the operator's lists, or `unknown`. */
  readonly network: string
  readonly requests: number
}

/** A rule that was broken: proven violations alone. */
export interface BrokenRule {
  readonly site: string
  /** The line in the robots.txt as crawlers read it; null where no line decided. */
  readonly line: number | null
  readonly text: string
  readonly requests: number
}

interface Cost {
  /** Of the bytes of all requests in the log, from 0 to 1; null where the log has no bytes. */
  readonly share: number | null
  readonly milliseconds: number | null
  readonly misses: number | null
  /** By the price of a gigabyte that the author gives. */
  readonly money: number | null
}

/** One crawler. Forged requests are in `forged` alone. */
export interface CrawlerConduct {
  /** Lower case, as in logs. */
  readonly name: string
  readonly operator: string | null
  readonly category: Category | null
  /** Whether the registry or the policy knows the name; a bot that only declares itself is not listed. */
  readonly listed: boolean
  /** Whether it acts for a person: operators of these say that robots.txt does not bind them. */
  readonly onBehalf: boolean
  readonly requests: number
  readonly bytes: number
  /** When it last fetched the robots.txt is null where it did not. */
  readonly robots: { readonly fetches: number; readonly last: string | null }
  readonly violations: Violations & { readonly proof: Readonly<Record<OwnProof, Violations>> }
  readonly proof: Readonly<Record<OwnProof, number>>
  readonly forged: { readonly requests: number; readonly networks: readonly NetworkCount[] } | null
  /** What the CDN's log says, where it does: requests with a bot score, of these automated ones, and those of verified bots. */
  readonly cdn: { readonly scored: number | null; readonly automated: number | null; readonly verified: number | null }
  /** Requests that were answered 401, 403, 429 or 451, or refused by our own line. */
  readonly refused: number
  /** Of these, those that no robots.txt closes: its own, and pages that it permits. */
  readonly refusedOpen: number
  /** Of those, the sections with most of them. */
  readonly refusedSections: readonly PathCount[]
  /** Requests that were asked to come back because something failed here; null where no line is one of ours. */
  readonly failed: number | null
  readonly cost: Cost
  readonly pace: Pace | null
  readonly coverage: PagesRead
  readonly networks: readonly NetworkCount[]
  readonly rules: readonly BrokenRule[]
  readonly timeline: Timeline
  readonly first: string | null
  readonly last: string | null
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
  /** Null where it is about the log. */
  readonly crawler: string | null
  readonly requests: number
  readonly text: string
}

/** Visits that an operator sends, those of them from assistants and search engines, and pages that its crawlers took. */
type Referrals = Readonly<Record<'visits' | 'assistant' | 'search' | 'pages', number> & { operator: string }>

interface Trust {
  /** Hours with lines, of the hours of the period. Missing coverage is not zero. */
  readonly hours: { readonly covered: number; readonly asked: number }
  readonly pages: 'log' | 'sitemap'
  readonly texts: readonly {
    readonly site: string
    readonly source: TextsSource
    readonly versions: readonly {
      readonly name: string
      readonly hash: string
      readonly from: string | null
      readonly known: boolean
    }[]
  }[]
}

export interface ReportChanges {
  readonly period: CrawlReport['period']
  /** Names that were not in it, most requests first. */
  readonly appeared: readonly string[]
  readonly gone: readonly string[]
  /** Crawlers in both with a changed count, most proven violations first. */
  readonly crawlers: readonly (Readonly<
    Record<'requests' | 'proven' | 'refused', Readonly<Record<'before' | 'now', number>>>
  > & {
    readonly name: string
  })[]
}

export interface CrawlReport {
  readonly version: typeof REPORT_VERSION
  readonly period: { readonly from: string | null; readonly to: string | null }
  readonly lines: {
    /** Lines that were understood and have a time; of these some are outside the period, or for other hosts. */
    readonly read: number
    readonly unread: number
    readonly undated: number
    readonly outside: number
    readonly otherHosts: number
    readonly unreadLines: readonly UnreadLine[]
    readonly cut: readonly { readonly log: string; readonly why: string }[]
  }
  readonly requests: {
    readonly total: number
    /** Null where the log has crawlers alone, as our own logs. */
    readonly readers: number | null
    /** Of readers, those that the CDN's bot score calls automated; null where the log has no scores. */
    readonly automated: number | null
    /** Forged ones are among them. */
    readonly crawlers: number
  }
  readonly crawlers: readonly CrawlerConduct[]
  readonly referrals: readonly Referrals[] | null
  readonly trust: Trust
  /** Since an earlier report; null where none was compared. */
  readonly changes: ReportChanges | null
  readonly findings: readonly ReportFinding[]
}
