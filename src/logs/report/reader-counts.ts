/** Counts readers' requests, and how many of them a CDN considers bots. */
import type { LogEntry } from '../judge/log-entry.ts'
import { plus } from './counting.ts'
import type { ReportNumbers } from './crawl-report.ts'
import { isAutomated } from './crawler-counts.ts'

export class ReaderCounts {
  #total = 0
  /** Null where the log has no scores. */
  #automated: number | null = null
  /** Whether the log has readers at all: our own lines are of crawlers. */
  areLogged = false

  add(entry: LogEntry): void {
    this.#total += entry.count
    if (entry.botScore !== null)
      this.#automated = plus(this.#automated, isAutomated(entry) ? entry.count : 0)
  }

  /** All requests: those of readers, where the log has any, and so many of crawlers. */
  beside(crawlers: number): ReportNumbers['requests'] {
    const readers = this.areLogged || crawlers === 0 ? this.#total : null
    return { total: this.#total + crawlers, readers, automated: this.#automated, crawlers }
  }
}
