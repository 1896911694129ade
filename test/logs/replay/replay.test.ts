import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ReplayReport } from '../../../src/logs/report/replay-report.ts'
import { acap, folderWith, PROGRAM } from '../../support/cli/acap.ts'
import { shownPage } from '../../support/explorer/shown-page.ts'
import { line, POLICIES, ROBOTS } from '../../support/logs/replayed.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0'

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
    expect(out).toMatch(/^gptbot +training +2 +1 +1 +0 +- +1 +100 B$/m)
    expect(code).toBe(0)
  })

  it('[P7] leaves out what is served to everybody', () => {
    expect(report(line('GPTBot', '/robots.txt') + line('GPTBot', '/health'))).toMatchObject({
      exempt: 2,
      crawlers: [],
    })
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
      log: ['a.test', 'm.test', 'somebody.test']
        .map((host) => `${host}:443 ${line('GPTBot', '/a')}`)
        .join(''),
    })
    expect(JSON.parse(acap(['replay', 'log', '--json'], { cwd }).out).total).toMatchObject({
      permitted: 2,
      refused: 1,
    })
  })

  it('[X3] holds crawlers to their rate', () => {
    const log = [0, 5, 10, 19, 20].map((second) => line('SlowBot/1.0', '/a', second)).join('')
    expect(report(log).total).toMatchObject({ permitted: 3, deferred: 2 })
  })

  it('[I4] tells forged names', () => {
    const log =
      line('NetBot/1.0', '/a', 0, '192.0.2.1') + line('NetBot/1.0', '/a', 1, '198.51.100.1')
    expect(report(log).crawlers).toMatchObject([{ name: 'netbot', requests: 2, forged: 1 }])
  })

  it('[I4] tells no number of forged names where there is no list to check them against', () => {
    expect(replay(line('GPTBot/1.0', '/a')).out).toMatch(/^gptbot +training +1 +1 +0 +0 +- +0 /m)
    expect(replay(line('NetBot/1.0', '/a', 0, '192.0.2.1')).out).toMatch(
      /^netbot +1 +1 +0 +0 +0 +0 /m,
    )
  })

  it('[P2] reads a path in either format as the policy has it: JSON is UTF-8, another log octets of any kind', () => {
    const policies = { 'policies/a/robots.txt': 'User-agent: *\nDisallow: /privé/\n' }
    const totals = (log: string) => {
      const cwd = folderWith({ ...policies, log })
      const { total, crawlers } = JSON.parse(
        acap(['replay', 'log', '--json'], { cwd }).out,
      ) as ReplayReport
      return [total.refused, crawlers[0]?.refusedPaths[0]?.path]
    }
    const row = { ClientRequestURI: '/privé/日?é', ClientRequestUserAgent: 'GPTBot/1.0 (é)' }
    expect(totals(`${JSON.stringify(row)}\n`)).toEqual([1, '/privé/日'])
    expect(totals(line('GPTBot/1.0 (é)', '/privé/日?é'))).toEqual([1, '/priv%C3%A9/%E6%97%A5'])
  })

  it.skipIf(process.platform === 'win32')('reads more logs than it may open at once', () => {
    const names = Array.from({ length: 100 }, (_, i) => `${i}.gz`)
    const log = gzipSync(line('GPTBot/1.0', '/a'))
    const cwd = folderWith({ ...POLICIES, ...Object.fromEntries(names.map((name) => [name, log])) })
    const words = [process.execPath, PROGRAM, 'replay', '--json', ...names].map((word) =>
      JSON.stringify(word),
    )
    const { stdout, stderr } = spawnSync('sh', ['-c', `ulimit -n 64; exec ${words.join(' ')}`], {
      cwd,
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect((JSON.parse(stdout) as ReplayReport).lines).toBe(100)
  })

  it('reads Cloudflare JSON and gzip', () => {
    const row = {
      ClientRequestHost: 'a.test',
      ClientRequestURI: '/private/a',
      ClientRequestUserAgent: 'GPTBot/1.0',
    }
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
    const { out: text } = acap(['replay', 'log', '--against', 'old', '--html', 'r.html'], { cwd })
    expect(text).toContain(
      'opened, closed: compared with `old`. Opened would be permitted here, and refused or deferred there',
    )
    const { overview } = shownPage(readFileSync(join(cwd, 'r.html'), 'utf8'))
    expect(overview).toContain('compared with <code>old</code>')
  })

  it('writes the report as a page', () => {
    const { cwd } = replay(line('GPTBot', '/private/a'), '--html', 'report.html')
    const html = readFileSync(join(cwd, 'report.html'), 'utf8')
    expect(html).toContain('<title>What crawlers did at a</title>')
    const { overview } = shownPage(html)
    expect(overview).toContain('What the policy would have done')
    expect(overview).toContain('gptbot')
    expect(overview).not.toContain('enforcement')
  })

  it('writes the page into a folder that is not there yet', () => {
    const { cwd, code } = replay(line('GPTBot', '/a'), '--html', 'out/today/report.html')
    expect(code).toBe(0)
    expect(readFileSync(join(cwd, 'out/today/report.html'), 'utf8')).toContain('gptbot')
  })

  it.each([
    ['empty', ''],
    ['gzipped and empty', gzipSync('')],
    ['blank', '\n\n'],
  ])('says that a log is empty: %s', (_, log) => {
    const { cwd, out, code } = replay(log, '--html', 'report.html')
    expect(out).toBe('the log is empty: there is nothing to replay\n')
    expect(readFileSync(join(cwd, 'report.html'), 'utf8')).toContain('the log is empty')
    expect(code).toBe(0)
  })

  it('counts what it does not understand, and gives up where that is all', () => {
    expect(report(`${line('GPTBot', '/a')}what?\n`)).toMatchObject({ lines: 2, unread: 1 })
    expect(replay('what?\n')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no line of `log`'),
    })
  })
})
