/**
 * The same traffic behind one to four proxies, with forged first addresses: what the command says of it is what it says of the
 * log of a server that clients reach themselves, in every form.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CrawlReport } from '../../../src/logs/report/crawl-report.ts'
import { random } from '../../support/base/random.ts'
import { acap } from '../../support/cli/acap.ts'
import { FORMATS, logOf } from '../../support/logs/known-formats.ts'
import {
  agentOf,
  knownFolder,
  type Request,
  ROBOTS_ARGS,
  traffic,
} from '../../support/logs/known-traffic.ts'
import { isLong } from '../../support/runs.ts'

const SEEDS = isLong ? Array.from({ length: 10 }, (_, i) => 9 + i) : [9]
const TRUST = ['--trust', 'private', '--trust', '100.64.0.0/10', '--trust', 'loopback']

const PROXIES = ['10.0.0.5', '172.16.3.4', '100.64.9.9', '127.0.0.1', 'fd00::5', '192.168.1.1:8080']
/** An address of NetBot, which others write into the header themselves. */
const LIES = ['192.0.2.9', '10.0.0.5', 'unknown', '192.0.2.9, 198.51.100.1']

/** One network has IPv6. */
const versioned = (request: Request): Request => ({
  ...request,
  ip: request.ip.replace(/^203\.0\.114\.(\d+)$/, '2001:db8:7::$1'),
})
const withPort = (ip: string) => (ip.includes(':') ? `[${ip}]:4711` : `${ip}:4711`)

/** Each request behind one to four proxies, the client's own lies before it, its port written or not. */
function chainsOf(all: readonly Request[], seed: number) {
  const next = random(seed)
  const pick = <T>(from: readonly T[]): T => from[next(from.length)]!
  return all.map((request) => {
    const proxies = Array.from({ length: 1 + next(4) }, () => pick(PROXIES))
    const lies = next(2) === 0 ? [] : [pick(LIES)]
    const client = next(4) === 0 ? withPort(request.ip) : request.ip
    const hops = [...lies, client, ...proxies]
    return {
      request,
      peer: hops.at(-1)!.replace(':8080', ''),
      forwarded: hops.slice(0, -1).join(', '),
    }
  })
}

const iso = (time: number) => new Date(time).toISOString()
const members = ({ name, time, path, status, referrer }: Request) => ({
  time_iso8601: iso(time),
  request: `GET ${path} HTTP/2.0`,
  status: String(status),
  body_bytes_sent: '100',
  http_referer: referrer,
  http_user_agent: agentOf(name),
})
const ALERTS = 'search-refused = 0\nforged = 0\nproven = 0\n'

function filesOf(seed: number) {
  const all = traffic(seed)
    .slice(0, isLong ? 4000 : 1500)
    .map(versioned)
  const chained = chainsOf(all, seed + 2)
  const main = chained.map(({ request, peer, forwarded }) =>
    logOf([{ ...request, ip: peer }]).replace(/\n$/, ` "${forwarded}"\n`),
  )
  const json = chained.map(
    ({ request, peer, forwarded }) =>
      `${JSON.stringify({ ...members(request), remote_addr: peer, http_x_forwarded_for: forwarded })}\n`,
  )
  return {
    ...{ plain: logOf(all), main: main.join(''), 'main.json': json.join('') },
    ...{ 'plain.json': logOf(all, FORMATS['nginx as JSON']), 'report.toml': ALERTS },
  }
}

let cwd = ''
const run = (log: string, ...args: readonly string[]) =>
  acap(['report', log, ...ROBOTS_ARGS, ...args], { cwd })
const reportOf = (log: string, ...args: readonly string[]): CrawlReport => {
  const { out, err } = run(log, ...args, '--json')
  expect(err).toBe('')
  return JSON.parse(out) as CrawlReport
}

describe.each(SEEDS)('behind proxies that are trusted, seed %i', (seed) => {
  beforeEach(() => {
    cwd = knownFolder(filesOf(seed))
  })

  it('text and alerts are those of a log without proxies', () => {
    const [expected, found] = [
      run('plain', '--alerts', 'report.toml'),
      run('main', ...TRUST, '--alerts', 'report.toml'),
    ]
    expect(expected.err).toContain('under a forged name: netbot')
    expect(found).toEqual(expected)
  })

  it('so are JSON and the page', () => {
    const expected = reportOf('plain', '--html', 'plain.html')
    expect(
      expected.crawlers.find(({ name }) => name === 'netbot')?.forged?.requests,
    ).toBeGreaterThan(9)
    expect(reportOf('main', ...TRUST, '--html', 'main.html')).toEqual(expected)
    const page = (name: string) => readFileSync(join(cwd, name), 'utf8')
    expect(page('main.html')).toBe(page('plain.html'))
  })

  it('so is evidence', () => {
    run('plain', '--for', 'OpenAI', 'plain-evidence')
    run('main', ...TRUST, '--for', 'OpenAI', 'main-evidence')
    for (const file of ['rows.ndjson', 'evidence.json', 'letter.md'])
      expect(readFileSync(join(cwd, 'main-evidence', file), 'utf8')).toBe(
        readFileSync(join(cwd, 'plain-evidence', file), 'utf8'),
      )
  })

  it('so are DuckDB and its rows', () => {
    const expected = reportOf('plain.json')
    const engine = ['--engine', 'duckdb', '--rows', 'rows.ndjson']
    expect(reportOf('main.json', ...TRUST)).toEqual(expected)
    // Rows have no headers of readers.
    const ofRows = { ...expected, declared: null }
    expect(reportOf('main.json', ...TRUST, ...engine)).toEqual(ofRows)
    expect(reportOf('rows.ndjson')).toEqual(ofRows)
  })
})

describe.each(SEEDS)('behind proxies that nobody named, seed %i', (seed) => {
  beforeEach(() => {
    cwd = knownFolder(filesOf(seed))
  })

  it('no name is verified and none is forged, and one notice says what helps', () => {
    const { crawlers, findings } = reportOf('main')
    const netbot = crawlers.find(({ name }) => name === 'netbot')
    expect(netbot).toMatchObject({ proof: { verified: 0, claimed: 0 }, forged: null })
    const notices = findings.filter(({ kind }) => kind === 'proxy')
    expect(notices).toMatchObject([{ text: expect.stringContaining('`--trust`') }])
    expect(run('main').out).toContain('an address that no client on the Internet has')
  })

  it('replay says no number of forged names', () => {
    const { out } = acap(['replay', 'main', '--json'], { cwd })
    expect(JSON.parse(out).total).toMatchObject({ forged: 0 })
    const trusted = acap(['replay', 'main', ...TRUST, '--json'], { cwd })
    const direct = acap(['replay', 'plain', '--json'], { cwd })
    expect(JSON.parse(trusted.out)).toEqual(JSON.parse(direct.out))
    expect(JSON.parse(direct.out).total.forged).toBeGreaterThan(9)
  })

  it('a door that saw the address of its proxy has disproven nothing', () => {
    const line = (prefix: string) =>
      `${JSON.stringify({
        ...{ acap: 'request', time: '2026-11-21T06:00:00Z', host: 'a.test', target: '/a/1' },
        ...{ userAgent: agentOf('netbot'), outcome: 'permitted', assurance: { level: 'forged' } },
        client: { prefix, list: null, address: null },
      })}\n`
    const folder = knownFolder({ own: line('10.0.0.0/24') + line('198.51.100.0/24') })
    const { out } = acap(['report', 'own', ...ROBOTS_ARGS, '--json'], { cwd: folder })
    expect(JSON.parse(out).crawlers).toMatchObject([
      { name: 'netbot', requests: 1, forged: { requests: 1 } },
    ])
  })
})
