/**
 * Writes the SQL that reduces a ClickHouse table of requests to rows, one JSON object a line. An
 * expression finds crawlers; rows keep addresses, from which `acap report` finds the rest.
 */

import { anyOf } from '../../author/servers/expressions.ts'
import { patternsIn } from '../../author/servers/identity/crawler-rows.ts'
import { UsageError } from '../../base/faults.ts'
import { READER_CATEGORIES } from '../../decide/names.ts'
import type { Bundle } from '../../program/program.ts'
import { LONGEST_HEADER, ODD_NAME } from '../../words/name-token.ts'
import type { LogPart } from '../read/log-parts.ts'
import { LONGEST_CACHE } from '../report/conduct.ts'
import type { RobotsTexts } from '../report/robots-texts.ts'
import {
  changeHours,
  DAY_IN_HOURS,
  IN_HOUR,
  IS_READ,
  IS_ROBOTS,
  OF_CRAWLERS,
  ROW_MEMBERS,
  ROW_VERSION,
  type RowPeriod,
  rowQueries,
  sqlName,
  sqlText,
} from './row-queries.ts'

interface RowSubject {
  readonly programs: Pick<Bundle, 'sites' | 'registry'>
  readonly texts: readonly RobotsTexts[]
  readonly period: RowPeriod
  /** What the table calls parts of a request, where it is not one of COLUMNS. */
  readonly names: ReadonlyMap<string, LogPart>
}

/** Columns that a table has unless it calls them otherwise; it has others only where it says so. */
const COLUMNS: Readonly<Partial<Record<LogPart, string>>> = {
  time: 'time',
  host: 'host',
  ip: 'client',
  userAgent: 'agent',
  method: 'method',
  target: 'target',
  status: 'status',
  bytes: 'bytes',
}

/**
 * The statements for one table. @throws UsageError for an engine that is not known, and for several
 * tables
 */
export function printedSql(engine: string, tables: readonly string[], subject: RowSubject): string {
  if (engine !== 'clickhouse')
    throw new UsageError(`no SQL is known for \`${engine}\``, '--print-sql clickhouse')
  const [table, other] = tables
  if (other !== undefined)
    throw new UsageError('`--print-sql` is for one table', 'make a view of several')
  if ([...subject.names.values()].includes('forwarded'))
    throw new UsageError(
      '`--print-sql` does not read forwarded addresses',
      'name the column that has the address of the client: --map ip=NAME',
    )
  const { programs, texts, period } = subject
  const expressions = crawlerExpressions(programs)
  const requests = `WITH requests AS (${requestsSql(table!, subject)})`
  const header = ROW_MEMBERS.map(([member]) => `NULL AS ${member}`).join(', ')
  const { crawlers, gaps, readers, pages } = rowQueries(period)
  return `-- Prints rows of requests, which \`acap report\` reads.
CREATE TEMPORARY TABLE senders AS ${requests}
SELECT DISTINCT host, agent, ip, ip AS client, CAST(NULL AS Nullable(String)) AS network, CAST(NULL AS Nullable(String)) AS proof,
  lower(extract(agent, ${sqlString(`(?i)${expressions.name}`)})) AS name, name || ' ' || cutIPv6(toIPv6OrDefault(ip), 10, 1) AS actor
FROM requests WHERE ${IS_READ} AND (length(agent) > ${LONGEST_HEADER} OR match(agent, ${sqlString(`(?i)${expressions.isCrawler}`)}));

-- A fetch splits the rows of all networks of a name: which of them are one actor is not known here.
CREATE TEMPORARY TABLE splits AS ${requests}
SELECT DISTINCT host, actor, arrayJoin([fetched, fetched + ${DAY_IN_HOURS}]) AS hour
FROM (SELECT DISTINCT host, name, ${IN_HOUR} AS fetched FROM ${OF_CRAWLERS} WHERE ${IS_ROBOTS}) AS fetches
JOIN (SELECT DISTINCT host, name, actor FROM senders) AS actors USING (host, name);

CREATE TEMPORARY TABLE changes AS SELECT arrayJoin(CAST([${changeHours(texts).join(', ')}] AS Array(Float64))) AS hour;

${requests}
SELECT 'row' AS acap, ${ROW_VERSION} AS version, * FROM (
SELECT ${header} WHERE false
UNION ALL${[crawlers, gaps, readers, pages].join('\nUNION ALL')}
) FORMAT JSONEachRow;
`
}

/** The requests of the period, and of the day before: fetches of robots.txt count so long. */
function requestsSql(name: string, { names, period: { from, to } }: RowSubject): string {
  const given = new Map([...names].map(([column, part]) => [part, column]))
  const columnOf = (part: LogPart) => {
    const column = given.get(part) ?? COLUMNS[part]
    return column === undefined ? 'NULL' : sqlName(column)
  }
  const text = (part: LogPart) => `CAST(${columnOf(part)} AS Nullable(String))`
  const number = (part: LogPart) => `CAST(${columnOf(part)} AS Nullable(Float64))`
  const moment = `toNullable(toUnixTimestamp64Milli(toDateTime64(${columnOf('time')}, 3)))`
  const since = Number.isFinite(from) ? [`moment >= ${from - LONGEST_CACHE}`] : []
  const until = Number.isFinite(to) ? [`moment < ${to}`] : []
  const where = [...since, ...until]
  return `
  SELECT replaceRegexpOne(lower(coalesce(${text('host')}, '')), ':[0-9]+$', '') AS host, trimBoth(splitByChar(',', coalesce(${text('ip')}, ''))[-1]) AS ip,
    ${text('userAgent')} AS agent, ${moment} AS moment, coalesce(${text('method')}, 'GET') AS method,
    coalesce(${text('target')}, '') || coalesce('?' || nullif(nullif(trimLeft(${text('query')}, '?'), ''), '-'), '') AS target,
    ${text('status')} AS status, toInt32OrNull(${text('status')}) AS code, ${number('bytes')} AS bytes,
    ${number('milliseconds')} AS milliseconds, ${text('referrer')} AS referrer, ${text('cache')} AS cache
  FROM ${name.split('.').map(sqlName).join('.')}${where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`}
`
}

/** ClickHouse reads backslashes in texts. */
function sqlString(text: string): string {
  return sqlText(text.replaceAll('\\', '\\\\'))
}

const NAME_START = '(?:^|[^a-z0-9_-])'
const NAME_END = '(?:[^a-z0-9_]|$)'
/** What the header of each bot has that no list knows: see engine/declared-bot.ts. */
const DECLARED = ['(?:bot|crawler|spider|scraper)', 'compatible *;[^()]*(?://|@|[+]|www[.])']
const DECLARED_NAME = '[a-z0-9_-]*(?:bot|crawler|spider|scraper)[a-z0-9_-]*'

/**
 * Expressions for RE2 over a User-Agent: one that each header matches which some site recognises as
 * a crawler's (I3), and one with its name in the only group. Letter case counts in neither. The
 * first may match readers, too: acap looks again.
 */
export function crawlerExpressions({ sites, registry }: Pick<Bundle, 'sites' | 'registry'>) {
  const takesLibraries = sites.some(({ config }) => config.identify.libraries === 'crawler')
  const takesDeclared = sites.some(({ config }) => config.identify.selfDeclared === 'crawler')
  const isTaken = (entry: number) => {
    const { category } = registry.crawlers[entry]!
    return category === 'library' ? takesLibraries : !READER_CATEGORIES.has(category)
  }
  const known = patternsIn(registry.trie).filter(({ entries }) => entries.some(isTaken))
  const own = sites.flatMap(({ nameTrie }) => patternsIn(nameTrie))
  const written = [...known, ...own].map(({ pattern }) => pattern.replace(MARK, ''))
  const odd = sites
    .flatMap(({ names }) => names.map(({ name }) => name))
    .filter((name) => ODD_NAME.test(name))
  const names = [...alternatives(written), ...odd.map(anyOdd)]
  const declared = takesDeclared ? DECLARED : []
  const addresses = alternatives(registry.addresses ?? [])
  return {
    isCrawler: [
      ...(takesLibraries ? ['^$'] : []),
      `${NAME_START}(?:${names.join('|')})${NAME_END}`,
      ...addresses,
      ...declared,
    ].join('|'),
    name: `${NAME_START}(${[...names, DECLARED_NAME].join('|')})${NAME_END}`,
  }
}

/** Where a name may stand: the filter takes it anywhere. */
const MARK = /^[\x01-\x1f]/

function alternatives(texts: readonly string[]): readonly string[] {
  return texts.length === 0
    ? []
    : [anyOf([...new Set(texts)].sort()).replaceAll('\\x20', '[[:blank:]]')]
}

/** A name beyond ASCII: engines see its octets or its characters. */
function anyOdd(name: string): string {
  return [...name].map((letter) => (/[a-z0-9]/.test(letter) ? letter : '.{1,4}')).join('')
}
