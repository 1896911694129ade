/**
 * `acap report --print-sql clickhouse`: the expression of its filter takes every crawler, and the report of its rows is the report
 * of lines. ClickHouse is in the package chdb, which is too large for everybody: `npm install --no-save chdb`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { READER_HEADERS } from '../../../src/crawlers/reader-headers.ts'
import { Agents } from '../../../src/decide/agents.ts'
import { crawlerExpressions } from '../../../src/logs/sql/clickhouse-sql.ts'
import { sqlText } from '../../../src/logs/sql/row-queries.ts'
import { compileRegistry } from '../../../src/program/compile/compile-registry.ts'
import type { SiteProgram } from '../../../src/program/program.ts'
import { knownCrawlers } from '../../../src/registry.ts'
import { CRAWLER_HEADERS, OTHER_HEADERS } from '../../support/author/crawler-headers.ts'
import { acap } from '../../support/cli/acap.ts'
import { saySkipped } from '../../support/debian.ts'
import { readExhibits } from '../../support/decide/conformance.ts'
import { FORMATS, logOf } from '../../support/logs/known-formats.ts'
import {
  agentOf,
  HOUR,
  knownFolder,
  type Request,
  ROBOTS_ARGS,
  reportOf,
  START,
  traffic,
} from '../../support/logs/known-traffic.ts'
import { browserHeaders } from '../../support/reader-headers.ts'
import { runs } from '../../support/runs.ts'
import { siteOf } from '../../support/site-of.ts'

const registry = knownCrawlers()
/** Where the names of policies matter: a registry that is quickly read. */
const SMALL = compileRegistry([], [])
const vectorsOf = (name: string) =>
  JSON.parse(readFileSync(`test/vectors/${name}.json`, 'utf8')) as {
    robots: string
    userAgent: string
  }[]

/** Which headers an expression matches, by RE2. */
async function matched(site: SiteProgram, headers: readonly string[]): Promise<readonly boolean[]> {
  const connection = await (await DuckDBInstance.create()).connect()
  const { isCrawler } = crawlerExpressions({ sites: [site], registry })
  await connection.run('CREATE TABLE headers (place INTEGER, header VARCHAR)')
  const appender = await connection.createAppender('headers')
  for (const [place, header] of headers.entries()) {
    appender.appendInteger(place)
    appender.appendVarchar(header)
    appender.endRow()
  }
  appender.closeSync()
  const found = await connection.runAndReadAll(
    `SELECT strlen(header) > 1024 OR regexp_matches(header, ${sqlText(`(?i)${isCrawler}`)}) FROM headers ORDER BY place`,
  )
  connection.closeSync()
  return found.getRows().map(([value]) => value === true)
}

describe('the filter', () => {
  const names = [
    'ClosedOne',
    'Zeus',
    'The Knowledge AI',
    'foo.bar+x',
    '7',
    'Yandex',
    'facebookexternalhit',
    'Größe',
  ]
  const named = siteOf(
    names
      .map((name) => `User-agent: ${name}\nACAP-crawler: ${name}\nACAP-disallow-crawl: /\n`)
      .join('\n'),
  )
  const lenient = (site: SiteProgram) => ({
    ...site,
    config: {
      ...site.config,
      identify: { ...site.config.identify, libraries: 'reader', selfDeclared: 'report' } as const,
    },
  })
  const made = names.flatMap((name) =>
    [name, `${name}/1.0`, `Mozilla/5.0 (compatible; ${name}; +https://a.test/)`, `x ${name}`].map(
      (each) => each,
    ),
  )
  const declared = [
    'Mozilla/5.0 (compatible; Foo; +https://foo.test/)',
    'Mozilla/5.0 (compatible; tweets; x@foo.test)',
    '',
  ]
  const long = [`${'x'.repeat(1017)} gptboty`, `${'x '.repeat(2000)}GPTBot`]
  const invented = fc.sample(browserHeaders, runs(500, 20_000))

  it.each([
    ['of names', named],
    ['of none', siteOf('')],
    ['of less', lenient(siteOf(''))],
  ])('[I3] takes every header that a policy %s recognises', async (_, site) => {
    const headers = [
      ...CRAWLER_HEADERS,
      ...OTHER_HEADERS,
      ...READER_HEADERS,
      ...made,
      ...declared,
      ...long,
      ...invented,
    ]
    const taken = await matched(site, headers)
    const agents = new Agents(site, registry)
    const isCrawler = headers.map((header) => agents.find(header).kind === 'crawler')
    expect(isCrawler.filter((each) => each).length).toBeGreaterThan(1000)
    expect(headers.filter((_header, i) => isCrawler[i] && !taken[i])).toEqual([])
    // Otherwise nothing is reduced.
    const readers = await matched(site, READER_HEADERS)
    expect(readers.filter((each) => each).length / readers.length).toBeLessThan(0.2)
  })

  it('[I1] takes every crawler of the cases and of the vectors', () => {
    const asked = new Map<string, Set<string>>()
    const ask = (policy: string, userAgent: string) =>
      asked.set(policy, (asked.get(policy) ?? new Set()).add(userAgent))
    for (const folder of ['conformance', 'conformance-ours'])
      for (const { policy, cases } of readExhibits(folder).flatMap(({ exhibits }) => exhibits))
        for (const { userAgent } of cases) ask(policy, userAgent)
    for (const { robots, userAgent } of [
      'rep-consensus',
      'rfc9309',
      'extension-directives',
    ].flatMap(vectorsOf))
      ask(robots, userAgent)
    let crawlers = 0
    for (const [policy, headers] of asked) {
      const site = siteOf(policy)
      const { isCrawler } = crawlerExpressions({ sites: [site], registry: SMALL })
      const filter = new RegExp(isCrawler.replaceAll('[:blank:]', ' \\t'), 'i')
      const agents = new Agents(site, SMALL)
      const found = [...headers].filter((header) => agents.find(header).kind === 'crawler')
      crawlers += found.length
      expect(
        found.filter((header) => !filter.test(header)),
        policy,
      ).toEqual([])
    }
    expect(crawlers).toBeGreaterThan(500)
  })
})

/** One actor, because its addresses are published: a fetch from one network tells apart requests from another. */
const published = [
  { ip: '192.0.3.5', path: '/c/1', minute: 1 },
  { ip: '192.0.2.5', path: '/robots.txt', minute: 10 },
  { ip: '192.0.3.5', path: '/c/1', minute: 20 },
].map(({ ip, path, minute }) => {
  return {
    name: 'netbot',
    ip,
    path,
    time: START + 100 * HOUR + minute * 60_000,
    status: 200,
    referrer: '',
  }
})
const all = [...published, ...traffic(11)]
const COLUMNS = `time DateTime64(3, 'UTC'), host String, client String, agent String, method LowCardinality(String),
  target String, status UInt16, bytes UInt64, referer Nullable(String)`
const rowOf = ({ name, ip, time, path, status, referrer }: Request) => ({
  ...{
    time: new Date(time).toISOString().slice(0, -1),
    host: '',
    client: ip,
    agent: agentOf(name),
    method: 'GET',
    target: path,
    status,
  },
  ...{ bytes: 100, referer: referrer },
})

it('prints SQL for one table of an engine that is known, and takes any name as a name', () => {
  const cwd = knownFolder({})
  const print = (...args: readonly string[]) => acap(['report', ...args], { cwd })
  expect(print('a', '--print-sql', 'oracle')).toMatchObject({
    code: 2,
    err: expect.stringContaining('`oracle`'),
  })
  expect(print('a', 'b', '--print-sql', 'clickhouse')).toMatchObject({
    code: 2,
    err: expect.stringContaining('one'),
  })
  const { out } = print('logs.a"b', '--print-sql', 'clickhouse', '--map', 'time=x"; DROP TABLE y')
  expect(out).toContain('FROM "logs"."a""b"')
  expect(out).toContain('toDateTime64("x""; DROP TABLE y", 3)')
})

const NAME = 'chdb'
interface ClickHouse {
  query: (sql: string, format?: string) => string
  cleanup: () => void
}
const chdb = (await import(NAME).catch(() => null)) as {
  readonly Session: new () => ClickHouse
} | null
if (chdb === null) saySkipped('SQL for ClickHouse needs chdb (npm install --no-save chdb)')

it.skipIf(chdb === null)('the report of rows from ClickHouse is the report of lines', () => {
  const cwd = knownFolder({})
  const args = [
    'report',
    'logs.requests',
    '--print-sql',
    'clickhouse',
    '--map',
    'referrer=referer',
    ...ROBOTS_ARGS,
  ]
  const { out: sql, err, code } = acap(args, { cwd })
  expect({ err, code }).toEqual({ err: '', code: 0 })
  const session = new chdb!.Session()
  session.query('CREATE DATABASE logs')
  session.query(`CREATE TABLE logs.requests (${COLUMNS}) ENGINE = MergeTree ORDER BY time`)
  session.query(
    `INSERT INTO logs.requests FORMAT JSONEachRow ${all.map((each) => JSON.stringify(rowOf(each))).join('\n')}`,
  )
  const statements = sql.split(/;\n+/).filter((each) => each.trim() !== '')
  const rows = statements.map((each) => session.query(each)).at(-1)!
  session.cleanup()
  writeFileSync(join(cwd, 'rows.ndjson'), rows)
  const report = JSON.parse(acap(['report', 'rows.ndjson', ...ROBOTS_ARGS, '--json'], { cwd }).out)
  const lines = reportOf({ 'log.json': logOf(all, FORMATS['nginx as JSON']) })
  // NetBot's addresses are published, which ClickHouse does not know: its gaps are not checked.
  const crawlers = lines.crawlers.map((each) =>
    each.name === 'netbot' ? { ...each, pace: null } : each,
  )
  expect(report).toEqual({ ...lines, crawlers })
})
