/** A small log, its policy, and what `acap report --html` writes of both. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { CrawlReport } from '../../../src/logs/report/crawl-report.ts'
import { acap, folderWith } from '../cli/acap.ts'
import { combinedLine } from './log-lines.ts'

export const POLICIES = {
  'policies/a/robots.txt': 'User-agent: *\nDisallow: /private/\n',
  'policies/a/site.toml': 'hosts = ["a.test"]\n',
}
export const ATTACK = '</script><script>alert(1)</script><img src=x onerror=alert(2)>'

const line = (target: string, clock: string, userAgent: string, status = 200) =>
  combinedLine(target, userAgent, { clock, status })
export const LOG = [
  line('/robots.txt', '06:00:00', 'GPTBot/1.0'),
  line('/private/a', '06:10:00', 'GPTBot/1.0'),
  line('/private/b', '07:10:00', 'GPTBot/1.0'),
  line('/private/c', '07:20:00', 'Googlebot/2.1', 403),
  line('/x', '07:30:00', 'ChatGPT-User/1.0'),
  line('/x', '08:30:00', `FooBot/1.0 ${ATTACK}`),
  line(`/${ATTACK.replaceAll(' ', '')}/x`, '08:31:00', 'GPTBot/1.0'),
  `${ATTACK}\n`,
].join('')

export function reported(...args: readonly string[]): {
  readonly page: string
  readonly report: CrawlReport
} {
  const cwd = folderWith({
    ...POLICIES,
    log: LOG,
    'robots.txt': POLICIES['policies/a/robots.txt'],
    'open.txt': '',
  })
  const { out, err } = acap(['report', 'log', '--json', '--html', 'page.html', ...args], { cwd })
  expect(err).toBe('')
  return { page: readFileSync(join(cwd, 'page.html'), 'utf8'), report: JSON.parse(out) }
}
