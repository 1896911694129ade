/**
 * A log in DuckDB + policies → the rows that a report judges. DuckDB reduces; who is a crawler, from where it came, and in which
 * hours an answer may change, is asked of the same code that judges lines.
 */
import { HOUR } from '../../analysis/counting.ts'
import { LogClients, networkIn, PUBLISHED, proofOf } from '../../analysis/log-clients.ts'
import type { LogEntry } from '../../analysis/log-entry.ts'
import { LONGEST_CACHE } from '../../analysis/report/conduct.ts'
import type { RobotsTexts } from '../../analysis/report/robots-texts.ts'
import type { SiteContext } from '../../enforce/judge.ts'
import { emptyCells, type LogCells, logEntryOf } from '../logs/log-parts.ts'
import { LogClock } from '../logs/log-times.ts'
import type { DuckDbLog } from './duckdb-log.ts'
import {
  CLIENTS_QUERY,
  crawlersQuery,
  FETCHES_QUERY,
  gapsQuery,
  outsideQuery,
  pagesQuery,
  ROW_MEMBERS,
  type RowPeriod,
  readersQuery,
  SENDERS_QUERY,
  UNREAD_QUERY,
} from './row-queries.ts'

export const DAY_IN_HOURS = LONGEST_CACHE / HOUR
const PARTS = ROW_MEMBERS.map(([, part]) => part)

/** Receives the entries of one query. */
type EntryVisitor = (entry: LogEntry, cells: LogCells) => void

/** Reduces one log. */
export class EngineRows {
  readonly #log: DuckDbLog
  readonly #clients: LogClients
  readonly #clock = new LogClock()

  constructor(log: DuckDbLog, contexts: readonly SiteContext[]) {
    this.#log = log
    this.#clients = new LogClients(contexts)
  }

  /** Finds the crawlers and where they came from, then gives their fetches of robots.txt. */
  async fetches(visit: EntryVisitor): Promise<void> {
    const crawlers: [string, string][] = []
    await this.#each(CLIENTS_QUERY, ([host, agent]) => {
      const client = this.#clients.clientOf(entryFrom({ host: host!, userAgent: agent! }))
      if (client?.agent.kind === 'crawler') crawlers.push([host!, agent!])
    })
    await this.#log.createTable('crawlers', ['host VARCHAR', 'agent VARCHAR'], crawlers)
    const senders: string[][] = []
    await this.#each(SENDERS_QUERY, ([host, agent, ip]) => {
      const entry = entryFrom({ host: host!, userAgent: agent!, ip: ip! })
      const client = this.#clients.clientOf(entry)!
      const proof = proofOf(entry, client)
      const network = networkIn(entry, proof)
      senders.push([host!, agent!, ip!, `${client.name} ${network}`, network, proof, ''])
    })
    await this.#log.createTable(
      'senders',
      ['host', 'agent', 'ip', 'actor', 'network', 'proof', 'client'].map((name) => `${name} VARCHAR`),
      senders,
    )
    const splits = new Map<string, readonly [string, string, number]>()
    await this.#entries(FETCHES_QUERY, (entry, cells) => {
      visit(entry, cells)
      const client = this.#clients.clientOf(entry)!
      const actor = `${client.name} ${networkIn(entry, proofOf(entry, client))}`
      const hour = Math.floor(entry.time / HOUR)
      // A day after a fetch nothing is known of the actor's copy any more.
      for (const at of [hour, hour + DAY_IN_HOURS]) splits.set(`${cells.host} ${actor} ${at}`, [cells.host!, actor, at])
    })
    await this.#log.createTable('splits', ['host VARCHAR', 'actor VARCHAR', 'hour DOUBLE'], splits.values())
  }

  /** Gives everything. `texts` are those in force: when one takes the place of another, answers change. */
  async all(texts: readonly RobotsTexts[], period: RowPeriod, hasGaps: boolean, visit: EntryVisitor): Promise<void> {
    const changes = changeHours(texts).map((hour) => [hour])
    await this.#log.createTable('changes', ['hour DOUBLE'], changes)
    for (const query of [crawlersQuery, ...(hasGaps ? [gapsQuery] : []), readersQuery, pagesQuery, outsideQuery])
      await this.#entries(query(period), visit)
  }

  /** How many lines are no requests. */
  async unread(): Promise<number> {
    let count = 0
    await this.#each(UNREAD_QUERY, ([found]) => {
      count = Number(found)
    })
    return count
  }

  async #entries(sql: string, visit: EntryVisitor): Promise<void> {
    await this.#each(sql, (row) => {
      const cells = emptyCells()
      for (let i = 0; i < PARTS.length; i++) cells[PARTS[i]!] = row[i]!
      cells.acap = 'row'
      // Without a time there is no last one.
      cells.last ??= ''
      if (!cells.network?.includes('/') && cells.network !== PUBLISHED) cells.network = null
      const entry = logEntryOf(cells, this.#clock)
      if (entry !== null) visit(entry, cells)
    })
  }

  async #each(sql: string, visit: (row: readonly (string | null)[]) => void): Promise<void> {
    for await (const rows of this.#log.rows(sql))
      for (const row of rows) visit(row.map((value) => (value === null ? null : String(value))))
  }
}

/** In which hours answers may change: when one text takes the place of another, and a day later. */
export function changeHours(texts: readonly RobotsTexts[]): readonly number[] {
  const times = texts.flatMap(({ versions }) => versions.flatMap(({ from, until }) => [from, until]))
  const hours = times.filter(Number.isFinite).map((time) => Math.floor(time / HOUR))
  return [...new Set(hours.flatMap((hour) => [hour, hour + DAY_IN_HOURS]))]
}

function entryFrom(given: Partial<LogCells>): LogEntry {
  return logEntryOf({ ...emptyCells(), target: '/', ...given }, new LogClock())!
}
