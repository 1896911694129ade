import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderWith } from '../support/cli/acap.ts'
import { runAcap } from '../support/cli/run-acap.ts'

describe('a time that no calendar has', () => {
  it.each([
    1e300,
    -1e300,
    8.64e15 + 1,
    1e-300,
    '+275761-01-01T00:00:00Z',
    '0000-00-00',
    '9999-12-31T23:59:59-23:59',
    null,
    {},
    'x',
  ])('%j in a log counts as no time', async (time) => {
    const line = {
      ClientRequestURI: '/private/x',
      ClientRequestUserAgent: 'GPTBot/1.0',
      EdgeStartTimestamp: time,
    }
    const cwd = folderWith({
      'a/robots.txt': 'User-agent: *\nDisallow: /private/\nCrawl-delay: 5\nVisit-time: 0100-0200\n',
      'log.json': `${JSON.stringify(line)}\n`,
    })
    const args = ['replay', join(cwd, 'log.json'), '--policies', join(cwd, 'a'), '--json']
    const { code, err, out } = await runAcap([...args, '--html', join(cwd, 'x.html')])
    expect([err, code]).toEqual(['', 0])
    expect(JSON.parse(out)).toMatchObject({ lines: 1, unread: 0, total: { requests: 1 } })
  })

  it.each([
    '1e300',
    '1e300-01-01',
    '9999-12-31T23:59:59-23:59',
    '-0001-01-01',
    '2026-02-30',
    '２０２６-01-01',
    '0000-01-01',
    '9999-12-31',
  ])('%s as an option is no fault of acap', async (time) => {
    const cwd = folderWith({
      'a/robots.txt': 'User-agent: *\nDisallow: /private/\nVisit-time: 0100-0200\n',
    })
    for (const args of [
      ['explain', join(cwd, 'a'), '/private/', '--as', 'GPTBot', '--at', time],
      ['decide', join(cwd, 'a/robots.txt'), '/private/', '--as', 'GPTBot', '--at', time],
      ['diff', cwd, cwd, '--at', time],
    ]) {
      const { code, err } = await runAcap(args)
      expect([args, code, err]).not.toEqual([args, 3, expect.anything()])
    }
  })

  it.each([
    '1e300',
    '-1e300',
    'nan',
    'inf',
    '0000-01-01T00:00:00Z',
    '"x"',
    '2026-02-30',
    '9999-12-31T23:59:59-23:59',
  ])('`at = %s` in cases.toml and `until` in site.toml are no fault of acap', async (time) => {
    const cwd = folderWith({
      'p/a/robots.txt': 'User-agent: *\nDisallow: /private/\n',
      'p/a/site.toml': `hosts = ["a.test"]\n[refuse]\nretry = ${time}\n`,
      'p/a/cases.toml': `at = ${time}\n[[case]]\nas = "x"\nurl = "/"\nexpect = "permitted"\nat = ${time}\n`,
    })
    for (const command of ['check', 'test', 'build']) {
      const { code, err } = await runAcap([
        command,
        join(cwd, 'p'),
        ...(command === 'build' ? ['--out', join(cwd, 'x')] : []),
      ])
      expect([command, code, err]).not.toEqual([command, 3, expect.anything()])
    }
  })
})
