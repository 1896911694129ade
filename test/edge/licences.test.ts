import { describe, expect, test } from 'vitest'
import { CRAWLER, edge } from '../support/edge/edge.ts'

const ROBOTS = `User-agent: PlainBot
Disallow: /

ACAP-version: 1.1
ACAP-crawler: *
ACAP-disallow-crawl: /
ACAP-allow-other: / usage-ref=https://news.test/all
ACAP-request-take-down: /gone

ACAP-crawler: SearchBot1
ACAP-disallow-crawl: /
ACAP-allow-other: / usage-ref=https://news.test/search
ACAP-allow-other: /images/ usage-ref=https://news.test/images

ACAP-crawler: PurposeBot
ACAP-disallow-crawl: /
ACAP-usage-purpose: training
ACAP-allow-other: / usage-ref=https://news.test/training

ACAP-crawler: StrangerBot
ACAP-disallow-crawl: /
ACAP-disallow-other: /
`
const TOML = `hosts = ["news.test"]
[crawlers.PurposeBot]
purposes = ["training"]
[crawlers.PlainBot]
dialect = "rep"
[[route]]
match = "/routed/"
fields = ["SearchBot1: allow-other usage-ref=https://news.test/routed"]
`
const FILES = { 'robots.txt': ROBOTS, 'site.toml': TOML }

describe('a refusal names the terms under which this crawler may do more', () => {
  test.each([
    ['OtherBot/1', '/a', ['https://news.test/all']],
    [CRAWLER, '/a', ['https://news.test/search']],
    [CRAWLER, '/images/a', ['https://news.test/images']],
    [CRAWLER, '/routed/a', ['https://news.test/routed']],
    ['PurposeBot', '/a', ['https://news.test/training']],
    ['SearchBot1 PurposeBot', '/a', ['https://news.test/training', 'https://news.test/search']],
    ['StrangerBot', '/a', []],
    ['SearchBot1 StrangerBot', '/a', []],
    [CRAWLER, '/gone', []],
    ['PlainBot', '/a', []],
  ])('(%s at %s: %j)', async (userAgent, path, references) => {
    const { ask } = await edge({ files: FILES, known: { OtherBot: 'search' } })
    const response = await ask(path, userAgent, { headers: { accept: 'application/problem+json' } })
    expect([403, 410]).toContain(response.status)
    const links = response.headers.get('link')!.matchAll(/<([^>]*)>; rel="license"/g)
    expect([...links].map(([, uri]) => uri)).toEqual(references)
    expect(await response.json()).toMatchObject({ references })
  })

  test('and by the page itself', async () => {
    const html =
      '<html><head><META name="robots" content="ACAP disallow-crawl"><META name="robots" content="ACAP version 1.1">' +
      '<META name="robots" content="ACAP allow-other usage-ref=https://news.test/page"></head></html>'
    const { ask } = await edge({
      files: { 'robots.txt': 'User-agent: *\nDisallow: /x\n' },
      origin: () => new Response(html, { headers: { 'content-type': 'text/html' } }),
    })
    const response = await ask('/a')
    expect([response.status, response.headers.get('link')]).toEqual([
      403,
      expect.stringContaining('<https://news.test/page>; rel="license"'),
    ])
  })
})
