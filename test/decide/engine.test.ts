import { expect, test } from 'vitest'
import { decide, engineOf } from '../../src/decide/decide.ts'
import { readMeta } from '../../src/words/meta-issues.ts'
import { compileReading } from '../support/decide/evaluators.ts'
import { readGenerated } from '../support/language/generate-sites.ts'

const siteOf = (robots: string, toml = '') =>
  compileReading(
    readGenerated({
      files: { 'robots.txt': robots, 'site.toml': `hosts = ["a.test"]\n${toml}` },
      patterns: [],
    }),
  )

test('[X1] a Disallow that never matches counts where groups of one length merge (I2)', () => {
  const site = siteOf(`ACAP-crawler: ab cd
ACAP-allow-index: /

User-agent: ab
Robot-version: 2.0
Allow: /a

User-agent: cd
Disallow: foo
`)
  const ask = (userAgent: string) => decide(site, { userAgent, target: '/b', now: 0 }).outcome
  expect([ask('ab cd/1'), ask('ab/1')]).toEqual(['permitted', 'prohibited'])
})

test('[I2] rules that merged groups share are found once, and decide', () => {
  const site = siteOf(`ACAP-crawler: ab cd
ACAP-allow-index: /

User-agent: ab
Crawl-delay: 5
User-agent: cd
Allow: /a
Allow: /ab
Allow: /*b
`)
  const { outcome, fields } = decide(site, { userAgent: 'ab cd', target: '/ab', now: 0 })
  expect([outcome, fields.map(({ text }) => text)]).toEqual([
    'permitted',
    ['Allow: /ab', 'Allow: /*b'],
  ])
})

test('[T1] a new crawl is asked of a forged name as of anybody (I4)', () => {
  const site = siteOf(
    'ACAP-crawler: *\nACAP-request-re-crawl: /a\n',
    '[crawlers.betabot]\ndialect = "rep"\n',
  )
  const facts = { userAgent: 'betabot/1', target: '/a', now: 0 } as const
  expect(engineOf(site).asksForRecrawl(facts)).toBe(false)
  expect(engineOf(site).asksForRecrawl({ ...facts, assurance: 'failed' })).toBe(true)
})

test('[T1] every field that takes a page down for one of several names is among those that decided', () => {
  const takingDown = (name: string, ...paths: readonly string[]) =>
    `ACAP-crawler: ${name}\n${paths.map((path) => `ACAP-request-take-down: ${path}\n`).join('')}`
  const site = siteOf(
    takingDown('*', '/ab', '/Ab', '/aB') +
      takingDown('foo', '/AB') +
      takingDown('bar', '/ab') +
      takingDown('baz', '/Ab'),
  )
  const { fields } = decide(site, { userAgent: 'foo bar baz', target: '/ab', now: 0 })
  expect(fields.map(({ line }) => line)).toEqual([2, 3, 4, 6, 8, 10])
})

test('[L8] a crawler named like a property of every object has no profile by that', () => {
  const site = siteOf(
    'ACAP-crawler: constructor\nACAP-disallow-index: /\n\nACAP-crawler: bot\nACAP-usage-purpose: news\nACAP-disallow-crawl: /p\n',
    '[crawlers.bot]\npurposes = ["news"]\n',
  )
  expect(decide(site, { userAgent: 'bot constructor', target: '/p', now: 0 }).outcome).toBe(
    'prohibited',
  )
})

test('[I3] a bot that declares itself is named all the same where the policy names it in letters beyond ASCII', () => {
  const site = siteOf(
    'ACAP-crawler: bücherbot\nACAP-disallow-crawl: /\n',
    '[identify]\nself-declared = "crawler"\n',
  )
  for (const userAgent of ['bücherbot/1', 'bücherbot/1 (a bot; +https://example.com/bot)']) {
    expect(decide(site, { userAgent, target: '/a', now: 0 })).toMatchObject({
      outcome: 'prohibited',
    })
  }
  expect(engineOf(site).agents.find('abot/1 (+https://example.com/bot)')).toMatchObject({
    name: null,
    declared: 'abot',
  })
})

test('[I1] names are looked for in the first 1,024 characters of a header', () => {
  const site = siteOf('User-agent: beta\nDisallow: /\n')
  const ask = (userAgent: string) => decide(site, { userAgent, target: '/a', now: 0 }).outcome
  expect(ask(`${'x '.repeat(510)}beta`)).toBe('prohibited')
  expect(ask(`${'x '.repeat(511)}beta`)).toBe('permitted')
})

test('[I2] of more than four leading names the four longest count', () => {
  const names = ['longest-of-all', 'second-of-all', 'third-of-all', 'forth-ofall', 'fifth-all']
  const header = [...names].reverse().join(' ')
  for (const [i, closed] of names.entries()) {
    const groups = names.map(
      (name) => `User-agent: ${name}\nDisallow: ${name === closed ? '/' : '/other'}\n`,
    )
    const { outcome } = decide(siteOf(groups.join('\n')), {
      userAgent: header,
      target: '/a',
      now: 0,
    })
    expect([closed, outcome]).toEqual([closed, i < 4 ? 'prohibited' : 'permitted'])
  }
})

test('[I2] a name inside a leading one leads nothing', () => {
  const site = siteOf('User-agent: big-bot\nDisallow: /big\n\nUser-agent: bot\nDisallow: /\n')
  expect(decide(site, { userAgent: 'big-bot/1', target: '/a', now: 0 }).outcome).toBe('permitted')
})

test.each([
  ['names in site.toml only', { 'site.toml': '[crawlers.newsbot]\npurposes = ["news"]\n' }],
  [
    'names for the crawlers of another record only',
    { 'more.txt': 'User-agent: newsbot\nDisallow: /drafts/\n' },
  ],
])('[I2] a META tag holds for a crawler that the policy %s', (_, files) => {
  const robots = 'ACAP-crawler: gptbot\nACAP-permissions-reference: /more.txt\n'
  const site = compileReading(
    readGenerated({ files: { 'robots.txt': robots, 'more.txt': '', ...files }, patterns: [] }),
  )
  const meta = readMeta([{ name: 'newsbot', content: 'ACAP disallow-crawl' }]).fields
  expect(decide(site, { userAgent: 'NewsBot/1.0', target: '/a', now: 0, meta })).toMatchObject({
    outcome: 'prohibited',
    basis: 'embedded',
  })
})
