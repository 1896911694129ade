/**
 * The data that Overview and Crawlers show of a policy: which kinds of crawlers and which crawlers
 * may do what, and what is closed.
 */
import type { DisplayName } from '../author/explain/display-names.ts'
import type { SiteReport } from '../author/summary/site-report.ts'
import type { CrawlReport } from '../logs/report/crawl-report.ts'
import type { CrawlerUses } from './crawler-uses.ts'

/**
 * A kind of crawlers, and how each of people's uses stands for it; null where it is none of its.
 */
interface KindUses {
  readonly kind: string
  readonly states: readonly ('open' | 'closed' | 'some' | null)[]
}

export interface PolicyPicture {
  readonly kinds: readonly KindUses[]
  readonly uses: readonly CrawlerUses[]
  /** Whether names that fail their check are refused (I4). */
  readonly refusesForged: boolean
}

export interface SiteOutlook {
  /** What changes on a date. */
  readonly ahead: readonly string[]
  /** The first sentences about what is closed to some. */
  readonly closed: readonly string[]
}

/** Names of a report as people are shown them, where that is not in lower case. */
export type Labels = Readonly<Record<string, string>>

export function labelsOf({ crawlers }: CrawlReport, shown: DisplayName): Labels {
  const names = crawlers.map(({ name }) => [name, shown(name)] as const)
  return Object.fromEntries(names.filter(([name, label]) => name !== label))
}

/** What the file of a frozen report holds beside the application. */
export interface FrozenDesk {
  readonly report: CrawlReport
  readonly sites: readonly {
    readonly site: string
    readonly picture: PolicyPicture
    readonly outlook: SiteOutlook | null
  }[]
  readonly labels: Labels
  readonly remark: string | null
}

/** Stands among the names that a Save decided about for a setting that is for every crawler. */
export const EVERY_CRAWLER = ''

const MOST_SENTENCES = 5

/** The part of a site's summary that the overview has a place for. */
export function outlookOf({ ahead, sections }: SiteReport): SiteOutlook {
  const sentences = sections[0]?.sentences ?? []
  return { ahead, closed: sentences.slice(0, MOST_SENTENCES).map(({ text }) => text) }
}
