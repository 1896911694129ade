import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ReplayReport } from '../../../src/logs/report/replay-report.ts'
import { acap, folderWith } from '../../support/cli/acap.ts'
import { shownPage } from '../../support/explorer/shown-page.ts'
import { line, POLICIES, TOML } from '../../support/logs/replayed.ts'

describe('acap replay', () => {
  describe('where the mode is not enforce', () => {
    const observing = (toml: string) => {
      const log =
        line('GPTBot', '/private/a') + line('GPTBot', '/private/watched/a') + line('GPTBot', '/a')
      const cwd = folderWith({ ...POLICIES, 'policies/a/site.toml': `${toml}\n${TOML}`, log })
      const { out } = acap(['replay', 'log', '--html', 'page.html'], { cwd })
      const { total } = JSON.parse(acap(['replay', 'log', '--json'], { cwd }).out) as ReplayReport
      const html = shownPage(readFileSync(join(cwd, 'page.html'), 'utf8')).overview
      return { out, total, html }
    }

    it.each(['observe', 'off'])('says that nothing would have been refused: %s', (mode) => {
      const { out, html, total } = observing(`mode = "${mode}"`)
      expect(out).toContain('2 refused')
      expect(out).toContain(
        '\nthe mode is not `enforce`: nothing is refused or deferred. The numbers say what would be',
      )
      expect(html).toContain('nothing is refused or deferred.')
      expect(total).toMatchObject({ refused: 2, observed: 2 })
    })

    it('says for how much of it, where it is a route that observes', () => {
      const route = '[[route]]\nmatch = "/private/watched/"\nmode = "observe"\n'
      const log = line('GPTBot', '/private/a') + line('GPTBot', '/private/watched/a')
      const cwd = folderWith({ ...POLICIES, 'policies/a/site.toml': TOML + route, log })
      const { out } = acap(['replay', 'log', '--html', 'page.html'], { cwd })
      expect(out).toContain(
        '\n1 of those that would be refused or deferred pass today: the mode there is not `enforce`\n',
      )
      const { overview } = shownPage(readFileSync(join(cwd, 'page.html'), 'utf8'))
      expect(overview).toContain('1 of those that would be refused or deferred')
    })
  })

  describe('with several sites', () => {
    const FILES = {
      ...POLICIES,
      'policies/b/robots.txt': 'User-agent: *\nDisallow: /\n',
      'policies/b/site.toml': 'hosts = ["b.test"]\n',
    }
    const among = (log: string, ...args: readonly string[]) =>
      acap(['replay', 'log', ...args], { cwd: folderWith({ ...FILES, log }) })

    it('judges each line by the site of its host, and counts those of no site', () => {
      const log = ['a.test', 'b.test', 'c.test']
        .map((host) => `${host}:443 ${line('GPTBot', '/a')}`)
        .join('')
      expect(JSON.parse(among(log, '--json').out)).toMatchObject({
        lines: 3,
        unread: 0,
        unplaced: 1,
        total: { permitted: 1, refused: 1 },
      })
      expect(among(log).out).toContain(
        '3 lines, 2026-11-21T06:39:00Z to 2026-11-21T06:39:00Z, 1 for no host of these sites\n',
      )
    })

    it('says that a log without hosts needs the site named', () => {
      const log = line('GPTBot', '/a')
      expect(among(log)).toMatchObject({
        code: 2,
        err:
          'acap: the lines of `log` name no host, and `policies` has 2 sites\n' +
          'help: choose the site: --policies policies/a, or policies/b\n',
      })
      expect(among(log, '--policies', 'policies/b').code).toBe(0)
    })

    it('says that a log is for none of them', () => {
      const { code, err } = among(`c.test ${line('GPTBot', '/a')}`)
      expect(err).toContain(
        'no line of `log` is for a host of the 2 sites in `policies`: the first is for `c.test`\n',
      )
      expect(code).toBe(2)
    })
  })
})
