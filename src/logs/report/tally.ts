/** Counts log entries with their decisions for `acap replay`. */
import { cached } from '../../base/cached.ts'
import { mostFirst, sumOf } from '../../base/counts.ts'
import { networkOf } from '../../base/ip-address.ts'
import type { Outcome } from '../../words/decision-words.ts'
import type { JudgedCrawler, JudgedEntry } from '../judge/judge-entry.ts'
import type { LogEntry } from '../judge/log-entry.ts'
import { instant, LogTally, Timeline, TopNames, TopPaths } from './counting.ts'
import type { DecidingRule, ReplayReport, SummedCount } from './replay-report.ts'

const OUTCOMES = ['permitted', 'refused', 'deferred'] as const
const SUMMED: readonly SummedCount[] = [
  'requests',
  ...OUTCOMES,
  'forged',
  'observed',
  'ignoredRobots',
  'bytesSaved',
]
/** `opened`: the other policy refuses or defers, and this one permits. */
const NO_COUNTS = {
  requests: 0,
  permitted: 0,
  refused: 0,
  deferred: 0,
  forged: 0,
  observed: 0,
  ignoredRobots: 0,
  bytes: 0,
  bytesSaved: 0,
  opened: 0,
  closed: 0,
}

const TOP_PATHS = 10
const TOP_CRAWLERS = 8
const TOP_DECLARED = 20
/** Rules that are counted one by one; a policy with more has the rest under one entry. */
const MOST_RULES = 10_000
const OTHER_RULES: DecidingRule = { source: null, line: null, text: 'other rules' }
const WORD = { permitted: 'permitted', prohibited: 'refused', deferred: 'deferred' } as const

/** Adds requests up. */
export class ReplayTally extends LogTally {
  #unplaced = 0
  #foreign = 0
  readonly #foreignHosts = new TopNames()
  readonly #rules = new Map<string, ReturnType<typeof newRule>>()
  readonly #declared = new TopNames()
  readonly #others = { reader: 0, exempt: 0 }
  #compared = false
  readonly #rows = new Map<string, ReturnType<typeof newRow>>()
  readonly #hours = new Timeline(['requests', ...OUTCOMES])
  /**
   * When the next document is due, by crawler and assurance, or by the network of a client without
   * name (X3).
   */
  readonly #due = new Map<string, number>()

  /** Adds a line; `judged` is null where its site cannot be found. */
  add(entry: LogEntry, judged: JudgedEntry | null): void {
    if (judged === null) {
      this.#unplaced++
      return
    }
    this.see(entry.time)
    if (judged.otherHost !== null) {
      this.#foreign++
      this.#foreignHosts.add(judged.otherHost)
    }
    if (judged.declares !== null) this.#declared.add(judged.declares)
    if (judged.kind === 'crawler') this.#addCrawler(entry, judged)
    else this.#others[judged.kind]++
  }

  #addCrawler(entry: LogEntry, judged: JudgedCrawler): void {
    const row = cached(this.#rows, judged.name, () => newRow(judged))
    const outcome = WORD[this.#paced(entry, judged)]
    const bytes = entry.bytes ?? 0
    row.requests++
    row[outcome]++
    row.bytes += bytes
    const isForged = judged.assurance === 'failed'
    if (isForged) row.forged++
    else if (judged.ignoredRobots) row.ignoredRobots++
    if (outcome === 'refused') row.paths.add(entry.target)
    if (outcome !== 'permitted') {
      if (!isForged) row.notForged[outcome]++
      if (judged.observed) row.observed++
      row.bytesSaved += bytes
      this.#addRule(entry, judged)
    }
    if (judged.other !== null) {
      this.#compared = true
      if (judged.outcome === 'permitted' && judged.other !== 'permitted') row.opened++
      if (judged.outcome !== 'permitted' && judged.other === 'permitted') row.closed++
    }
    if (Number.isNaN(entry.time)) return
    const hour = this.#hours.at(entry.time)
    hour.requests++
    hour[outcome]++
  }

  #addRule({ target }: LogEntry, { rule, rate, name, assurance }: JudgedCrawler): void {
    const found = rule ?? { ...OTHER_RULES, text: `one request every ${rate} seconds` }
    const { source, line, text } = this.#rules.size < MOST_RULES ? found : OTHER_RULES
    const row = cached(this.#rules, `${source} ${line} ${text}`, () =>
      newRule({ source, line, text }),
    )
    row.requests++
    // Who forged a name is not the crawler of that name.
    row.crawlers.add(assurance === 'failed' ? `forged ${name}` : name)
    row.paths.add(target)
  }

  /**
   * The outcome with the rate held against the requests before it: a deferred one uses nothing up.
   */
  #paced(
    { time, ip }: LogEntry,
    { outcome, rate, name, assurance, isNamed }: JudgedCrawler,
  ): Outcome {
    if (outcome !== 'permitted' || rate === null || Number.isNaN(time)) return outcome
    const key = isNamed ? `${name} ${assurance}` : (networkOf(ip) ?? '')
    if (time < (this.#due.get(key) ?? 0)) return 'deferred'
    this.#due.set(key, time + rate * 1000)
    return outcome
  }

  report(): ReplayReport {
    const { reader, exempt } = this.#others
    const rows = [...this.#rows.values()].sort(mostFirst('requests', 'name'))
    const sums = SUMMED.map((count) => [count, sumOf(rows, (row) => row[count])])
    const total = Object.fromEntries(sums) as Record<SummedCount, number>
    return {
      lines: this.unread + this.#unplaced + reader + exempt + total.requests,
      unread: this.unread,
      unreadLines: this.unreadLines,
      unplaced: this.#unplaced,
      otherHosts: { lines: this.#foreign, hosts: this.#foreignHosts.top(3) },
      from: instant(this.first),
      to: instant(this.last),
      readers: reader,
      declared: this.#declared.top(TOP_DECLARED),
      exempt,
      total,
      compared: this.#compared,
      crawlers: rows.map(({ paths, ...row }) => ({ ...row, refusedPaths: paths.top(TOP_PATHS) })),
      rules: [...this.#rules.values()]
        .sort(mostFirst('requests', 'text'))
        .map(({ crawlers, paths, ...rule }) => {
          return { ...rule, crawlers: crawlers.top(TOP_CRAWLERS), paths: paths.top(TOP_PATHS) }
        }),
      hours: this.#hours.report().spans,
    }
  }
}

function newRow({ name, category, isChecked }: JudgedCrawler) {
  return {
    name,
    category,
    isChecked,
    ...NO_COUNTS,
    notForged: { refused: 0, deferred: 0 },
    paths: new TopPaths(),
  }
}

function newRule(rule: DecidingRule) {
  return { ...rule, requests: 0, crawlers: new TopNames(), paths: new TopPaths() }
}
