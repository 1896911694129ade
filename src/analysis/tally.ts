/**
 * Log entries with what a policy makes of each → a report in numbers. Knows neither log formats nor policies; keeps
 * a few counters per crawler and hour, so a log of any length fits.
 */
import { networkOf } from '../grammar/ip-address.ts'
import type { Assurance, Category, Outcome } from '../vocabulary/decision-words.ts'
import { instant } from './instant.ts'
import type { LogEntry } from './log-entry.ts'
import type { Counts, CrawlerReport, DecidingRule, ReplayReport, Summed } from './replay-report.ts'
import { TopPaths } from './top-paths.ts'
import { type UnreadLine, UnreadLines } from './unread-lines.ts'

/** What a policy makes of one request. */
export interface JudgedEntry {
  readonly kind: 'reader' | 'exempt' | 'crawler'
  readonly name: string
  /** The name that an unknown client declares itself by (I3); null for a known one, and where it declares none. */
  readonly declares: string | null
  readonly category: Category | null
  readonly assurance: Assurance
  /** Whether the policy or the registry knows the name, and it did not fail its check: it has counters of its own (X3). */
  readonly isNamed: boolean
  /** Whether there is a list of addresses to check the name against. */
  readonly isChecked: boolean
  readonly outcome: Outcome
  /** The edge would not enforce the outcome: the mode there is not `enforce`. */
  readonly observed: boolean
  /** One document per so many seconds, where the policy says so (X3). */
  readonly rate: number | null
  /** What refused or deferred it; null where it is permitted. */
  readonly rule: DecidingRule | null
  /** The robots.txt in force prohibited it to a crawler that knows no ACAP: it was asked for all the same. */
  readonly ignoredRobots: boolean
  /** What another policy makes of it; null where none is compared. */
  readonly other: Outcome | null
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
  readonly #hours = new Map<number, Open<Counts>>()
  /** When the next document is due, by crawler and assurance, or by the network of a client without name (X3). */
  readonly #due = new Map<string, number>()

  /** A line that no format explains. */
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
    if (judged.kind === 'reader') this.#readers++
    else if (judged.kind === 'exempt') this.#exempt++
    else this.#addCrawler(entry, judged)
  }

  #addCrawler(entry: LogEntry, judged: JudgedEntry): void {
    const row = this.#rowOf(judged)
    const outcome = WORD[this.#paced(entry, judged)]
    row.requests++
    row[outcome]++
    row.bytes += entry.bytes ?? 0
    if (judged.assurance === 'failed') row.forged++
    if (judged.ignoredRobots) row.ignoredRobots++
    if (outcome !== 'permitted' && judged.observed) row.observed++
    if (outcome !== 'permitted') row.bytesSaved += entry.bytes ?? 0
    if (outcome === 'refused') row.paths.add(entry.target)
    if (outcome !== 'permitted') this.#addRule(entry, judged)
    this.#compare(row, judged)
    this.#addHour(entry.time, outcome)
  }

  #addRule({ target }: LogEntry, { rule, rate, name }: JudgedEntry): void {
    const row = this.#ruleRow(rule ?? { ...OTHER_RULES, text: `one request every ${rate} seconds` })
    row.requests++
    row.crawlers.add(name)
    row.paths.add(target)
  }

  #ruleRow(rule: DecidingRule): RuleRow {
    const { source, line, text } = this.#rules.size < MOST_RULES ? rule : OTHER_RULES
    const key = `${source} ${line} ${text}`
    let row = this.#rules.get(key)
    if (row === undefined) {
      row = { rule: { source, line, text }, requests: 0, crawlers: new TopPaths(), paths: new TopPaths() }
      this.#rules.set(key, row)
    }
    return row
  }

  #compare(row: Row, { outcome, other }: JudgedEntry): void {
    if (other === null) return
    this.#compared = true
    if (outcome === 'permitted' && other !== 'permitted') row.opened++
    if (outcome !== 'permitted' && other === 'permitted') row.closed++
  }

  /** The outcome with the rate held against the requests before it: a deferred one uses nothing up. */
  #paced({ time, ip }: LogEntry, { outcome, rate, name, assurance, isNamed }: JudgedEntry): Outcome {
    if (outcome !== 'permitted' || rate === null || Number.isNaN(time)) return outcome
    const key = isNamed ? `${name} ${assurance}` : (networkOf(ip) ?? '')
    if (time < (this.#due.get(key) ?? 0)) return 'deferred'
    this.#due.set(key, time + rate * 1000)
    return outcome
  }

  #rowOf({ name, category, isChecked }: JudgedEntry): Row {
    let row = this.#rows.get(name)
    if (row === undefined) {
      const counts = { requests: 0, permitted: 0, refused: 0, deferred: 0, forged: 0, observed: 0, ignoredRobots: 0 }
      row = {
        name,
        category,
        isChecked,
        ...counts,
        bytes: 0,
        bytesSaved: 0,
        opened: 0,
        closed: 0,
        paths: new TopPaths(),
      }
      this.#rows.set(name, row)
    }
    return row
  }

  #addHour(time: number, outcome: 'permitted' | 'refused' | 'deferred'): void {
    if (Number.isNaN(time)) return
    const start = Math.floor(time / HOUR)
    const hour = this.#hours.get(start) ?? { requests: 0, permitted: 0, refused: 0, deferred: 0 }
    this.#hours.set(start, hour)
    hour.requests++
    hour[outcome]++
  }

  report(): ReplayReport {
    const rows = [...this.#rows.values()].sort((a, b) => b.requests - a.requests || (a.name < b.name ? -1 : 1))
    const sum = (member: Summed) => rows.reduce((total, row) => total + row[member], 0)
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
      total: {
        requests: sum('requests'),
        permitted: sum('permitted'),
        refused: sum('refused'),
        deferred: sum('deferred'),
        forged: sum('forged'),
        observed: sum('observed'),
        ignoredRobots: sum('ignoredRobots'),
        bytesSaved: sum('bytesSaved'),
      },
      compared: this.#compared,
      crawlers: rows.map(({ paths, ...row }) => ({ ...row, refusedPaths: paths.top(TOP_PATHS) })),
      rules: [...this.#rules.values()]
        .sort((a, b) => b.requests - a.requests || (a.rule.text < b.rule.text ? -1 : 1))
        .map(({ rule, requests, crawlers, paths }) => ({
          ...rule,
          requests,
          crawlers: crawlers.top(TOP_CRAWLERS),
          paths: paths.top(TOP_PATHS),
        })),
      hours: [...this.#hours]
        .sort(([a], [b]) => a - b)
        .map(([start, counts]) => ({ start: new Date(start * HOUR).toISOString(), ...counts })),
    }
  }
}
