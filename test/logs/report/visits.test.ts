/**
 * `acap report`: visits that assistants and search engines send, pages of a sitemap, and what a CDN's log knows of bots.
 */
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { CrawlReport } from '../../../src/logs/report/crawl-report.ts'
import { acap, folderWith } from '../../support/cli/acap.ts'
import { combinedLine } from '../../support/logs/log-lines.ts'

const POLICIES = {
  'policies/a/robots.txt': 'User-agent: *\nDisallow: /private/\n',
  'policies/a/site.toml': 'hosts = ["a.test"]\n',
}
const READER = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0'
const line = (target: string, { userAgent = READER, referrer = '-', status = 200 } = {}) =>
  combinedLine(target, userAgent, { clock: '06:00:00', referrer, status })

function run(files: Readonly<Record<string, string | Uint8Array>>, ...args: readonly string[]) {
  return acap(['report', 'log', '--json', ...args], { cwd: folderWith({ ...POLICIES, ...files }) })
}
const report = (...given: Parameters<typeof run>): CrawlReport => JSON.parse(run(...given).out)

describe('referrals', () => {
  const visit = (referrer: string, target = '/a') => line(target, { referrer })

  it('stand beside the pages that crawlers of the same operator took', () => {
    const log = [
      visit('https://chatgpt.com/'),
      visit('-', '/a?utm_source=chatgpt.com'),
      visit('https://www.perplexity.ai/search/x'),
      visit('https://copilot.microsoft.com/'),
      visit('https://www.bing.com/search?q=x'),
      visit('https://gemini.google.com/app'),
      visit('https://www.google.co.uk/'),
      visit('https://claude.ai/chat/1'),
      visit('https://mail.google.com/'),
      visit('android-app://com.google.android.googlequicksearchbox/'),
      // Neither a page that was not there nor a host that only looks alike is a visit.
      line('/a', { referrer: 'https://chatgpt.com/', status: 404 }),
      visit('https://notchatgpt.com/'),
      visit('https://google.evil.example/'),
      line('/a', { userAgent: 'GPTBot/1.0' }).repeat(3),
    ]
    expect(report({ log: log.join('') }).referrals).toEqual([
      { operator: 'Google', visits: 4, assistant: 1, search: 2, pages: 0 },
      { operator: 'OpenAI', visits: 2, assistant: 2, search: 0, pages: 3 },
      { operator: 'Microsoft', visits: 2, assistant: 1, search: 1, pages: 0 },
      { operator: 'Anthropic', visits: 1, assistant: 1, search: 0, pages: 0 },
      { operator: 'Perplexity', visits: 1, assistant: 1, search: 0, pages: 0 },
    ])
  })

  it('are unknown where the log has no referrers', () => {
    expect(
      report({ log: '{"uri":"/a","time":"2026-11-21T06:00:00Z","http_user_agent":"x"}\n' })
        .referrals,
    ).toBeNull()
  })
})

describe('--sitemap', () => {
  const log = [
    line('/news/a', { userAgent: 'GPTBot/1.0' }),
    line('/news/caf%C3%A9?x=1', { userAgent: 'GPTBot/1.0' }),
    line('/elsewhere', { userAgent: 'GPTBot/1.0' }),
    line('/shop/b'),
  ].join('')
  const urls = ['/news/a', '/news/café?x=1&amp;y', '/news/never', '/shop/b', '/shop/c'].map(
    (path) => `<url><loc> https://a.test${path} </loc></url>`,
  )
  const sitemap = `<?xml version="1.0"?><urlset>${urls.join('')}<url><loc>https://b.test/news/x</loc></url></urlset>`

  it.each([
    ['plain', sitemap],
    ['gzipped', gzipSync(sitemap)],
  ])('is what coverage is of, %s', (_, content) => {
    const { crawlers, trust } = report({ log, 'sitemap.xml': content }, '--sitemap', 'sitemap.xml')
    expect(crawlers[0]?.coverage).toEqual({
      pages: 2,
      of: 5,
      estimated: false,
      sections: [{ section: '/news/', pages: 2, of: 3 }],
    })
    expect(trust.pages).toBe('sitemap')
    expect(report({ log })).toMatchObject({
      crawlers: [{ coverage: { pages: 3, of: 4 } }],
      trust: { pages: 'log' },
    })
  })

  it.each([
    [
      'an index',
      '<sitemapindex><sitemap><loc>https://a.test/1.xml</loc></sitemap></sitemapindex>',
      'index of sitemaps',
    ],
    ['a file without pages', 'nothing', 'names no page'],
    [
      'one that expands to more than a sitemap may have',
      gzipSync(Buffer.alloc(60 << 20)),
      'cannot be decompressed',
    ],
  ])('refuses %s', (_, content, message) => {
    const ran = run({ log, 'sitemap.xml': content }, '--sitemap', 'sitemap.xml')
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining(message) })
  })
})

it('counts what a CDN says of bots, and never takes that for proof', () => {
  const logpush = (userAgent: string, BotScore: number, VerifiedBotCategory: string) =>
    `${JSON.stringify({
      ClientRequestURI: '/a',
      ClientRequestHost: 'a.test',
      ClientRequestUserAgent: userAgent,
      EdgeStartTimestamp: '2026-11-21T06:00:00Z',
      BotScore,
      VerifiedBotCategory,
    })}\n`
  const log = [
    logpush('GPTBot/1.0', 1, 'AI Crawler'),
    logpush('GPTBot/1.0', 29, ''),
    logpush('GPTBot/1.0', 30, ''),
    logpush('GPTBot/1.0', 0, ''),
    logpush(READER, 2, ''),
    logpush(READER, 99, ''),
  ]
  const { crawlers, requests } = report({ log: log.join('') })
  expect(crawlers).toMatchObject([
    { cdn: { scored: 3, automated: 2, verified: 1 }, proof: { verified: 0, unchecked: 4 } },
  ])
  expect(requests).toEqual({ total: 6, readers: 2, automated: 1, crawlers: 4 })
  const { crawlers: others, requests: all } = report({
    log: line('/a', { userAgent: 'GPTBot/1.0' }),
  })
  expect([others[0]?.cdn, all.automated]).toEqual([
    { scored: null, automated: null, verified: null },
    null,
  ])
})
