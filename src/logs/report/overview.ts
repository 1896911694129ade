/**
 * Computes the overview's four figures for a period, and for the equally long period before.
 * Unknown figures are null, never 0. Counts readers beside the crawlers.
 */
import { cached } from '../../base/cached.ts'
import { mostFirst, sumOf } from '../../base/counts.ts'
import type { LogClient } from '../judge/log-clients.ts'
import type { LogEntry } from '../judge/log-entry.ts'
import { type Conduct, type ConductContext, conductOf, observedCrawler } from './conduct.ts'
import { HOUR, plus } from './counting.ts'
import type { CrawlerConduct, ReportNumbers, ReportOverview } from './crawl-report.ts'
import { isAutomated } from './crawler-counts.ts'
import { DeclaredCounts } from './declared-counts.ts'

/** Names that are followed; a log may invent any number. */
const MOST_NAMES = 10_000

export class OverviewCounts {
  readonly #from: number
  #to: number
  /** The earliest time in the log; NaN where a row hides it. */
  #earliest = Infinity
  readonly #firstSeen = new Map<string, number>()
  readonly #before = { readers: 0, crawlers: 0, taken: 0, forged: 0 }
  #hasReaders = false
  #isChecked = false

  constructor(from: number, to: number) {
    this.#from = from
    this.#to = to
  }

  /**
   * Whether the period has a start but no end. Then the log's last line is needed to compute the
   * period before it.
   */
  get isOpen(): boolean {
    return Number.isFinite(this.#from) && this.#to === Infinity
  }

  /** Ends an open period at the last line of the log. */
  end(last: number): void {
    if (this.isOpen && Number.isFinite(last)) this.#to = last + 1
  }

  /** A line of these sites, in any order. */
  add(entry: LogEntry, client: LogClient, context: ConductContext): void {
    const { time, isRow, isOwn, count } = entry
    // Rows are reduced for a period: what was before it is not in them.
    this.#earliest = isRow ? NaN : Math.min(this.#earliest, time)
    if (!Number.isFinite(this.#from)) return
    const request = observedCrawler(entry, client)
    if (request !== null && request.proof !== 'forged') this.#seeName(request.client.name, time)
    if (time < this.#start || time >= this.#from) return
    this.#hasReaders ||= !isOwn
    this.#before[request === null ? 'readers' : 'crawlers'] += count
    if (request === null) return
    this.#isChecked ||= request.proof !== 'unchecked'
    if (request.proof === 'forged') this.#before.forged += count
    else if (!request.isRobots && TAKEN.has(conductOf(context, request)))
      this.#before.taken += count
  }

  #seeName(name: string, time: number): void {
    // A row for several clients that have no common name.
    if (name.startsWith('(')) return
    const known = this.#firstSeen.get(name)
    if (known === undefined && this.#firstSeen.size >= MOST_NAMES) return
    this.#firstSeen.set(name, Math.min(time, known ?? time))
  }

  /** `readers`: of the period; null where the log has none. */
  report(readersNow: number | null, now: readonly CrawlerConduct[]): ReportOverview {
    const { readers, crawlers, taken, forged } = this.#before
    const forgedNow = sumOf(now, (crawler) => crawler.forged?.requests ?? 0)
    const crawlersNow = forgedNow + sumOf(now, ({ requests }) => requests)
    const isCheckedNow = now.length === 0 || now.some((crawler) => crawler.forged !== null)
    const before = (figure: number | null) => (this.#reaches(this.#start) ? figure : null)
    return {
      share: {
        now: shareOf(crawlersNow, readersNow),
        before: before(shareOf(crawlers, this.#hasReaders ? readers : null)),
      },
      taken: {
        now: sumOf(now, ({ violations }) => violations.proven + violations.unseen),
        before: before(taken),
      },
      forged: {
        now: isCheckedNow ? forgedNow : null,
        before: before(this.#isChecked || crawlers === 0 ? forged : null),
      },
      newNames: {
        now: before(this.#namesFirstIn(this.#from, this.#to)),
        before: this.#reaches(this.#start - this.#length)
          ? this.#namesFirstIn(this.#start, this.#from)
          : null,
      },
    }
  }

  get #length(): number {
    return this.#to - this.#from
  }

  get #start(): number {
    return this.#from - this.#length
  }

  /** Whether the log begins in the hour of an instant, or before. */
  #reaches(time: number): boolean {
    return Number.isFinite(time) && Math.floor(this.#earliest / HOUR) <= Math.floor(time / HOUR)
  }

  #namesFirstIn(from: number, to: number): number {
    return [...this.#firstSeen.values()].filter((time) => time >= from && time < to).length
  }
}

const TAKEN: ReadonlySet<Conduct | null> = new Set(['proven', 'unseen'])

function shareOf(crawlers: number, readers: number | null): number | null {
  return readers === null || crawlers + readers === 0 ? null : crawlers / (crawlers + readers)
}

const MOST_DECLARED = 10_000
const TOP_DECLARED = 20

export class ReaderCounts {
  #total = 0
  /** By the names that they declare; a log may invent any number. */
  #declared = new Map<string, DeclaredCounts>()
  #areNamed = true
  /** Null where the log has no scores. */
  #automated: number | null = null
  /** Whether the log has readers at all: our own lines are of crawlers. */
  areLogged = false

  add(entry: LogEntry, { agent, context }: LogClient): void {
    this.#total += entry.count
    if (entry.botScore !== null)
      this.#automated = plus(this.#automated, isAutomated(entry) ? entry.count : 0)
    // Rows have readers without their User-Agents.
    if (entry.isRow) this.#areNamed = false
    const isReported = context.site.config.identify.selfDeclared !== 'reader'
    if (agent.declared !== null && isReported) this.#addDeclared(agent.declared, entry)
  }

  #addDeclared(name: string, entry: LogEntry): void {
    cached(this.#declared, name, () => new DeclaredCounts(name, entry.userAgent)).add(entry)
    if (this.#declared.size <= MOST_DECLARED) return
    this.#declared = new Map(this.#mostDeclared(MOST_DECLARED / 2).map((each) => [each.name, each]))
  }

  #mostDeclared(most: number) {
    return [...this.#declared.values()].sort(mostFirst('requests', 'name')).slice(0, most)
  }

  /** Those with most requests; null where the log does not say how readers call themselves. */
  declared(): ReportNumbers['declared'] {
    if (!this.#areNamed) return null
    return this.#mostDeclared(TOP_DECLARED).map((counts) => counts.report())
  }

  /** The number of all requests, with those of readers where the log has any. */
  beside(crawlers: number): ReportNumbers['requests'] {
    const readers = this.areLogged || crawlers === 0 ? this.#total : null
    return { total: this.#total + crawlers, readers, automated: this.#automated, crawlers }
  }
}
