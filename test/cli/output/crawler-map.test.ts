/**
 * The rows by which servers tell crawlers from readers without a gate, as JavaScript reads them; each server reads them in
 * test/e2e/server-map.test.ts.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crawlerMap, MAP_FORMS } from '../../../src/author/servers/crawler-map.ts'
import { READER_HEADERS } from '../../../src/crawlers/reader-headers.ts'
import { Agents } from '../../../src/decide/agents.ts'
import { patternsOf } from '../../../src/program/compile/trie-builder.ts'
import type { SiteProgram } from '../../../src/program/program.ts'
import { knownCrawlers } from '../../../src/registry.ts'
import { CRAWLER_HEADERS, clientIn, OTHER_HEADERS } from '../../support/crawler-headers.ts'
import { browserHeaders } from '../../support/reader-headers.ts'
import { runs } from '../../support/runs.ts'
import { siteOf } from '../../support/site-of.ts'

const siteWith = (names: readonly string[]) =>
  siteOf(
    names
      .map((name) => `User-agent: ${name}\nACAP-crawler: ${name}\nACAP-disallow-crawl: /\n`)
      .join('\n'),
  )
const registry = knownCrawlers()
const rowsFor = (site: SiteProgram) => crawlerMap({ sites: [site], registry })
const site = siteWith([
  'ClosedOne',
  'Zeus',
  'Spider',
  'The Knowledge AI',
  'foo.bar+x',
  '7',
  'Yandex',
])
const rows = rowsFor(site)
const clientOf = (userAgent: string) => clientIn(rows, userAgent)

describe('a server without its gate', () => {
  test.each([
    'ClosedOne/1.0',
    'closedone',
    'Mozilla/5.0 (compatible; ClosedOne/1.0; +https://closed.test/)',
    'Mozilla/5.0 (compatible;ClosedOne)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClosedOne/1.3) Chrome/130.0 Safari/537.36',
    'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Mobile Safari/537.36 (compatible; ClosedOne/2.1)',
    'Mozilla/5.0 (X11; Linux x86_64; ClosedOne/1.0) AppleWebKit/537.36',
    'Zeus 46138 Webster Pro V2.9 Win32',
    'The Knowledge AI',
    'foo.bar+x',
    '7',
    'GPTBot/1.3',
    'CCBot/2.0 (https://commoncrawl.org/faq/)',
    'ia_archiver',
    'Scrapy/2.11 (+https://scrapy.org)',
    'curl/8.5.0',
    'coccoc/1.0',
    'Mozilla/5.0 (compatible; +http://tweetedtimes.com)',
    'UnknownBot/1.0',
    'Some-Crawler',
    'a spider',
    '',
  ])('[I3] takes `%s` for a crawler', (userAgent) => {
    expect(clientOf(userAgent)).toBe('crawler')
  })

  test.each([
    'ClosedOnes/1.0',
    'NotClosedOne/1.0',
    'Mozilla/5.0 (Linux; Android 11; AUPO Zeus 10 Pro) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 7.0; C bot tab 70) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
    'MyReader/1.0 (+https://closedone.test/ClosedOne)',
    'MyReader/1.0 (ClosedOne@mail.test)',
    'MyReader/1.0 (+https://example.test/bot)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'UptimeRobot/2.0',
    'Feedbin feed-id:1 - 1 subscribers',
    'Odin/1.0 (Linux; Android 13) AppleWebKit/537.36',
    'Wayback%20Machine%20Extension/16 CFNetwork/978.2 Darwin/18.7.0 (x86_64)',
  ])('[I1, I5] takes `%s` for a reader', (userAgent) => {
    expect(clientOf(userAgent)).toBe('reader')
  })

  test('takes no reader for a crawler', () => {
    expect(OTHER_HEADERS.length).toBeGreaterThan(1000)
    expect(OTHER_HEADERS.filter((userAgent) => clientOf(userAgent) === 'crawler')).toEqual([])
    expect(READER_HEADERS.filter((userAgent) => clientOf(userAgent) === 'crawler')).toEqual([])
    fc.assert(
      fc.property(browserHeaders, (userAgent) => clientOf(userAgent) === 'reader'),
      { numRuns: runs(2000, 100_000) },
    )
  })

  test('[I3, I5] takes no header for a crawler’s that the gate takes for a reader’s because of a known name', () => {
    const agents = new Agents(site, registry)
    const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)'
    const forms = [
      (name: string) =>
        `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${engine} ${name} Chrome/142.0 Safari/537.36`,
      (name: string) =>
        `Mozilla/5.0 (Windows NT 10.0; ${name}) ${engine} Chrome/142.0 Safari/537.36`,
      (name: string) =>
        `Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0 (${name})`,
      (name: string) => `News/1.0 (Linux; Android 13; ${name}) ${name}`,
      (name: string) => name,
    ]
    const names = new Set(
      patternsOf(registry.trie, 1).map(({ pattern }) => pattern.replace(/^[^ -~]/, '')),
    )
    const headers = [...names].flatMap((name) => forms.map((form) => form(name)))
    expect(headers.length).toBeGreaterThan(5000)
    const refused = headers.filter(
      (each) => clientOf(each) === 'crawler' && agents.find(each).kind === 'reader',
    )
    expect(refused).toEqual([])
  })

  test('takes at least 98 % of the headers that known crawlers send for a crawler’s', () => {
    const missed = CRAWLER_HEADERS.filter((userAgent) => clientOf(userAgent) !== 'crawler')
    console.log(
      `the map misses ${missed.length} of ${CRAWLER_HEADERS.length} headers of known crawlers`,
    )
    expect(missed.length / CRAWLER_HEADERS.length).toBeLessThan(0.02)
  })

  test('[I5] takes a preview agent for a crawler where the policy names it', () => {
    const own = rowsFor(siteWith(['facebookexternalhit']))
    expect(
      ['facebookexternalhit/1.1', 'Twitterbot/1.0'].map((each) => clientIn(own, each)),
    ).toEqual(['crawler', 'reader'])
  })

  test('[I3] takes libraries and nameless clients for readers where a site says so', () => {
    const site = siteOf('')
    const lenient = {
      ...site.config,
      identify: { ...site.config.identify, libraries: 'reader' } as const,
    }
    const own = rowsFor({ ...site, config: lenient })
    expect(['', 'curl/8.5.0', 'GPTBot/1.3'].map((each) => clientIn(own, each))).toEqual([
      'reader',
      'reader',
      'crawler',
    ])
  })

  test('has rows that each server’s file can hold', () => {
    for (const { expression } of rows) expect(expression).toMatch(/^[^\\"`{}\s]{2,3500}$/)
    const files = Object.values(MAP_FORMS).map((form) => rows.map(form))
    for (const lines of files) for (const line of lines) expect(line).toMatch(/^[^\n]{1,4000}\n$/)
  })
})
