import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ReplayReport } from '../../../src/cli/replay/tally.ts'
import { acap, folderWith } from '../../support/acap.ts'

const ROBOTS = `User-agent: *
Disallow: /private/

User-agent: SlowBot
Allow: /
Request-rate: 1/10s

User-agent: NetBot
Disallow: /private/
`
const TOML = 'hosts = ["a.test"]\nexempt = ["/health"]\n[crawlers.NetBot]\nnetworks = ["net"]\n'
const NETWORK = { creationTime: new Date().toISOString(), prefixes: [{ ipv4Prefix: '192.0.2.0/24' }] }
const POLICIES = {
  'policies/a/robots.txt': ROBOTS,
  'policies/a/site.toml': TOML,
  'policies/.networks/net.json': JSON.stringify(NETWORK),
}
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0'

const line = (userAgent: string, target: string, second = 0, ip = '203.0.113.9') =>
  `${ip} - - [21/Nov/2026:06:39:${String(second).padStart(2, '0')} +0000] "GET ${target} HTTP/1.1" 200 100 "-" "${userAgent}"\n`

const replay = (log: string | Uint8Array, ...args: readonly string[]) => {
  const cwd = folderWith({ ...POLICIES, log })
  return { cwd, ...acap(['replay', 'log', ...args], { cwd }) }
}
const report = (log: string | Uint8Array, ...args: readonly string[]): ReplayReport =>
  JSON.parse(replay(log, '--json', ...args).out)

describe('acap replay', () => {
  it('says what the policy would have done, crawler by crawler', () => {
    const { out, code } = replay(
      line('GPTBot/1.0', '/private/a') + line('GPTBot/1.0', '/a') + line(BROWSER, '/private/a'),
    )
    expect(out).toContain('1 by readers, who are never refused')
    expect(out).toMatch(/^gptbot +training +2 +1 +1 +0 +0 +1 +100 B$/m)
    expect(code).toBe(0)
  })

  it('[P7] leaves out what is served to everybody', () => {
    expect(report(line('GPTBot', '/robots.txt') + line('GPTBot', '/health'))).toMatchObject({ exempt: 2, crawlers: [] })
  })

  it('[P6] judges every spelling', () => {
    expect(report(line('GPTBot', '/open/..%2Fprivate/a')).total.refused).toBe(1)
  })

  it('judges the URL that the origin would be asked for, as the edge does', () => {
    const refused = (target: string) => report(line('GPTBot', target)).total.refused
    expect(refused('/private/../a')).toBe(0)
    expect(refused('/private/%2e%2e/a')).toBe(0)
    expect(refused(String.raw`/private\\..\\a`)).toBe(0)
    expect(refused(String.raw`/private\x5C..\x5Ca`)).toBe(0)
  })

  it('[E3] asks for a page of a mirror where the log names it', () => {
    const cwd = folderWith({
      'policies/a/robots.txt': ROBOTS,
      'policies/a/site.toml':
        'hosts = ["a.test", "m.test"]\ncanonical = "https://a.test"\n[[route]]\nmatch = "/"\nlocation = true\n',
      log: ['a.test', 'm.test', 'somebody.test'].map((host) => `${host}:443 ${line('GPTBot', '/a')}`).join(''),
    })
    expect(JSON.parse(acap(['replay', 'log', '--json'], { cwd }).out).total).toMatchObject({ permitted: 2, refused: 1 })
  })

  it('[X3] holds crawlers to their rate', () => {
    const log = [0, 5, 10, 19, 20].map((second) => line('SlowBot/1.0', '/a', second)).join('')
    expect(report(log).total).toMatchObject({ permitted: 3, deferred: 2 })
  })

  it('[I4] tells forged names', () => {
    const log = line('NetBot/1.0', '/a', 0, '192.0.2.1') + line('NetBot/1.0', '/a', 1, '198.51.100.1')
    expect(report(log).crawlers).toMatchObject([{ name: 'netbot', requests: 2, forged: 1 }])
  })

  it('reads Cloudflare JSON and gzip', () => {
    const row = { ClientRequestHost: 'a.test', ClientRequestURI: '/private/a', ClientRequestUserAgent: 'GPTBot/1.0' }
    const log = `${JSON.stringify({ ...row, EdgeResponseBytes: 7 })}\n`
    expect(report(gzipSync(log)).total).toMatchObject({ refused: 1, bytesSaved: 7 })
  })

  it('reads standard input', () => {
    const cwd = folderWith(POLICIES)
    const { out } = acap(['replay', '-', '--json'], { cwd, input: line('GPTBot', '/private/a') })
    expect(JSON.parse(out).total.refused).toBe(1)
  })

  it('tells what the robots.txt of the day already asked crawlers not to do', () => {
    const cwd = folderWith({
      ...POLICIES,
      log: line('GPTBot', '/old/a') + line('GPTBot', '/private/a'),
      old: 'User-agent: *\nDisallow: /old/\n',
    })
    const { out } = acap(['replay', 'log', '--robots', 'old', '--json'], { cwd })
    expect(JSON.parse(out).total).toMatchObject({ ignoredRobots: 1, refused: 1 })
  })

  it('compares two policies', () => {
    const cwd = folderWith({
      ...POLICIES,
      log: line('GPTBot', '/old/a') + line('GPTBot', '/private/a'),
      old: 'User-agent: *\nDisallow: /old/\n',
    })
    const { out } = acap(['replay', 'log', '--against', 'old', '--json'], { cwd })
    expect(JSON.parse(out)).toMatchObject({ compared: true, crawlers: [{ opened: 1, closed: 1 }] })
  })

  it('writes the report as a page', () => {
    const { cwd } = replay(line('GPTBot', '/private/a'), '--html', 'report.html')
    const html = readFileSync(join(cwd, 'report.html'), 'utf8')
    expect(html).toContain('<title>log under policies</title>')
    expect(html).toContain('gptbot')
  })

  it('counts what it does not understand, and gives up where that is all', () => {
    expect(report(`${line('GPTBot', '/a')}what?\n`)).toMatchObject({ lines: 2, unread: 1 })
    expect(replay('what?\n')).toMatchObject({ code: 2, err: expect.stringContaining('no line of `log`') })
  })
})
