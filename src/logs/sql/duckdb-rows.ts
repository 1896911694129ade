/**
 * `acap report --engine`: reduces files to the rows that a report needs. DuckDB groups them; the
 * code that judges lines decides who is a crawler, where it came from, and in which hours a
 * decision may change.
 */
import { openSync } from 'node:fs'
import type { DuckDBConnection } from '@duckdb/node-api'
import { UsageError } from '../../base/faults.ts'
import { LineFile } from '../../base/files/line-file.ts'
import type { IsTrusted } from '../../base/forwarded-address.ts'
import type { SiteContext } from '../../decide/judge.ts'
import { networkIn, PUBLISHED, proofOf } from '../judge/client-proof.ts'
import { LogClients } from '../judge/log-clients.ts'
import type { LogEntry } from '../judge/log-entry.ts'
import { entryFrom, logEntryOf, NOBODY } from '../read/cells-entry.ts'
import { emptyCells, type LogCells, type LogPart } from '../read/log-parts.ts'
import { LogClock } from '../read/log-times.ts'
import { HOUR } from '../report/counting.ts'
import type { Reporter } from '../report/reporter.ts'
import { createTable, eachRow, openDuckDb } from './duckdb-log.ts'
import {
  changeHours,
  DAY_IN_HOURS,
  ROW_MEMBERS,
  ROW_VERSION,
  type RowPeriod,
  rowQueries,
} from './row-queries.ts'

interface DuckDbReport {
  readonly contexts: readonly SiteContext[]
  readonly period: RowPeriod
  readonly reporter: Reporter
  /** What the log calls parts of a request. */
  readonly names: ReadonlyMap<string, LogPart>
  /** The proxies whose forwarded addresses count. */
  readonly isTrusted: IsTrusted
  /** Where to write the rows (docs/schema/row.schema.json); null: nowhere. */
  readonly rows: string | null
}

/** Counts what an engine finds. @throws UsageError for an engine that is not known */
export async function countByDuckDb(
  engine: string,
  paths: readonly string[],
  { contexts, period, reporter, names, isTrusted, rows: path }: DuckDbReport,
): Promise<void> {
  if (engine !== 'duckdb') throw new UsageError(`\`${engine}\` is not an engine`, '--engine duckdb')
  const log = await openDuckDb(paths, names)
  const file = path === null ? null : new LineFile(() => openSync(path, 'w'))
  try {
    const queries = rowQueries(period)
    const clients = new LogClients(contexts)
    await findCrawlers(log, queries, { clients, isTrusted }, (entry) => reporter.note(entry))
    reporter.findTexts()
    const { texts } = reporter
    const changes = changeHours(texts).map((hour) => [hour])
    await createTable(log, 'changes', ['hour DOUBLE'], changes)
    const hasGaps = file !== null || texts.some(({ asksForGaps }) => asksForGaps)
    const { crawlers, gaps, readers, pages, outside } = queries
    for (const query of [crawlers, ...(hasGaps ? [gaps] : []), readers, pages, outside])
      await eachEntry(log, query, (entry, cells) => {
        reporter.add(entry)
        file?.write(rowOf(cells))
      })
    await eachRow(log, queries.unread, ([unread]) => {
      if (unread !== '0')
        reporter.skip({ file: paths.join(' '), line: 1, text: '' }, Number(unread))
    })
  } finally {
    file?.close()
    log.closeSync()
  }
}

/**
 * Finds the crawlers and where they came from, and gives their fetches of robots.txt: tables that
 * the other queries need.
 */
async function findCrawlers(
  log: DuckDBConnection,
  queries: ReturnType<typeof rowQueries>,
  { clients, isTrusted }: { readonly clients: LogClients; readonly isTrusted: IsTrusted },
  visit: (entry: LogEntry) => void,
): Promise<void> {
  const senderOf = (entry: LogEntry) => {
    const client = clients.clientOf(entry)!
    const proof = proofOf(entry, client)
    const network = networkIn(entry, proof)
    return { proof, network, actor: `${client.name} ${network}` }
  }
  const crawlers: string[][] = []
  await eachRow(log, queries.clients, ([host, agent]) => {
    const client = clients.clientOf(entryFrom({ host: host!, userAgent: agent! }))
    if (client?.agent.kind === 'crawler') crawlers.push([host!, agent!])
  })
  await createTable(log, 'crawlers', ['host VARCHAR', 'agent VARCHAR'], crawlers)
  const senders: string[][] = []
  await eachRow(log, queries.senders, ([host, agent, ip]) => {
    const { proof, network, actor } = senderOf(
      entryFrom({ host: host!, userAgent: agent!, ip: ip! }, isTrusted),
    )
    senders.push([host!, agent!, ip!, actor, network, proof, ''])
  })
  const columns = ['host', 'agent', 'ip', 'actor', 'network', 'proof', 'client'].map(
    (name) => `${name} VARCHAR`,
  )
  await createTable(log, 'senders', columns, senders)
  const splits = new Map<string, readonly [string, string, number]>()
  await eachEntry(log, queries.fetches, (entry, { host }) => {
    visit(entry)
    const { actor } = senderOf(entry)
    const hour = Math.floor(entry.time / HOUR)
    // A day after a fetch nothing is known of the actor's copy any more.
    for (const at of [hour, hour + DAY_IN_HOURS])
      splits.set(`${host} ${actor} ${at}`, [host!, actor, at])
  })
  await createTable(
    log,
    'splits',
    ['host VARCHAR', 'actor VARCHAR', 'hour DOUBLE'],
    splits.values(),
  )
}

async function eachEntry(
  log: DuckDBConnection,
  sql: string,
  visit: (entry: LogEntry, cells: LogCells) => void,
): Promise<void> {
  // Rows of an engine have no addresses.
  const context = { clock: new LogClock(), isTrusted: NOBODY }
  await eachRow(log, sql, (row) => {
    const cells = emptyCells()
    for (const [i, [, part]] of ROW_MEMBERS.entries()) cells[part] = row[i]!
    cells.acap = 'row'
    // Without a time there is no last one.
    cells.last ??= ''
    if (!cells.network?.includes('/') && cells.network !== PUBLISHED) cells.network = null
    const entry = logEntryOf(cells, context)
    if (entry !== null) visit(entry, cells)
  })
}

const NUMBERS: readonly LogPart[] = [
  'status',
  'time',
  'last',
  'count',
  'bytes',
  'milliseconds',
  'misses',
  'gap',
]

function rowOf(cells: LogCells) {
  const members = ROW_MEMBERS.map(([member, part]) => {
    const text = cells[part]
    if (!NUMBERS.includes(part)) return [member, text]
    return [
      member,
      text === null || text === '' || Number.isNaN(Number(text)) ? null : Number(text),
    ]
  })
  return Object.fromEntries([['acap', 'row'], ['version', ROW_VERSION], ...members])
}
