/**
 * What the report of `acap replay` tells beside the counts: rules, search engines, other hosts, lines that it cannot read.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ReplayReport } from '../../../src/logs/report/replay-report.ts'
import { acap, folderWith } from '../../support/cli/acap.ts'
import { shownPage } from '../../support/explorer/shown-page.ts'
import { combinedLine } from '../../support/logs/log-lines.ts'

const POLICIES = {
  'policies/a/robots.txt':
    'User-agent: *\nDisallow: /private/\n\nUser-agent: SlowBot\nAllow: /\nRequest-rate: 1/10s\n',
  'policies/a/site.toml': 'hosts = ["a.test"]\n',
}

const line = (userAgent: string, target: string, second = 0) =>
  combinedLine(target, userAgent, { clock: `06:39:${String(second).padStart(2, '0')}` })

const replay = (log: string | Uint8Array, ...args: readonly string[]) => {
  const cwd = folderWith({ ...POLICIES, log })
  return { cwd, ...acap(['replay', 'log', ...args], { cwd }) }
}
const report = (log: string | Uint8Array): ReplayReport => JSON.parse(replay(log, '--json').out)

describe('the report', () => {
  it('names the rules that refuse, with their crawlers and paths', () => {
    const log = [
      line('GPTBot', '/private/a'),
      line('CCBot', '/private/b'),
      line('CCBot', '/private/b?x'),
    ].join('')
    expect(report(log).rules).toEqual([
      {
        source: 'robots.txt',
        line: 2,
        text: 'Disallow: /private/',
        requests: 3,
        crawlers: [
          { name: 'ccbot', requests: 2 },
          { name: 'gptbot', requests: 1 },
        ],
        paths: [
          { path: '/private/b', requests: 2 },
          { path: '/private/a', requests: 1 },
        ],
      },
    ])
    expect(replay(log).out).toContain('  3 by robots.txt:2 `Disallow: /private/`: ccbot, gptbot\n')
    const slow = line('SlowBot', '/a', 0) + line('SlowBot', '/a', 1)
    expect(report(slow).rules).toMatchObject([
      { source: null, text: 'one request every 10 seconds', requests: 1 },
    ])
  })

  it('puts search engines that the policy refuses on top', () => {
    const { out, cwd } = replay(
      line('Googlebot/2.1', '/private/a') + line('GPTBot', '/private/a'),
      '--html',
      'r.html',
    )
    expect(out).toContain('search engines would be refused: googlebot (1)\n')
    expect(shownPage(readFileSync(join(cwd, 'r.html'), 'utf8')).overview).toContain(
      'search engines would be refused: googlebot (1)',
    )
    expect(replay(line('GPTBot', '/private/a')).out).not.toContain('search engines')
  })

  it('puts search engines that the policy defers beside them', () => {
    const policies = {
      'policies/a/robots.txt': 'User-agent: Googlebot\nCrawl-delay: 5\nDisallow: /x\n',
    }
    const cwd = folderWith({
      ...policies,
      log: line('Googlebot/2.1', '/a') + line('Googlebot/2.1', '/b'),
    })
    const { out } = acap(['replay', 'log', '--html', 'r.html'], { cwd })
    expect(out).toContain('search engines would be deferred: googlebot (1)\n')
    expect(shownPage(readFileSync(join(cwd, 'r.html'), 'utf8')).overview).toContain(
      'search engines would be deferred: googlebot (1)',
    )
  })

  it('counts nobody who forged the name of a search engine as one', () => {
    const policies = {
      'policies/a/robots.txt': 'User-agent: *\nAllow: /\n',
      'policies/a/site.toml':
        'hosts = ["a.test"]\n[identify]\nfailed = "refuse"\n[crawlers.Googlebot]\nnetworks = ["net"]\n',
      'policies/.networks/net.json': JSON.stringify({
        creationTime: new Date().toISOString(),
        prefixes: [{ ipv4Prefix: '192.0.2.0/24' }],
      }),
    }
    const log = line('Googlebot/2.1', '/a')
    const { out } = acap(['replay', 'log'], { cwd: folderWith({ ...policies, log }) })
    expect(out).toMatch(/^googlebot +search +1 +0 +1 +0 +1 /m)
    expect(out).not.toContain('search engines would be')
    expect(out).toContain(
      '\n  1: its name failed its check, and the site refuses such crawlers (`failed = "refuse"`)',
    )
  })

  it('says where lines name other hosts than the one site', () => {
    const log = `b.test:443 ${line('GPTBot', '/private/a')}a.test:443 ${line('GPTBot', '/a')}${line('GPTBot', '/a')}`
    expect(report(log).otherHosts).toEqual({ lines: 1, hosts: [{ name: 'b.test', requests: 1 }] })
    expect(replay(log).out).toContain(
      '1 line names another host and is judged as a request to this site: b.test (1)',
    )
  })

  it('reads several logs in the order of their times', () => {
    const cwd = folderWith({
      ...POLICIES,
      'log.1': gzipSync(line('SlowBot', '/a', 0) + line('SlowBot', '/a', 12)),
      log: line('SlowBot', '/a', 15) + line('SlowBot', '/a', 30),
    })
    const { out } = acap(['replay', 'log', 'log.1', '--json'], { cwd })
    expect(JSON.parse(out).total).toMatchObject({ requests: 4, permitted: 3, deferred: 1 })
  })

  it('shows the first lines that it does not understand', () => {
    const log = `${line('GPTBot', '/a')}${'what? '.repeat(100)}\nwho?\nwhere?\nwhen?\n`
    expect(report(log)).toMatchObject({
      unread: 4,
      unreadLines: [
        { file: 'log', line: 2, text: 'what? '.repeat(50) },
        { file: 'log', line: 3, text: 'who?' },
        { file: 'log', line: 4, text: 'where?' },
      ],
    })
    expect(replay(log).out).toContain('  log:3: who?\n')
  })
})
