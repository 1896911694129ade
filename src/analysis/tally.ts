/** Log entries with what a policy makes of each → the report of `acap replay` as data. Knows no policies. */
import { cached } from '../grammar/cached.ts'
import { networkOf } from '../grammar/ip-address.ts'
import type { Assurance, Category, Outcome } from '../vocabulary/decision-words.ts'
import { instant, type PathCount, TopPaths } from './counting.ts'
import { type LogEntry, type UnreadLine, UnreadLines } from './log-entry.ts'

/** What refused a request: a field of the policy with its file and line, or a sentence where no field did. */
export interface DecidingRule {
  readonly source: string | null
  readonly line: number | null
  readonly text: string
}

interface JudgedCrawler {
  readonly kind: 'crawler'
  readonly name: string
  /** The name that an unknown client declares itself by (I3). */
  readonly declares: string | null
  readonly category: Category | null
  readonly assurance: Assurance
  /** Whether the policy or the registry knows the name, and it did not fail its check: it has counters of its own (X3). */
  readonly isNamed: boolean
  readonly isChecked: boolean
  readonly outcome: Outcome
  /** The edge would not enforce the outcome: the mode there is not `enforce`. */
  readonly observed: boolean
  /** One document per so many seconds, where the policy says so (X3). */
  readonly rate: number | null
  readonly rule: DecidingRule | null
  /** The robots.txt in force prohibited it to a crawler that knows no ACAP: it was requested all the same. */
  readonly ignoredRobots: boolean
  readonly other: Outcome | null
}

export type JudgedEntry = JudgedCrawler | ({ readonly kind: 'reader' | 'exempt' } & Pick<JudgedCrawler, 'declares'>)

const OUTCOMES = ['permitted', 'refused', 'deferred'] as const
/** `observed` of those refused and deferred are so only once the policy is enforced. */
const SUMMED = ['requests', ...OUTCOMES, 'forged', 'observed', 'ignoredRobots', 'bytesSaved'] as const
/** `opened`: the other policy refuses or defers, and this one permits. */
const COUNTS = [
  ...(['requests', ...OUTCOMES, 'forged', 'observed', 'ignoredRobots'] as const),
  ...(['bytes', 'bytesSaved', 'opened', 'closed'] as const),
] as const
type OutcomeCounts = Readonly<Record<'requests' | (typeof OUTCOMES)[number], number>>
type CrawlerTotals = Readonly<Record<(typeof COUNTS)[number], number>>

export interface CrawlerReport extends CrawlerTotals {
  readonly name: string
  readonly category: Category | null
  readonly isChecked: boolean
  readonly refusedPaths: readonly PathCount[]
}

interface RuleReport extends DecidingRule {
  readonly requests: number
  /** The crawlers it stopped, most requests first. */
  readonly crawlers: readonly PathCount[]
  readonly paths: readonly PathCount[]
}

/** A log under a policy, in numbers. Lists have most requests first. */
export interface ReplayReport {
  readonly lines: number
  readonly unread: number
  readonly unreadLines: readonly UnreadLine[]
  /** Lines that were understood, but name no host that one of the sites answers for. */
  readonly unplaced: number
  /** Lines that name another host than the one site that is replayed. They are judged as requests to that site. */
  readonly otherHosts: { readonly lines: number; readonly hosts: readonly PathCount[] }
  readonly from: string | null
  readonly to: string | null
  readonly readers: number
  /** Unknown clients by the names that they declare themselves by (I3), crawlers and readers. */
  readonly declared: readonly PathCount[]
  readonly exempt: number
  readonly total: Pick<CrawlerReport, (typeof SUMMED)[number]>
  readonly compared: boolean
  readonly crawlers: readonly CrawlerReport[]
  readonly rules: readonly RuleReport[]
  readonly hours: readonly (OutcomeCounts & { readonly start: string })[]
}

type Open<T> = { -readonly [K in keyof T]: T[K] }
type RuleRow = { readonly rule: DecidingRule; requests: number; readonly crawlers: TopPaths; readonly paths: TopPaths }
type Row = Open<Omit<CrawlerReport, 'refusedPaths'>> & { readonly paths: TopPaths }

const HOUR = 3_600_000
const TOP_PATHS = 10
const TOP_CRAWLERS = 8
const TOP_DECLARED = 20
/** Rules that are counted one by one; a policy with more has the rest under one entry. */
const MOST_RULES = 10_000
const OTHER_RULES: DecidingRule = { source: null, line: null, text: 'other rules' }
const WORD = { permitted: 'permitted', prohibited: 'refused', deferred: 'deferred' } as const
const NO_COUNTS = Object.fromEntries(COUNTS.map((count) => [count, 0])) as CrawlerTotals

/** Adds requests up. */
export class Tally {
  #lines = 0
  readonly #unread = new UnreadLines()
  #unplaced = 0
  #foreign = 0
  readonly #foreignHosts = new TopPaths()
  readonly #rules = new Map<string, RuleRow>()
  readonly #declared = new TopPaths()
  #readers = 0
  #exempt = 0
  #compared = false
  #from = Number.POSITIVE_INFINITY
  #to = Number.NEGATIVE_INFINITY
  readonly #rows = new Map<string, Row>()
  readonly #hours = new Map<number, Open<OutcomeCounts>>()
  /** When the next document is due, by crawler and assurance, or by the network of a client without name (X3). */
  readonly #due = new Map<string, number>()

  skip(line: UnreadLine): void {
    this.#lines++
    this.#unread.add(line)
  }

  /** A line that names another host than the site's. */
  addForeign(host: string): void {
    this.#foreign++
    this.#foreignHosts.add(host)
  }

  /** A line for which the site cannot be found. */
  addUnplaced(): void {
    this.#lines++
    this.#unplaced++
  }

  add(entry: LogEntry, judged: JudgedEntry): void {
    this.#lines++
    if (entry.time < this.#from) this.#from = entry.time
    if (entry.time > this.#to) this.#to = entry.time
    if (judged.declares !== null) this.#declared.add(judged.declares)
    if (judged.kind === 'crawler') this.#addCrawler(entry, judged)
    else if (judged.kind === 'reader') this.#readers++
    else this.#exempt++
  }

  #addCrawler(entry: LogEntry, judged: JudgedCrawler): void {
    const { name, category, isChecked } = judged
    const row = cached(this.#rows, name, (): Row => {
      return { name, category, isChecked, ...NO_COUNTS, paths: new TopPaths() }
    })
    const outcome = WORD[this.#paced(entry, judged)]
    row.requests++
    row[outcome]++
    row.bytes += entry.bytes ?? 0
    if (judged.assurance === 'failed') row.forged++
    if (judged.ignoredRobots) row.ignoredRobots++
    if (outcome === 'refused') row.paths.add(entry.target)
    if (outcome !== 'permitted') {
      if (judged.observed) row.observed++
      row.bytesSaved += entry.bytes ?? 0
      this.#addRule(entry, judged)
    }
    this.#compare(row, judged)
    if (!Number.isNaN(entry.time)) this.#addHour(entry.time, outcome)
  }

  #addRule({ target }: LogEntry, { rule, rate, name }: JudgedCrawler): void {
    const found = rule ?? { ...OTHER_RULES, text: `one request every ${rate} seconds` }
    const { source, line, text } = this.#rules.size < MOST_RULES ? found : OTHER_RULES
    const row = cached(this.#rules, `${source} ${line} ${text}`, (): RuleRow => {
      return { rule: { source, line, text }, requests: 0, crawlers: new TopPaths(), paths: new TopPaths() }
    })
    row.requests++
    row.crawlers.add(name)
    row.paths.add(target)
  }

  #compare(row: Row, { outcome, other }: JudgedCrawler): void {
    if (other === null) return
    this.#compared = true
    if (outcome === 'permitted' && other !== 'permitted') row.opened++
    if (outcome !== 'permitted' && other === 'permitted') row.closed++
  }

  /** The outcome with the rate held against the requests before it: a deferred one uses nothing up. */
  #paced({ time, ip }: LogEntry, { outcome, rate, name, assurance, isNamed }: JudgedCrawler): Outcome {
    if (outcome !== 'permitted' || rate === null || Number.isNaN(time)) return outcome
    const key = isNamed ? `${name} ${assurance}` : (networkOf(ip) ?? '')
    if (time < (this.#due.get(key) ?? 0)) return 'deferred'
    this.#due.set(key, time + rate * 1000)
    return outcome
  }

  #addHour(time: number, outcome: (typeof OUTCOMES)[number]): void {
    const hour = cached(this.#hours, Math.floor(time / HOUR), () => {
      return { requests: 0, permitted: 0, refused: 0, deferred: 0 }
    })
    hour.requests++
    hour[outcome]++
  }

  report(): ReplayReport {
    const rows = [...this.#rows.values()].sort((a, b) => b.requests - a.requests || (a.name < b.name ? -1 : 1))
    const totals = SUMMED.map((count) => [count, rows.reduce((total, row) => total + row[count], 0)])
    return {
      lines: this.#lines,
      unread: this.#unread.count,
      unreadLines: this.#unread.first,
      unplaced: this.#unplaced,
      otherHosts: { lines: this.#foreign, hosts: this.#foreignHosts.top(3) },
      from: instant(this.#from),
      to: instant(this.#to),
      readers: this.#readers,
      declared: this.#declared.top(TOP_DECLARED),
      exempt: this.#exempt,
      total: Object.fromEntries(totals) as ReplayReport['total'],
      compared: this.#compared,
      crawlers: rows.map(({ paths, ...row }) => ({ ...row, refusedPaths: paths.top(TOP_PATHS) })),
      rules: [...this.#rules.values()]
        .sort((a, b) => b.requests - a.requests || (a.rule.text < b.rule.text ? -1 : 1))
        .map(({ rule, requests, crawlers, paths }) => {
          return { ...rule, requests, crawlers: crawlers.top(TOP_CRAWLERS), paths: paths.top(TOP_PATHS) }
        }),
      hours: [...this.#hours]
        .sort(([a], [b]) => a - b)
        .map(([start, counts]) => ({ start: new Date(start * HOUR).toISOString(), ...counts })),
    }
  }
}
