/**
 * A report and the author's thresholds → alerts: what is counted, how often, and the names of crawlers. No line of a log and
 * no address is in them, because they may leave the machine.
 */
import type { CrawlerConduct, CrawlReport } from './crawl-report.ts'
import { counted } from './report-sentences.ts'

/** What can be counted for an alert, by its key in report.toml: how much of it one crawler has, and what it is called. */
const ALERT_KINDS = {
  'search-refused': {
    count: ({ category, refused }: CrawlerConduct) => (category === 'search' ? refused : 0),
    noun: 'refused request',
    what: 'of search engines',
  },
  'new-training': {
    count: ({ category, name }: CrawlerConduct, { changes }: CrawlReport) =>
      category === 'training' && changes?.appeared.includes(name) ? 1 : 0,
    noun: 'crawler',
    what: 'for training that the last report has not',
  },
  forged: {
    count: ({ forged }: CrawlerConduct) => forged?.requests ?? 0,
    noun: 'request',
    what: 'under a forged name',
  },
  proven: {
    count: ({ onBehalf, violations }: CrawlerConduct) => (onBehalf ? 0 : violations.proven),
    noun: 'request',
    what: 'for closed pages after the robots.txt was read',
  },
  faults: {
    count: ({ failed }: CrawlerConduct) => failed ?? 0,
    noun: 'request',
    what: 'of crawlers failed here',
  },
} as const
export type AlertKind = keyof typeof ALERT_KINDS
export const ALERT_NAMES = Object.keys(ALERT_KINDS) as readonly AlertKind[]

/** Alerts come where there is more than this of a kind. */
type AlertThresholds = Readonly<Partial<Record<AlertKind, number | undefined>>>

/** More of something than the author wants to go unseen. */
export interface ReportAlert {
  readonly kind: AlertKind
  readonly count: number
  /** The crawlers, most first. */
  readonly names: readonly string[]
  /** One sentence. */
  readonly text: string
}

const MOST_NAMES = 20
const MOST_LETTERS = 100

/** The alerts of a report. */
export function alertsOf(report: CrawlReport, thresholds: AlertThresholds): readonly ReportAlert[] {
  return ALERT_NAMES.flatMap((kind) => {
    const most = thresholds[kind]
    const { count: countOf, noun, what } = ALERT_KINDS[kind]
    const found = report.crawlers.map((crawler) => ({ name: crawler.name, count: countOf(crawler, report) }))
    const count = found.reduce((sum, each) => sum + each.count, 0)
    if (most === undefined || count <= most) return []
    const sorted = found.filter((each) => each.count > 0).sort((a, b) => b.count - a.count)
    const names = sorted.slice(0, MOST_NAMES).map(({ name }) => name.slice(0, MOST_LETTERS))
    return [{ kind, count, names, text: `${counted(count, noun)} ${what}: ${names.join(', ')}` }]
  })
}
