/**
 * Every refusal and deferral says where the policy is, whom to ask, and where operators read what it means: where the owner of this
 * project has set the address of that page, and else `/robots.txt?help` of the site.
 */

import { env } from 'cloudflare:workers'
import { onTestFinished, test, vi } from 'vitest'
import { withHelp } from '../../src/edge/answers/help.ts'
import { PROJECT } from '../../src/words/project.ts'
import { edge, HOME } from '../support/edge/edge.ts'

const PAGE = 'https://docs.test/crawlers'
const FILES = {
  'robots.txt': `User-agent: *
Disallow: /private/
Request-rate: 1/10
User-agent: NightBot
Visit-time: 0100-0200
ACAP-crawler: *
ACAP-request-take-down: /gone
`,
  'site.toml': `hosts = ["news.test"]
[refuse]
contact = "licensing@news.test"
[[route]]
match = "/premium/"
fields = ["disallow-crawl"]
refuse = { status = 402, headers = { crawler-price = "USD 0.01" } }
`,
}

const REFUSED: readonly [status: number, path: string, userAgent: string][] = [
  [403, '/private/', 'SearchBot1/1.0'],
  [402, '/premium/', 'SearchBot1/1.0'],
  [410, '/gone', 'SearchBot1/1.0'],
  [429, '/b', 'SearchBot1/1.0'],
  [503, '/a', 'NightBot'],
]

function setPage(page: string | null): void {
  const before = PROJECT.crawlersPage
  Object.assign(PROJECT, { crawlersPage: page })
  onTestFinished(() => void Object.assign(PROJECT, { crawlersPage: before }))
}

async function refused(path: string, userAgent: string, accept: string): Promise<Response> {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(Date.parse('2026-11-01T06:00:00Z'))
  const { ask } = await edge({ files: FILES, env: { PACE: (env as { PACE: never }).PACE } })
  if (path === '/b') await ask('/a', userAgent)
  return ask(path, userAgent, { headers: { accept } })
}

test.for(REFUSED)(
  'a %i links the policy, the contact and the page for operators',
  async (row, { expect }) => {
    const [status, path, userAgent] = row
    setPage(PAGE)
    const answer = await refused(path, userAgent, '*/*')
    expect([answer.status, answer.headers.get('link')]).toEqual([
      status,
      `<${HOME}/robots.txt>; rel="describedby"; type="text/plain", <${PAGE}>; rel="help"`,
    ])
    expect(await answer.text()).toContain(
      `Policy:  ${HOME}/robots.txt\nContact: licensing@news.test\nHelp:    ${PAGE}\n`,
    )
    const problem = await refused(path, userAgent, 'application/problem+json')
    expect(await problem.json()).toMatchObject({
      type: PAGE,
      status,
      contact: 'licensing@news.test',
    })
  },
)

test('without that page the site gives it itself, to everybody, above its rules', async ({
  expect,
}) => {
  setPage(null)
  const answer = await refused('/private/', 'SearchBot1/1.0', 'application/problem+json')
  expect(answer.headers.get('link')).toContain('</robots.txt?help>; rel="help"')
  expect(await answer.json()).not.toHaveProperty('type')
  const text = await refused('/private/', 'SearchBot1/1.0', '*/*')
  expect(await text.text()).toContain(`\nHelp:    ${HOME}/robots.txt?help\n`)
  const { ask } = await edge({ files: FILES })
  for (const userAgent of ['SearchBot1/1.0', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0']) {
    const page = await ask('/robots.txt?help', userAgent)
    const plain = await ask('/robots.txt', userAgent)
    const [help, rules] = [await page.text(), await plain.text()]
    expect(page.status).toBe(200)
    expect(help).toMatch(/^# For operators of crawlers/)
    expect(help.endsWith(rules)).toBe(true)
    // Nothing in front of the rules is one.
    expect(
      help
        .slice(0, -rules.length)
        .split('\n')
        .filter((line) => !/^(?:#|$)/.test(line)),
    ).toEqual([])
    expect(page.headers.get('etag')).not.toBe(plain.headers.get('etag'))
  }
})

test('an older bundle, which carries no words for operators, gives the rules alone', ({
  expect,
}) => {
  const rules = new TextEncoder().encode('User-agent: *\nAllow: /\n')
  expect(withHelp('/robots.txt?help', rules)).toEqual(rules)
  expect(withHelp('/robots.txt', rules)).toBeNull()
})
