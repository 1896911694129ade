/**
 * `acap report --alerts`: thresholds, where alerts go, and what they never hold; and `--compare`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { acap, folderWith } from '../../support/cli/acap.ts'
import { combinedLine } from '../../support/logs/log-lines.ts'

const line = (target: string, clock: string, userAgent: string, status = 200) =>
  combinedLine(target, userAgent, { clock, status, ip: '192.0.2.77' })
const LAST = line('/x', '05:00:00', 'CCBot/2.0') + line('/x', '05:00:00', 'Googlebot/2.1')
const LOG = [
  line('/robots.txt', '06:00:00', 'GPTBot/1.0'),
  line('/private/a', '06:10:00', 'GPTBot/1.0'),
  line('/private/b', '06:11:00', 'GPTBot/1.0'),
  line('/private/c', '07:20:00', 'Googlebot/2.1', 403),
  line('/x', '07:20:00', 'NetBot/1.0'),
].join('')
const FILES = {
  'policies/a/robots.txt':
    'User-agent: *\nDisallow: /private/\n\nUser-agent: NetBot\nDisallow: /x/\n',
  'policies/a/site.toml': 'hosts = ["a.test"]\n[crawlers.NetBot]\nnetworks = ["net"]\n',
  'policies/.networks/net.json': JSON.stringify({
    creationTime: new Date().toISOString(),
    prefixes: [{ ipv4Prefix: '198.51.100.0/24' }],
  }),
  log: LOG,
  'last.log': LAST,
}
const ALL = 'search-refused = 0\nforged = 0\nproven = 1\nfaults = 0\n'

const run = (
  thresholds: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
) => {
  const cwd = folderWith({ ...FILES, 'report.toml': thresholds })
  return acap(['report', 'log', '--alerts', 'report.toml', ...args], {
    cwd,
    env: { GITHUB_ACTIONS: '', ...env },
  })
}

describe('alerts', () => {
  it('end with 1 where there is more of something than the author wants', () => {
    const { code, err } = run(ALL)
    expect(err).toBe(
      [
        'alert: 1 refused request of search engines: googlebot\n',
        'alert: 1 request under a forged name: netbot\n',
        'alert: 2 requests for closed pages after the robots.txt was read, as if this text had been in force: gptbot\n',
      ].join(''),
    )
    expect(code).toBe(1)
    expect(run('search-refused = 1\nforged = 1\nproven = 2\n')).toMatchObject({ code: 0, err: '' })
    expect(run('')).toMatchObject({ code: 0, err: '' })
  })

  it('annotate a workflow of GitHub', () => {
    expect(run('proven = 1\n', [], { GITHUB_ACTIONS: 'true' }).out).toContain(
      '::error title=acap report%3A proven::2 requests for closed pages after the robots.txt was read, as if this text had been in force: gptbot\n',
    )
    expect(run('proven = 1\n').out).not.toContain('::error')
  })

  it('name a new crawler for training, and want a report to compare with', () => {
    const cwd = folderWith({ ...FILES, 'report.toml': 'new-training = 0\n' })
    const compared = (log: string) => acap(['report', log, '--json'], { cwd }).out
    const last = folderWith({ 'last.json': compared('last.log'), 'same.json': compared('log') })
    const alerts = ['report', 'log', '--alerts', 'report.toml', '--compare']
    const found = acap([...alerts, join(last, 'last.json')], { cwd })
    expect(found).toMatchObject({
      code: 1,
      err: 'alert: 1 crawler for training that the last report has not: gptbot\n',
    })
    expect(found.out).toContain(
      '1 crawler came that had not come then: GPTBot.\n1 crawler did not come again: CCBot.\n',
    )
    expect(acap([...alerts, join(last, 'same.json')], { cwd })).toMatchObject({ code: 0 })
    expect(run('new-training = 0\n')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--compare LAST.json'),
    })
    expect(acap([...alerts, 'log'], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not JSON'),
    })
  })

  it('have the thresholds that docs/report.md shows', () => {
    const [, example = ''] = /```toml\n(.*?)```/s.exec(readFileSync('docs/report.md', 'utf8')) ?? []
    expect(example).toContain('new-training')
    expect(run(example)).toMatchObject({ code: 1 })
  })

  it.each(['provn = 1', 'proven = -1', 'proven = "1"', 'proven ='])(
    'refuse thresholds that mean nothing: %s',
    (toml) => {
      expect(run(`${toml}\n`)).toMatchObject({
        code: 2,
        err: expect.stringContaining('report.toml'),
      })
    },
  )
})
