/**
 * The map by which servers tell crawlers from readers without a gate, as JavaScript reads it, beside the engine; each server reads
 * it in test/e2e/server-map.test.ts.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CRAWLER_MAPS, clientTest, flatRows } from '../../../src/author/servers/crawler-map.ts'
import { READER_HEADERS } from '../../../src/crawlers/reader-headers.ts'
import { Agents } from '../../../src/decide/agents.ts'
import { patternsOf } from '../../../src/program/compile/trie-builder.ts'
import type { SiteProgram } from '../../../src/program/program.ts'
import { knownCrawlers } from '../../../src/registry.ts'
import { CRAWLER_HEADERS, clientIn, OTHER_HEADERS } from '../../support/author/crawler-headers.ts'
import { browserHeaders } from '../../support/reader-headers.ts'
import { runs, someOf } from '../../support/runs.ts'
import { siteOf } from '../../support/site-of.ts'

const siteWith = (names: readonly string[]) =>
  siteOf(
    names
      .map((name) => `User-agent: ${name}\nACAP-crawler: ${name}\nACAP-disallow-crawl: /\n`)
      .join('\n'),
  )
const registry = knownCrawlers()
const clientsOf = (site: SiteProgram) => clientTest({ sites: [site], registry }, 'reader')
const NAMES = ['ClosedOne', 'Zeus', 'Spider', 'The Knowledge AI', 'foo.bar+x', '7', 'Yandex']
const site = siteWith(NAMES)
const clients = clientsOf(site)
const clientOf = (userAgent: string) => clientIn(clients, userAgent)
const agents = new Agents(site, registry)

const misread = (headers: readonly string[]) =>
  headers.filter((each) => clientOf(each) !== agents.find(each).kind)

describe('a server without its gate', () => {
  test.each([
    'ClosedOne/1.0',
    'Mozilla/5.0 (compatible;ClosedOne)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClosedOne/1.3) Chrome/130.0 Safari/537.36',
    'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Mobile Safari/537.36 (compatible; ClosedOne/2.1)',
    'The Knowledge AI',
    'foo.bar+x',
    'CCBot/2.0 (https://commoncrawl.org/faq/)',
    'curl/8.5.0',
    'Mozilla/5.0 (compatible; +http://tweetedtimes.com)',
    '(compatible; Yandex/2.1; +https://yandex.test)',
    'UnknownBot/1.0',
    'a spider',
    '',
  ])('[I3] takes `%s` for a crawler', (userAgent) => {
    expect(clientOf(userAgent)).toBe('crawler')
  })

  test.each([
    'ClosedOnes/1.0',
    'Mozilla/5.0 (Linux; Android 11; AUPO Zeus 10 Pro) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
    'MyReader/1.0 (+https://closedone.test/ClosedOne)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Odin/1.0 (Linux; Android 13) AppleWebKit/537.36',
    'Wayback%20Machine%20Extension/16 CFNetwork/978.2 Darwin/18.7.0 (x86_64)',
  ])('[I1, I5] takes `%s` for a reader', (userAgent) => {
    expect(clientOf(userAgent)).toBe('reader')
  })

  test('[I1, I3] reads every header of the corpora as the engine does', () => {
    const headers = [
      ...READER_HEADERS,
      ...someOf(CRAWLER_HEADERS, 300),
      ...someOf(OTHER_HEADERS, 300),
    ]
    expect(headers.length).toBeGreaterThan(700)
    expect(misread(headers)).toEqual([])
    fc.assert(
      fc.property(browserHeaders, (userAgent) => clientOf(userAgent) === 'reader'),
      { numRuns: runs(100, 20_000) },
    )
  })

  test('[I3, I5] reads known names as the engine does where browsers and apps have them', () => {
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
    expect(misread(someOf(headers, 500))).toEqual([])
  })

  test('[I5] takes a preview agent for a crawler where the policy names it', () => {
    const own = clientsOf(siteWith(['facebookexternalhit']))
    expect(
      ['facebookexternalhit/1.1', 'Twitterbot/1.0'].map((each) => clientIn(own, each)),
    ).toEqual(['crawler', 'reader'])
  })

  test('[I3] takes libraries and nameless clients for readers where a site says so, and where one of several does, as the caller says', () => {
    const site = siteOf('')
    const lenient = {
      ...site,
      config: {
        ...site.config,
        identify: { ...site.config.identify, libraries: 'reader', selfDeclared: 'reader' } as const,
      },
    }
    const headers = ['', 'curl/8.5.0', 'UnknownBot/1.0', 'GPTBot/1.3']
    const read = (sites: readonly SiteProgram[], disputed: 'crawler' | 'reader') => {
      const own = clientTest({ sites, registry }, disputed)
      return headers.map((each) => clientIn(own, each)).join(' ')
    }
    expect(read([lenient], 'crawler')).toBe('reader reader reader crawler')
    expect(read([lenient, site], 'reader')).toBe('reader reader reader crawler')
    expect(read([lenient, site], 'crawler')).toBe('crawler crawler crawler crawler')
    expect(read([site], 'reader')).toBe('crawler crawler crawler crawler')
  })

  test('has rows that each server’s file can hold', () => {
    for (const [expression] of flatRows(clients.headers))
      expect(expression).toMatch(/^(?:[^\\"`{}\s]|\\x[0-9a-f]{2}){2,4000}$/)
    for (const write of Object.values(CRAWLER_MAPS))
      for (const line of write(clients).split('\n')) expect(line.length).toBeLessThan(4090)
  })
})
