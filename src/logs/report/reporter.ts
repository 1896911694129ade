/** Builds the report: one pass finds fetches of robots.txt, the next judges requests by them. */

import type { DisplayName } from '../../author/explain/display-names.ts'
import { cached } from '../../base/cached.ts'
import { mostFirst, sumOf } from '../../base/counts.ts'
import type { SiteContext } from '../../decide/judge.ts'
import type { EntryJudge } from '../judge/judge-entry.ts'
import { type LogClient, LogClients } from '../judge/log-clients.ts'
import { isPageSent, type LogEntry } from '../judge/log-entry.ts'
import {
  type Conduct,
  type ConductContext,
  isCrawler,
  LONGEST_CACHE,
  type ObservedRequest,
  observedCrawler,
  observedRequest,
  RobotsFetches,
} from './conduct.ts'
import { HOUR, hoursBetween, instant, LogTally, plus } from './counting.ts'
import { CrawlPace } from './crawl-pace.ts'
import {
  type CrawlerConduct,
  type CrawlReport,
  REPORT_VERSION,
  type ReplayAnswer,
  type ReportNumbers,
} from './crawl-report.ts'
import { CrawlerCounts } from './crawler-counts.ts'
import { LogObserver } from './log-observer.ts'
import { OverviewCounts, ReaderCounts } from './overview.ts'
import { PageCoverage, type SitemapPage } from './page-coverage.ts'
import { Referrals } from './referrals.ts'
import type { UnreadLine } from './replay-report.ts'
import { findingsOf } from './report-findings.ts'
import { UNCOUNTED_NAMES } from './report-sentences.ts'
import type { RobotsTexts, SeenText } from './robots-texts.ts'
import type { ReplayTally } from './tally.ts'

/** Names that are counted one by one: a log may invent any number. Names of lists are few. */
const MOST_NAMES = 10_000
/** Distinct hours: 100 years. */
const MOST_HOURS = 876_000

/** The question of `acap replay`. */
interface ReplayQuestion {
  readonly judge: EntryJudge
  readonly tally: ReplayTally
  readonly against: string | null
}

interface ReportOptions {
  readonly contexts: readonly SiteContext[]
  /** Milliseconds since 1970: requests from the first up to and without the second. */
  readonly from: number
  readonly to: number
  /** How long a crawler may keep a robots.txt, in milliseconds. */
  readonly maxAge: number
  /** Of a gigabyte; null where the author states none. */
  readonly price: number | null
  /** A name as people are shown it. */
  readonly shown: DisplayName
  /** The pages to cover; null: those of the log. */
  readonly sitemap: readonly SitemapPage[] | null
  /** The texts of a site, by its number and what was served there. */
  readonly textsOf: (place: number, served: readonly SeenText[]) => RobotsTexts
  /** What the policies would do with each request; null where nobody asks. */
  readonly replay: ReplayQuestion | null
  /** Sees each counted request of a crawler, and fetches of robots.txt a day before the period. */
  readonly observe: ((request: ObservedRequest, conduct: Conduct | null) => void) | null
}

export class Reporter extends LogTally {
  readonly #options: ReportOptions
  readonly #clients: LogClients
  readonly #served: readonly SeenText[][]
  readonly #conduct: { texts: readonly RobotsTexts[] } & Omit<ConductContext, 'texts'>
  /** Fetches before the period that bear on it. */
  readonly #early: ObservedRequest[] = []
  readonly #rows = new Map<string, CrawlerCounts>()
  readonly #pace = new CrawlPace()
  readonly #coverage = new PageCoverage()
  readonly #referrals = new Referrals()
  readonly #hours = new Set<number>()
  readonly #notes = new LogObserver()
  readonly #overview: OverviewCounts
  /** The first line for a host of no site: its host, or null where it names none. */
  stray: { readonly host: string | null } | null = null
  readonly #lines = { read: 0, undated: 0, outside: 0, otherHosts: 0 }
  readonly #readers = new ReaderCounts()
  /** Of the lines of the first pass. */
  #end = -Infinity
  #bytes: number | null = null

  constructor(options: ReportOptions) {
    super()
    this.#options = options
    this.#clients = new LogClients(options.contexts)
    this.#overview = new OverviewCounts(options.from, options.to)
    this.#served = options.contexts.map(() => [])
    this.#conduct = { texts: [], fetches: new RobotsFetches(), maxAge: options.maxAge }
    if (options.sitemap !== null) this.#coverage.close(options.sitemap, this.#clients)
  }

  /** Whether the first pass needs every line: the last one ends a period without a given end. */
  get needsAll(): boolean {
    return this.#overview.isOpen
  }

  /** First pass: takes a fetch of robots.txt, also one before the period. */
  note(entry: LogEntry): void {
    const { time, method, served } = entry
    const { from, to, observe } = this.#options
    if (entry.last > this.#end) this.#end = entry.last
    if (Number.isNaN(time) || time >= to || method !== 'GET') return
    const client = this.#clientOf(entry)
    if (client === null) return
    const request = observedRequest(entry, client)
    if (!request.isRobots) return
    if (served !== null) this.#served[client.place]!.push({ time, hash: served })
    if (!isCrawler(entry, client) || request.proof === 'forged') return
    this.#conduct.fetches.add(request)
    if (observe !== null && time < from && time >= from - LONGEST_CACHE) this.#early.push(request)
  }

  override begin(log: string): void {
    this.#notes.begin(log)
  }

  /** Between the passes: finds the texts to judge by. */
  findTexts(): void {
    const { textsOf, observe } = this.#options
    this.#overview.end(this.#end)
    this.#conduct.texts = this.#served.map((served, place) => textsOf(place, served))
    for (const request of this.#early) observe?.(request, null)
  }

  get texts(): readonly RobotsTexts[] {
    return this.#conduct.texts
  }

  /** Second pass: counts an entry. */
  add(entry: LogEntry): void {
    const { time, count, gap } = entry
    const { from, to } = this.#options
    const client = this.#clientOf(entry)
    if (gap === null) this.#lines[Number.isNaN(time) ? 'undated' : 'read'] += count
    const isUndated = Number.isNaN(time)
    if (isUndated && gap === null) this.#replay(entry)
    if (isUndated) return
    const isOutside = time < from || time >= to
    if (!isOutside && gap === null) this.#replay(entry)
    if (client !== null && !isOutside) this.#addRequest(entry, client)
    else if (gap === null) this.#lines[client === null ? 'otherHosts' : 'outside'] += count
    if (client === null) this.stray ??= { host: entry.host }
    else if (gap === null && time < to) this.#overview.add(entry, client, this.#conduct)
  }

  #replay(entry: LogEntry): void {
    const { replay } = this.#options
    replay?.tally.add(entry, replay.judge.judge(entry))
  }

  override skip(unread: UnreadLine, count = 1): void {
    super.skip(unread, count)
    this.#options.replay?.tally.skip(unread, count)
  }

  #addRequest(entry: LogEntry, client: LogClient): void {
    const request = observedCrawler(entry, client)
    if (entry.gap !== null) {
      if (request !== null && request.proof !== 'forged')
        this.#pace.add(this.#nameOf(client), request, this.#conduct)
      return
    }
    this.#readers.areLogged ||= !entry.isOwn
    this.see(entry.time, entry.last)
    this.#notes.see(entry)
    if (this.#hours.size < MOST_HOURS) this.#hours.add(Math.floor(entry.time / HOUR))
    this.#bytes = plus(this.#bytes, entry.bytes)
    if (request !== null) this.#addCrawler(request)
    else {
      this.#readers.add(entry, client)
      this.#referrals.addReader(entry)
      if (isPageSent(entry)) this.#coverage.add(client.place, entry.target, null)
    }
  }

  #addCrawler(request: ObservedRequest): void {
    const { entry, client, proof, isRobots } = request
    const name = this.#nameOf(client)
    const conduct = cached(this.#rows, name, () => new CrawlerCounts(client)).add(
      request,
      this.#conduct,
    )
    this.#options.observe?.(request, conduct)
    this.#notes.seeAddress(request)
    if (proof === 'forged' || isRobots) return
    this.#pace.add(name, request, this.#conduct)
    if (isPageSent(entry)) {
      this.#coverage.add(client.place, entry.target, name)
      this.#referrals.addPages(client.agent.operator, entry.count)
    }
  }

  /** Who sent an entry; null where it is for another host than those of the sites. */
  #clientOf(entry: LogEntry): LogClient | null {
    return this.#clients.isForeign(entry.host) ? null : this.#clients.clientOf(entry)
  }

  #nameOf({ name, agent }: LogClient): string {
    return agent.name !== null || this.#rows.size < MOST_NAMES || this.#rows.has(name)
      ? name
      : UNCOUNTED_NAMES
  }

  report(): Omit<CrawlReport, 'cards'> {
    const numbers = this.numbers()
    return {
      ...numbers,
      findings: findingsOf(numbers, this.#notes.report(this.zoneless), this.#options.shown),
      replay: this.#answer(),
    }
  }

  #answer(): ReplayAnswer | null {
    const { replay } = this.#options
    return replay === null ? null : { against: replay.against, ...replay.tally.report() }
  }

  /** The report without its sentences. */
  numbers(): ReportNumbers {
    const { from, to, sitemap, contexts } = this.#options
    const crawlers = this.#crawlers()
    const ofCrawlers = sumOf(crawlers, ({ requests, forged }) => requests + (forged?.requests ?? 0))
    const start = Number.isFinite(from) ? from : this.first
    const end = Number.isFinite(to) ? to : this.last
    const requests = this.#readers.beside(ofCrawlers)
    return {
      version: REPORT_VERSION,
      period: { from: instant(start), to: instant(end) },
      lines: { ...this.#lines, unread: this.unread, unreadLines: this.unreadLines, cut: this.cut },
      requests,
      overview: this.#overview.report(requests.readers, crawlers),
      crawlers,
      declared: this.#readers.declared(),
      referrals: this.#referrals.report(),
      changes: null,
      trust: {
        hours: {
          covered: this.#hours.size,
          asked: hoursBetween(start, Number.isFinite(to) ? to : this.last + 1),
        },
        pages: sitemap === null ? 'log' : 'sitemap',
        texts: this.texts.map((texts, place) => ({
          site: contexts[place]!.site.name,
          ...texts.report(),
        })),
      },
    }
  }

  #crawlers(): readonly CrawlerConduct[] {
    const { price } = this.#options
    const coverageOf = this.#coverage.report()
    // Where readers are not logged, nobody knows what all bytes are.
    const all = this.#readers.areLogged ? this.#bytes : null
    const crawlers = [...this.#rows].map(([name, row]): CrawlerConduct => {
      const [cost, pace] = [row.costOf(all, price), this.#pace.of(name)]
      return { ...row.report(), name, cost, pace, coverage: coverageOf(name) }
    })
    return crawlers.sort(mostFirst('requests', 'name'))
  }
}
