/**
 * Loads JSON, CSV or Parquet files as a table of requests in DuckDB. Only the named files are read,
 * and no extension is loaded:
 * https://duckdb.org/docs/stable/operations_manual/securing_duckdb/overview
 */
import { realpathSync } from 'node:fs'
import type { DuckDBConnection } from '@duckdb/node-api'
import { UsageError } from '../../base/faults.ts'
import { DURATIONS } from '../read/cells-entry.ts'
import { type LogPart, PartNames } from '../read/log-parts.ts'
import { sqlName, sqlText } from './row-queries.ts'

const READERS: readonly (readonly [ending: RegExp, read: (files: string) => string])[] = [
  [/\.parquet$/i, (files) => `read_parquet(${files}, union_by_name = true)`],
  [
    /\.[ct]sv(?:\.gz|\.zst)?$/i,
    (files) => `read_csv(${files}, union_by_name = true, all_varchar = true)`,
  ],
  [
    /./,
    (files) =>
      `read_json(${files}, format = 'newline_delimited', union_by_name = true, ignore_errors = true)`,
  ],
]

/** Opens the files that the patterns name, as a table `requests`. @throws UsageError */
export async function openDuckDb(
  patterns: readonly string[],
  names: ReadonlyMap<string, LogPart>,
): Promise<DuckDBConnection> {
  const log = await connect()
  const files = await filesOf(log, patterns)
  const list = `[${files.map(sqlText).join(', ')}]`
  for (const setting of [
    `allowed_paths = ${list}`,
    'enable_external_access = false',
    'lock_configuration = true',
  ])
    await log.run(`SET ${setting}`)
  const source = READERS.find(([ending]) => ending.test(files[0]!))![1](list)
  const columns: { readonly name: string; readonly sql: string }[] = []
  await eachRow(
    log,
    `SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM ${source})`,
    ([name, type]) => {
      columns.push({ name: name!, sql: textSql(sqlName(name!), type!) })
    },
  )
  const parts = new PartNames(names).bestOf(columns.map(({ name }) => name))
  const text = (part: LogPart) =>
    parts.includes(part) ? `CAST(${columns[parts.indexOf(part)]!.sql} AS VARCHAR)` : NO_COLUMN
  await log.run(`CREATE TEMP VIEW requests AS ${requestsSql(text, source)}`)
  return log
}

/** The rows of a query, a text for each value. */
export async function eachRow(
  log: DuckDBConnection,
  sql: string,
  visit: (row: readonly (string | null)[]) => void,
): Promise<void> {
  const result = await log.stream(sql)
  for await (const rows of result.yieldRows())
    for (const row of rows) visit(row.map((value) => (value === null ? null : String(value))))
}

export async function createTable(
  log: DuckDBConnection,
  name: string,
  columns: readonly string[],
  rows: Iterable<readonly (string | number)[]>,
): Promise<void> {
  await log.run(`CREATE TEMP TABLE ${name} (${columns.join(', ')})`)
  const appender = await log.createAppender(name)
  for (const row of rows) {
    for (const value of row) {
      if (typeof value === 'string') appender.appendVarchar(value)
      else appender.appendDouble(value)
    }
    appender.endRow()
  }
  appender.closeSync()
}

/** A column as logs write its values. A member with values of several types is JSON. */
function textSql(column: string, type: string): string {
  if (type.startsWith('TIMESTAMP')) return `epoch_ms(${column})`
  return type === 'JSON' ? `${column} ->> '$'` : column
}

const NO_COLUMN = 'CAST(NULL AS VARCHAR)'

/**
 * The table of requests: each part as logs write it, and what queries group by. `moment` is in
 * milliseconds since 1970.
 */
function requestsSql(text: (part: LogPart) => string, source: string): string {
  const agent = text('userAgent')
  // A header that was not sent is left out, or null.
  const sent =
    agent === NO_COLUMN
      ? agent
      : `CASE WHEN ${text('status')} IS NULL THEN ${agent} ELSE coalesce(${agent}, '') END`
  const taken = text('taken')
  const durations = [
    ...DURATIONS.map(([part, factor]) => `TRY_CAST(${text(part)} AS DOUBLE) * ${factor}`),
    `TRY_CAST(${taken} AS DOUBLE) * CASE WHEN regexp_matches(${taken}, '[.e]') THEN 1000 ELSE 1 END`,
  ]
  return `
WITH parts AS (
  SELECT ${text('host')} AS host,
    concat_ws(', ', nullif(${text('forwarded')}, '-'), nullif(${text('ip')}, '-')) AS ip,
    ${sent} AS agent, ${text('time')} AS written,
    ${text('date')} AS day, ${text('request')} AS request, ${text('method')} AS method, ${text('target')} AS target,
    ${text('query')} AS query, ${text('status')} AS status, TRY_CAST(${text('bytes')} AS DOUBLE) AS bytes,
    ${text('referrer')} AS referrer, ${text('cache')} AS cache, coalesce(${durations.join(', ')}) AS milliseconds
  FROM ${source}
), requests AS (
  SELECT * REPLACE (
    coalesce(lower(regexp_replace(host, ':\\d+$', '')), '') AS host, coalesce(ip, '') AS ip,
    coalesce(method, nullif(split_part(request, ' ', 1), ''), 'GET') AS method,
    coalesce(nullif(target, ''), split_part(request, ' ', 2))
      || CASE WHEN coalesce(query, '') IN ('', '-') OR contains(target, '?') THEN '' WHEN query LIKE '?%' THEN query ELSE '?' || query END AS target
  ), TRY_CAST(status AS INTEGER) AS code, TRY_CAST(written AS DOUBLE) AS number
  FROM parts
)
SELECT *, CAST(coalesce(
  CASE WHEN number > 1e14 THEN number / 1e6 WHEN number > 1e11 THEN number ELSE round(number * 1000) END,
  epoch_ms(TRY_CAST(CASE WHEN day IS NULL THEN written ELSE day || 'T' || written || 'Z' END AS TIMESTAMPTZ))
) AS BIGINT) AS moment FROM requests`
}

/**
 * Nobody else needs the package, so it is not a dependency. A name in a variable keeps it out of
 * bundles.
 */
const PACKAGE: string = '@duckdb/node-api'

async function connect(): Promise<DuckDBConnection> {
  let api: typeof import('@duckdb/node-api')
  try {
    api = await import(PACKAGE)
  } catch {
    throw new UsageError(
      `\`--engine duckdb\` needs the package ${PACKAGE}`,
      `npm install ${PACKAGE}`,
    )
  }
  const settings = {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    memory_limit: '2GB',
  }
  const instance = await api.DuckDBInstance.create(':memory:', settings)
  return instance.connect()
}

/**
 * The files of patterns, all of one kind. @throws UsageError for what is not local, and for no file
 */
async function filesOf(
  connection: DuckDBConnection,
  patterns: readonly string[],
): Promise<readonly string[]> {
  const remote = patterns.find((pattern) => /^[a-z][a-z\d+.-]*:\/\//i.test(pattern))
  if (remote !== undefined)
    throw new UsageError(`\`${remote}\` is not a local file`, 'copy the files to this machine')
  const found = await connection.runAndReadAll(
    patterns.map((pattern) => `SELECT file FROM glob(${sqlText(pattern)})`).join(' UNION '),
  )
  const files = found.getRows().map(([file]) => realpathSync(String(file)))
  if (files.length === 0) throw new UsageError(`no file is called \`${patterns.join(' ')}\``)
  return files.sort()
}
