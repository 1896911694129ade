/** What a report and a replay say of addresses that are a proxy's, and of names whose requests all failed the check. */
import { expect, it } from 'vitest'
import type { CrawlReport } from '../../../src/logs/report/crawl-report.ts'
import { acap, folderWith } from '../../support/cli/acap.ts'
import { combinedLine } from '../../support/logs/log-lines.ts'

const NAMES = ['NetBot', 'GPTBot', 'CCBot']
const FILES = {
  'policies/a/robots.txt': 'User-agent: *\nUser-agent: NetBot\nDisallow: /private/\n',
  'policies/a/site.toml': `hosts = ["a.test"]\n${NAMES.map((name) => `[crawlers.${name}]\nnetworks = ["net"]\n`).join('')}`,
  'policies/.networks/net.json': JSON.stringify({ prefixes: [{ ipv4Prefix: '192.0.2.0/25' }] }),
}
const run = (command: 'report' | 'replay', log: string, ...args: readonly string[]) =>
  acap([command, 'log', ...args], { cwd: folderWith({ ...FILES, log }) }).out
const findingsOf = (log: string) =>
  (JSON.parse(run('report', log, '--json')) as CrawlReport).findings
const from = (ip: string, name = 'NetBot') => combinedLine('/private/a', `${name}/1.0`, { ip })

const PRIVATE = [
  ...['10.1.2.3', '127.0.0.1', '100.64.3.1', '192.168.0.7', '172.16.0.1', '169.254.1.1'],
  ...['fd00::1', 'fe80::1', '::1', '::ffff:10.0.0.1'],
]

it('counts all requests from addresses of proxies, and names three networks', () => {
  const log = PRIVATE.map((ip) => from(ip)).join('')
  const notice =
    /^10 requests of crawlers have an address that no client on the Internet has \(0::\/48, 10\.0\.0\.0\/24, 10\.1\.2\.0\/24 and 7 more\): a proxy’s\./m
  expect(run('report', log)).toMatch(notice)
  expect(run('replay', log)).toMatch(notice)
  expect(findingsOf(log).find(({ kind }) => kind === 'proxy')?.requests).toBe(10)
  expect(run('report', from('10.1.2.3'))).toContain('(10.1.2.0/24): a proxy’s.')
})

it('a replay says that logs overlap', () => {
  const log = Array.from({ length: 20 }, (_, i) => combinedLine(`/${i}`, 'GPTBot/1.0')).join('')
  const cwd = folderWith({ ...FILES, log, other: `${log}${from('203.0.113.9')}` })
  const { out } = acap(['replay', 'log', 'other'], { cwd })
  expect(out).toContain('\nlog and other have the same requests, about 100% of the smaller: they')
  expect(acap(['replay', 'log'], { cwd }).out).not.toContain('the same requests')
})

it('names that all fail may come from a CDN, of any network', () => {
  const spread = NAMES.map((name, i) => from(`203.0.${i}.9`, name)).join('')
  expect(run('report', spread)).toMatch(
    /^All requests under the names \w+, \w+, \w+ failed the check, and none is verified\. If these are addresses of your own proxy or CDN, nobody forged anything\./m,
  )
  for (const log of [spread + from('192.0.2.9'), from('203.0.1.9') + from('203.0.2.9', 'GPTBot')])
    expect(run('report', log)).not.toContain('nobody forged anything')
})

it('where all requests of a name failed, none is verified and nothing is unknown', () => {
  const out = run('report', from('203.0.113.9'))
  expect(out).toMatch(/^NetBot +0 +0 +0 +0 +0 +0 +1 +0 B$/m)
  expect(out).toContain('\nCrawlers were sent 0 B')
  expect(out).not.toContain('does not say how many bytes')
})

it('a replay of one line counts one', () => {
  expect(run('replay', from('203.0.113.9'))).toMatch(/^1 line, /)
})
