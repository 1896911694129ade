/**
 * What explain and replay say of unknown clients that declare themselves bots (I3), and of tokens that no client sends (I5).
 */
import { describe, expect, it } from 'vitest'
import type { ReplayReport } from '../../src/logs/report/replay-report.ts'
import { acap, folderWith } from '../support/cli/acap.ts'
import { combinedLine } from '../support/logs/log-lines.ts'

const POLICIES = {
  'policies/a/robots.txt': 'User-agent: *\nDisallow: /private/\n',
  'policies/a/site.toml': 'hosts = ["a.test"]\n',
}

const explain = (...args: readonly string[]) =>
  acap(['explain', ...args], { cwd: folderWith(POLICIES) })
const replay = (log: string, ...args: readonly string[]) =>
  acap(['replay', 'log', ...args], { cwd: folderWith({ ...POLICIES, log }) })
const report = (log: string): ReplayReport => JSON.parse(replay(log, '--json').out)
const line = (userAgent: string, target: string) => combinedLine(target, userAgent)

describe('acap explain', () => {
  it('[I3] says what an unknown bot calls itself, and which rules it is under', () => {
    expect(
      explain(
        'a',
        '/private/x',
        '--as',
        'Mozilla/5.0 (compatible; Zorkbot/1.0; +https://zork.test)',
      ).out,
    ).toMatch(
      /^a: `zorkbot`, a bot by its own word, under the rules for any crawler \(other\), claimed only.*\n\n.*\nPROHIBITED/,
    )
    expect(explain('a', '/private/x', '--as', 'Zork/1.0 (+https://zork.test)').out).toContain(
      'a reader. `Zork/1.0 (+https://zork.test)` is not a crawler that the policy or the registry knows. It declares itself `zork`, which makes it no crawler here.',
    )
  })

  it('[I5] says that a token is no client', () => {
    const { out } = explain('a', '/private/x', '--as', 'Google-Extended')
    expect(out).toContain(
      'a: Google-Extended is no client: Google reads this token in robots.txt (training), and no request',
    )
    expect(out).toContain('PROHIBITED: what the policy says to this token\n')
    expect(out).not.toMatch(/reader/)
  })
})

describe('acap replay', () => {
  it('[I3] lists unknown clients that look like bots, readers and crawlers', () => {
    const log =
      line('Mozilla/5.0 (compatible; Zorkbot/1.0)', '/a') +
      line('Zork/1.0 (+https://zork.test)', '/a')
    expect(report(log)).toMatchObject({
      readers: 1,
      crawlers: [{ name: 'zorkbot', category: 'other' }],
      declared: [
        { name: 'zork', requests: 1 },
        { name: 'zorkbot', requests: 1 },
      ],
    })
    const { out } = replay(
      log + line('Mozilla/5.0 (compatible; Google-Extended/1.0; +https://a.test)', '/a'),
    )
    expect(out).toContain(
      'unknown clients that look like bots, by the names they give: google-extended 1, zork 1, zorkbot 1\n',
    )
    expect(out).toContain('Google-Extended is no client: Google reads this token')
  })
})
