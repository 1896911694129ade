/** The chart of Overview: requests of crawlers over time, by what they are for. */
import type { ComponentChild } from 'preact'
import { addTo } from '../../base/counts.ts'
import type { CrawlerConduct, CrawlReport } from '../../logs/report/crawl-report.ts'
import { counted } from '../../logs/report/report-sentences.ts'
import { type TimeSpan, timeChart } from './charts.ts'
import { html, titled } from './html.ts'

export function requestsOf(report: CrawlReport): ComponentChild {
  const chart = timeChart({ label: 'Requests of crawlers', ...byKind(report) })
  const forged = report.overview.forged.now ?? 0
  const without = html`<p class="quiet">Without ${counted(forged, 'request')} under forged names.</p>`
  const title = 'Requests of crawlers, by what they are for'
  return titled('when', title, chart, forged === 0 ? null : without)
}

/** Requests by kind, most frequent kinds first. */
function byKind({ crawlers }: CrawlReport) {
  const kindOf = ({ category }: CrawlerConduct) => category ?? 'other'
  const sums = new Map<string, number>()
  for (const crawler of crawlers) addTo(sums, kindOf(crawler), crawler.requests)
  const parts = [...sums].sort(([, a], [, b]) => b - a).map(([kind]) => kind)
  const spans = crawlers.flatMap((crawler) =>
    crawler.timeline.spans.map(({ start, requests }): TimeSpan => {
      return { start, counts: parts.map((part) => (part === kindOf(crawler) ? requests : 0)) }
    }),
  )
  return { parts, spans, hours: Math.max(1, ...crawlers.map(({ timeline }) => timeline.hours)) }
}
