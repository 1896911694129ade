/**
 * `acap report --engine duckdb`: the report of what an engine reduces is the report of the lines, and nothing is read but the
 * files that were named.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { parse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { ROW_SCHEMA } from '../../../docs/generate/row-schema.ts'
import type { CrawlReport } from '../../../src/logs/report/crawl-report.ts'
import { acap } from '../../support/cli/acap.ts'
import { FORMATS, logOf } from '../../support/logs/known-formats.ts'
import { HOUR, knownFolder, ROBOTS_ARGS, START, traffic } from '../../support/logs/known-traffic.ts'

const all = traffic(11)
const JSON_LOG = logOf(all, FORMATS['nginx as JSON'])

function reportIn(cwd: string, ...args: readonly string[]): CrawlReport {
  const { out, err, code } = acap(['report', ...args, ...ROBOTS_ARGS, '--json'], { cwd })
  expect({ err, code }).toEqual({ err: '', code: 0 })
  return JSON.parse(out)
}

async function asFile(cwd: string, name: string, options: string): Promise<void> {
  const instance = await DuckDBInstance.create()
  const connection = await instance.connect()
  await connection.run(
    `COPY (SELECT * FROM read_json('${join(cwd, 'log.json')}')) TO '${join(cwd, name)}' (${options})`,
  )
  connection.closeSync()
  instance.closeSync()
}

describe('the report of rows is the report of lines', () => {
  it.each([
    ['JSON', 'log.json', null],
    ['Parquet', 'log.parquet', 'FORMAT parquet'],
    ['CSV', 'log.csv', 'FORMAT csv, HEADER'],
  ])('from %s', async (_, name, options) => {
    const cwd = knownFolder({ 'log.json': JSON_LOG })
    if (options !== null) await asFile(cwd, name, options)
    const lines = reportIn(cwd, 'log.json')
    expect(Math.max(...lines.crawlers.map(({ violations }) => violations.proven))).toBeGreaterThan(
      10,
    )
    const rows = reportIn(cwd, name, '--engine', 'duckdb', '--rows', 'rows.ndjson')
    expect(Math.max(...lines.crawlers.map(({ pace }) => pace?.short ?? 0))).toBeGreaterThan(10)
    // Rows have no headers of readers.
    const expected = { ...lines, declared: null }
    expect(rows).toEqual(expected)
    expect(reportIn(cwd, 'rows.ndjson')).toEqual(expected)
    const gapless = readFileSync(join(cwd, 'rows.ndjson'), 'utf8').replaceAll(
      /^.*"outcome":"gap".*\n/gm,
      '',
    )
    writeFileSync(join(cwd, 'gapless.ndjson'), gapless)
    // What was not counted is not 0.
    expect(reportIn(cwd, 'gapless.ndjson').crawlers.map(({ pace }) => pace)).toEqual(
      lines.crawlers.map(() => null),
    )
  })

  it('in a period, with lines that are none', () => {
    const cwd = knownFolder({
      'log.json': `${JSON_LOG}{"status":200}\n{"request":"GET * HTTP/1.1","http_user_agent":"x"}\n`,
    })
    const period = [START + 40 * HOUR, START + 60.5 * HOUR].map((time) =>
      new Date(time).toISOString(),
    )
    const args = ['log.json', '--from', period[0]!, '--to', period[1]!]
    const { lines: counts, ...lines } = reportIn(cwd, ...args)
    const { lines: reduced, ...rows } = reportIn(cwd, ...args, '--engine', 'duckdb')
    const figures = Object.entries(lines.overview).map(([name, { now }]) => {
      return [name, { now: name === 'newNames' ? null : now, before: null }]
    })
    const overview = Object.fromEntries(figures)
    const expected = { ...lines, overview, declared: null, findings: [] }
    expect({ ...rows, findings: [] }).toEqual(expected)
    expect({ ...reduced, unreadLines: [] }).toEqual({ ...counts, unreadLines: [] })
    expect(counts.unread).toBe(2)
  })
})

it('rows of days add up, and each is what the schema says', () => {
  const days = [0, 1, 2].map((day) =>
    all.filter(({ time }) => Math.floor((time - START) / (24 * HOUR)) === day),
  )
  const cwd = knownFolder({ 'log.json': JSON_LOG })
  const files = days.map((requests, day) => {
    writeFileSync(join(cwd, `${day}.json`), logOf(requests, FORMATS['nginx as JSON']))
    reportIn(cwd, `${day}.json`, '--engine', 'duckdb', '--rows', `rows${day}.ndjson`)
    return `rows${day}.ndjson`
  })
  const rows = files.flatMap((file) => readFileSync(join(cwd, file), 'utf8').trimEnd().split('\n'))
  expect(rows.filter((row) => !row.includes('"gap",')).length).toBeLessThan(all.length)
  for (const row of rows) expect(parse(ROW_SCHEMA, JSON.parse(row))).toEqual(JSON.parse(row))
  const merged = reportIn(cwd, ...files)
  const whole = reportIn(cwd, 'log.json')
  expect([merged.requests, merged.referrals, merged.trust]).toEqual([
    whole.requests,
    whole.referrals,
    whole.trust,
  ])
  for (const [i, crawler] of merged.crawlers.entries()) {
    const { violations, pace, rules, timeline, ...rest } = crawler
    expect(whole.crawlers[i]).toMatchObject(rest)
    // A day begins with a session.
    expect(pace === null).toBe(whole.crawlers[i]!.pace === null)
    expect(pace?.gaps ?? 0).toBeLessThanOrEqual(whole.crawlers[i]!.pace?.gaps ?? 0)
    // A day does not know the fetches of the day before it: what they would tell apart cannot be compared.
    expect(violations.proven).toBeLessThanOrEqual(whole.crawlers[i]!.violations.proven)
  }
})

it('evidence of rows has the numbers of evidence of lines', () => {
  const cwd = knownFolder({ 'log.json': JSON_LOG })
  reportIn(cwd, 'log.json', '--engine', 'duckdb', '--rows', 'rows.ndjson')
  const from = new Date(START + 30 * HOUR).toISOString()
  const evidenceOf = (folder: string, ...args: readonly string[]) => {
    const made = acap(
      ['report', ...args, ...ROBOTS_ARGS, '--from', from, '--for', 'OpenAI', folder],
      { cwd },
    )
    expect(made).toMatchObject({ code: 0, err: expect.stringContaining('evidence for OpenAI') })
    const { code, out } = acap(['verify', folder, '--json'], { cwd })
    expect(code).toBe(0)
    return JSON.parse(out).crawlers
  }
  const lines = evidenceOf('lines', 'log.json')
  expect(lines).toMatchObject([
    { name: 'gptbot', violations: { proven: expect.toSatisfy((count) => count > 3) } },
  ])
  expect(evidenceOf('engine', 'log.json', '--engine', 'duckdb')).toEqual(lines)
  expect(evidenceOf('rows', 'rows.ndjson')).toEqual(lines)
})

describe('the engine', () => {
  const run = (args: readonly string[], cwd: string) =>
    acap(['report', ...args, '--engine', 'duckdb'], { cwd })

  it.each(['https://a.test/log.json', 's3://bucket/log.parquet'])('reads no %s', (name) => {
    const { code, err } = run([name], knownFolder({}))
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('is not a local file') })
  })

  it('takes any name as a name', () => {
    const cwd = knownFolder({
      "it's a log'; SELECT 1 --.json": logOf(all.slice(0, 100), {
        line: ({ name, ip, time, path }) =>
          `${JSON.stringify({ '"; DROP VIEW requests --': path, "it's": name, time: time / 1000, client_ip: ip })}\n`,
      }),
    })
    const maps = ['--map', 'target="; DROP VIEW requests --', '--map', "userAgent=it's"]
    const { code, out } = run(["it's a log'; SELECT 1 --.json", ...maps, '--json'], cwd)
    expect({ code, total: (JSON.parse(out) as CrawlReport).requests.total }).toEqual({
      code: 0,
      total: 100,
    })
  })

  it('says what it does not have', () => {
    expect(run(['nothing*.json'], knownFolder({}))).toMatchObject({
      code: 2,
      err: expect.stringContaining('no file'),
    })
    const { code, err } = acap(['report', 'log', '--engine', 'oracle'], {
      cwd: knownFolder({ log: '' }),
    })
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('is not an engine') })
  })
})
