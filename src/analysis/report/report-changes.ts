/**
 * Two reports → which crawlers came and went, and whose counts changed. Of the report before, only its counts are read.
 */
import type { CrawlerConduct, CrawlReport } from './crawl-report.ts'

/** What is read of the report before. */
interface EarlierReport {
  readonly period: CrawlReport['period']
  readonly crawlers: readonly EarlierCrawler[]
}

/** A crawler of it. */
type EarlierCrawler = Pick<CrawlerConduct, 'name' | 'requests' | 'refused'> & {
  readonly violations: Pick<CrawlerConduct['violations'], 'proven'>
}

const COUNTS = ['requests', 'proven', 'refused'] as const

/** A count, before and now. */
interface ChangedCount {
  readonly before: number
  readonly now: number
}

/** What changed since another report. */
export interface ReportChanges {
  /** Of the other report. */
  readonly period: CrawlReport['period']
  /** Names that were not in it, most requests first. */
  readonly appeared: readonly string[]
  /** Names that are only in it. */
  readonly gone: readonly string[]
  /** Crawlers in both with a changed count, most proven violations first. */
  readonly crawlers: readonly (Readonly<Record<(typeof COUNTS)[number], ChangedCount>> & { readonly name: string })[]
}

/** Compares the crawlers of a report with those of an earlier one. */
export function changesSince(earlier: EarlierReport, crawlers: readonly CrawlerConduct[]): ReportChanges {
  const before = new Map(earlier.crawlers.map((crawler) => [crawler.name, crawler]))
  const now = new Set(crawlers.map(({ name }) => name))
  const changed = crawlers.flatMap((crawler) => {
    const other = before.get(crawler.name)
    return other === undefined ? [] : [{ name: crawler.name, ...countsOf(other, crawler) }]
  })
  return {
    period: { from: earlier.period.from, to: earlier.period.to },
    appeared: crawlers.map(({ name }) => name).filter((name) => !before.has(name)),
    gone: earlier.crawlers.map(({ name }) => name).filter((name) => !now.has(name)),
    crawlers: changed
      .filter((crawler) => COUNTS.some((count) => crawler[count].before !== crawler[count].now))
      .sort((a, b) => b.proven.now - a.proven.now || b.requests.now - a.requests.now || (a.name < b.name ? -1 : 1)),
  }
}

function countsOf(before: EarlierCrawler, now: EarlierCrawler) {
  return {
    requests: { before: before.requests, now: now.requests },
    proven: { before: before.violations.proven, now: now.violations.proven },
    refused: { before: before.refused, now: now.refused },
  }
}
