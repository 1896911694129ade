/** Compares two reports: new and missing crawlers, and changed counts. */
import type { CrawlerConduct, Period, ReportChanges } from './crawl-report.ts'

/** The counts that a later report is compared with. */
interface EarlierReport {
  readonly period: Period
  readonly crawlers: readonly (Pick<CrawlerConduct, 'name' | 'requests' | 'refused'> & {
    readonly violations: { readonly proven: number }
  })[]
}

/**
 * What changed since an earlier report: who came and went, and whose counts are others; most proven
 * violations first.
 */
export function changesSince(
  earlier: EarlierReport,
  { crawlers }: Pick<EarlierReport, 'crawlers'>,
): ReportChanges {
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

/** The names of crawlers that came themselves: names with forged requests only are left out. */
function namesOf(crawlers: EarlierReport['crawlers']): ReadonlySet<string> {
  return new Set(crawlers.filter(({ requests }) => requests > 0).map(({ name }) => name))
}
