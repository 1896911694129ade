/**
 * What Overview and Crawlers show: what the log says, what the policy says, and what a press on a
 * control does.
 */
import type { CrawlReport } from '../../logs/report/crawl-report.ts'
import type { LiveReport } from '../../logs/report/live-counts.ts'
import type { FrozenDesk, Labels, PolicyPicture, SiteOutlook } from '../policy-picture.ts'

export interface DeskProps {
  /** Null where there is no log. */
  readonly report: CrawlReport | null
  readonly labels: Labels
  /** Why the log could not be read. */
  readonly fault: string | null
  /** What is shown before all numbers, such as that the log is made up. */
  readonly remark: string | null
  /** What comes now, where a log is followed. */
  readonly live: LiveReport | null
  /** Whether the answer about the log has come. */
  readonly isRead: boolean
  /** What the policy says; null where no policy is at hand. */
  readonly picture: PolicyPicture | null
  readonly outlook: SiteOutlook | null
  /** Null where nothing can be changed. */
  readonly control: {
    /** Opens or closes the site to a crawler. */
    readonly press: (name: string, opens: boolean) => void
    /** Refuses names that fail their check, or no longer. */
    readonly refuseForged: (refuses: boolean) => void
    /** Goes where a part of the site is closed or opened to a crawler. */
    readonly part: (name: string) => void
  } | null
  /** What the last press has written. */
  readonly said: string
  /** When a Save last changed what a crawler may do, by its name in lower case. */
  readonly decided: ReadonlyMap<string, string>
}

/**
 * For the page of `acap report --html`, where nothing can be changed. `site` is the one whose
 * policy is shown.
 */
export function frozenProps(
  data: FrozenDesk,
  site: FrozenDesk['sites'][number] | undefined,
): DeskProps {
  return {
    ...{ report: data.report, labels: data.labels, remark: data.remark },
    ...{ fault: null, isRead: true, live: null, control: null, said: '', decided: new Map() },
    picture: site?.picture ?? null,
    outlook: site?.outlook ?? null,
  }
}
