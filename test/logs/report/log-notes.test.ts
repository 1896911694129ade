/** What a report says of its log, and does not say of what did not happen. */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { CrawlReport } from '../../../src/logs/report/crawl-report.ts'
import { acap, folderWith } from '../../support/cli/acap.ts'
import { combinedLine } from '../../support/logs/log-lines.ts'

const POLICIES = {
  'policies/a/robots.txt': 'User-agent: *\nDisallow: /private/\n\nUser-agent: NetBot\nDisallow:\n',
  'policies/a/site.toml': 'hosts = ["a.test"]\n[crawlers.NetBot]\nnetworks = ["net"]\n',
  'policies/.networks/net.json': JSON.stringify({
    creationTime: new Date().toISOString(),
    prefixes: [{ ipv4Prefix: '192.0.2.0/25' }],
  }),
}
type Files = Readonly<Record<string, string | Uint8Array>>

const run = (logs: Files, args: readonly string[] = [], more: Files = {}) =>
  acap(['report', ...Object.keys(logs), ...args], {
    cwd: folderWith({ ...POLICIES, ...logs, ...more }),
  })
const report = (logs: Files, args: readonly string[] = []): CrawlReport =>
  JSON.parse(run(logs, [...args, '--json']).out)
const kinds = ({ findings }: CrawlReport) => findings.map(({ kind }) => kind)
const second = (i: number) =>
  `06:${String(Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}`
const many = (count: number, agent = 'GPTBot/1.0') =>
  Array.from({ length: count }, (_, i) => combinedLine(`/${i}`, agent, { clock: second(i) }))

describe('the same requests in two logs', () => {
  const lines = many(40)

  it('are a finding, in any form', () => {
    const found = report({ one: lines.join(''), two: gzipSync(lines.join('')) })
    expect(found.findings.find(({ kind }) => kind === 'overlap')?.text).toBe(
      'one and two have the same requests, about 100% of the smaller: they are counted twice.',
    )
    const behind = lines.map((line) => line.replace('203.0.113.9', '10.0.0.1')).slice(0, 20)
    expect(kinds(report({ one: lines.join(''), two: behind.join('') }))).toContain('overlap')
  })

  it('are no finding of logs that follow each other', () => {
    const [one, two] = [lines.slice(0, 20).join(''), lines.slice(20).join('')]
    expect(kinds(report({ one, two }))).not.toContain('overlap')
  })

  it('are counted once where it is the same file', () => {
    const cwd = folderWith({ ...POLICIES, log: lines.join('') })
    const { out } = acap(['report', 'log', './log', '--json'], { cwd })
    expect(JSON.parse(out).requests).toMatchObject({ total: 40 })
  })
})

describe('a policy that only observes', () => {
  const line = (agent: string, mode: string) =>
    `${JSON.stringify({
      ...{ acap: 'request', time: '2026-11-21T06:00:00Z', host: 'a.test', target: '/private/a' },
      ...{ userAgent: agent, outcome: 'prohibited', status: 200, mode, bytes: 100 },
    })}\n`
  const log = line('Googlebot/2.1', 'observe') + line('GPTBot/1.0', 'observe')

  it('has refused nothing, in text, JSON, page and alert', () => {
    const found = report({ log })
    expect(found.crawlers).toMatchObject([
      { refused: 0, observed: 1 },
      { refused: 0, observed: 1 },
    ])
    const alerts = ['--alerts', 'report.toml']
    const { out, err } = run({ log }, alerts, { 'report.toml': 'search-refused = 0\n' })
    expect(out).toContain('would have been refused, if the policy did not only observe.')
    expect(out).not.toMatch(/was refused|were refused|The site refused/)
    expect(err).toBe(
      'alert: 1 request of search engines would have been refused, if the policy did not only observe: googlebot\n',
    )
    const both = run({ log: log + line('Bingbot/2.0', 'enforce') }, alerts, {
      'report.toml': 'search-refused = 0\n',
    })
    expect(both.err).toContain(
      '1 refused request of search engines, and 1 that would have been refused',
    )
  })

  it('shows no share of bytes that nobody has logged', () => {
    const found = report({ log })
    expect(found.crawlers.map(({ cost }) => cost.share)).toEqual([null, null])
    expect(run({ log }).out).not.toContain('of all bytes')
    expect(report({ log: log + combinedLine('/', 'Firefox') }).crawlers[0]?.cost.share).toBeCloseTo(
      1 / 3,
    )
  })
})

describe('several sites', () => {
  const more = { 'policies/b/robots.txt': '', 'policies/b/site.toml': 'hosts = ["b.test"]\n' }

  it('and a log without hosts end with 2', () => {
    expect(run({ log: many(2).join('') }, [], more)).toMatchObject({
      code: 2,
      err: 'acap: the lines of `log` name no host, and `policies` has 2 sites\nhelp: choose the site: --policies policies/a, or policies/b\n',
    })
    expect(run({ log: `c.test ${many(1)[0]}` }, [], more)).toMatchObject({ code: 2 })
  })

  it('or one, and a log of another host', () => {
    const { code, err } = run({ log: `c.test ${many(1)[0]}` })
    expect(err).toContain('no line of `log` is for a host of the site: the first is for `c.test`')
    expect(code).toBe(2)
  })
})

it('a sentence about a policy without a name begins with a word', () => {
  const cwd = folderWith({ 'robots.txt': 'User-agent: *\nDisallow: /x\n', log: many(1)[0]! })
  const { out } = acap(['report', 'log', '--policies', 'robots.txt'], { cwd })
  expect(out).toContain('\nThe report judges as if this text had been in force all the time.\n')
  expect(out).not.toMatch(/^[:,.]/m)
})

it('shortened addresses prove and disprove no name', () => {
  const log = ['192.0.2.0', '192.0.2.200', '198.51.100.0']
    .map((ip) => combinedLine('/', 'NetBot/1.0', { ip }))
    .join('')
  const found = report({ log })
  expect(found.crawlers).toMatchObject([
    { proof: { verified: 0, unchecked: 2 }, forged: { requests: 1 } },
  ])
  expect(kinds(found)).toContain('shortened')
})

it('names that all fail from one network may be behind a proxy of the site', () => {
  const policies = {
    ...POLICIES,
    'policies/a/site.toml':
      'hosts = ["a.test"]\n[crawlers.NetBot]\nnetworks = ["net"]\n[crawlers.GPTBot]\nnetworks = ["net"]\n',
  }
  const log = combinedLine('/', 'NetBot/1.0') + combinedLine('/', 'GPTBot/1.0')
  const { out } = acap(['report', 'log'], { cwd: folderWith({ ...policies, log }) })
  expect(out).toContain(
    'come from 203.0.113.0/24, and none is verified. If these are addresses of your own proxy',
  )
})

it('times without a zone are read as UTC, wherever the report is made, and told', () => {
  const row = { uri: '/a', http_user_agent: 'GPTBot/1.0', status: 200, time: '2026-11-21 06:39:41' }
  const cwd = folderWith({ ...POLICIES, log: `${JSON.stringify(row)}\n` })
  const { out } = acap(['report', 'log', '--json'], { cwd, env: { TZ: 'Asia/Tokyo' } })
  const found = JSON.parse(out) as CrawlReport
  expect(found.period.from).toBe('2026-11-21T06:39:41Z')
  expect(found.findings.find(({ kind }) => kind === 'zoneless')?.text).toBe(
    '1 time has no zone and is read as UTC.',
  )
})

it('a log whose agents are all empty says so', () => {
  expect(kinds(report({ log: combinedLine('/a', '-') }))).toContain('no-agents')
})

it('a log without bytes has none that were sent', () => {
  const row = {
    uri: '/a',
    http_user_agent: 'GPTBot/1.0',
    status: 200,
    time: '2026-11-21T06:39:41Z',
  }
  expect(run({ log: `${JSON.stringify(row)}\n` }).out).toContain(
    'The log does not say how many bytes were sent.',
  )
})

it('clients without a name call themselves nothing', () => {
  const policies = {
    'policies/a/robots.txt': 'User-agent: *\nDisallow: /\n',
    'policies/a/site.toml': 'hosts = ["a.test"]\n[identify]\nlibraries = "crawler"\n',
  }
  const log = combinedLine('/a', '-') + combinedLine('/a', 'Firefox')
  const { out } = acap(['report', 'log'], { cwd: folderWith({ ...policies, log }) })
  expect(out).toContain(
    'A client that gives no name made 1 request; it was for a page that the policy’s robots.txt closes to it, and no',
  )
  expect(out).not.toContain('calls itself (')
})
