import { describe, expect, it } from 'vitest'
import { placeNotes } from '../../src/decide/read-place.ts'
import { answerCell } from '../../src/explorer/shown-crawlers.ts'
import { firstQuestion, readQuestion, suggestions } from '../../src/explorer/what-if.ts'
import { DEFAULT_SITE, type SiteConfig } from '../../src/words/site-config.ts'
import { ask, meaningOf, NOW } from './asked.ts'

const read = (url: string, at = '', config = DEFAULT_SITE) =>
  readQuestion({ url, userAgent: '', at }, config, NOW)

describe('the URL', () => {
  it.each([
    ['/a?b=c#d', '/a?b=c', 'https://www.example.com/a?b=c'],
    ['a/b', '/a/b', 'https://www.example.com/a/b'],
    ['', '/', 'https://www.example.com/'],
    ['HTTPS://news.test:8443/a?b', '/a?b', 'https://news.test:8443/a?b'],
    ['https://news.test', '/', 'https://news.test/'],
    ['https://news.test?b', '/?b', 'https://news.test/?b'],
    ['/x/%2e%2e/a\\b', '/a/b', 'https://www.example.com/a/b'],
    ['https://news.test\\a', '/a', 'https://news.test/a'],
  ])('%s asks for %s', (url, target, uri) =>
    expect(read(url)).toMatchObject({ target, uri, now: NOW }),
  )

  it('is on the site’s own host, where it has one', () => {
    expect(read('/a', '', { ...DEFAULT_SITE, hosts: ['*', 'news.test'] }).uri).toBe(
      'https://news.test/a',
    )
    expect(read('/a', '', { ...DEFAULT_SITE, canonical: 'http://localhost:8787/' }).uri).toBe(
      'http://localhost:8787/a',
    )
  })
})

describe('of the URL', () => {
  const config = {
    ...DEFAULT_SITE,
    hosts: ['news.test', 'mirror.test:8443'],
    canonical: 'http://own.test:8787',
  }
  const notes = (url: string, site: SiteConfig = config) =>
    placeNotes(url, read(url, '', site), site)

  it.each([
    ['/a b', '`/a b` is asked for as `/a%20b`'],
    ['/x/../a', '`/x/../a` is asked for as `/a`'],
    ['news.test/a', '`news.test/a` is asked for as `/news.test/a`'],
    [
      'https://other.test/',
      '`other.test` is not a host of this site (news.test, mirror.test:8443): the edge would',
    ],
    [
      'https://me@news.test/',
      '`me@news.test` is more than a host and its port: the edge answers 400',
    ],
    ['https://mirror.test/', '`mirror.test` is not a host of this site'],
  ])('%s is said to be odd', (url, note) =>
    expect(notes(url)).toEqual([expect.stringContaining(note)]),
  )

  it.each([
    '',
    '/a?b=c',
    ' /a',
    'http://news.test:99/',
    'https://mirror.test:8443/',
    'http://own.test:8787/a',
  ])('%j nothing is said', (url) => expect(notes(url)).toEqual([]))

  it('an `@` before the host is reported although a URL parser drops it', () => {
    expect(notes('HTTPS://@other.test/')).toEqual([
      '`HTTPS://@other.test/` is asked for as `https://other.test/`',
      '`@other.test` is more than a host and its port: the edge answers 400',
    ])
    expect(notes('HTTPS://news.test/@')).toHaveLength(1)
  })

  it('nothing is said where a site answers for any host, or is a bare text', () => {
    expect(notes('https://other.test/', { ...config, hosts: ['*'] })).toEqual([])
    expect(notes('https://other.test/', DEFAULT_SITE)).toEqual([])
  })
})

describe('the clock', () => {
  it('is read as UTC, and is now where it says nothing', () => {
    expect(read('/', '2026-01-02T03:04').now).toBe(Date.parse('2026-01-02T03:04:00Z'))
    expect(read('/', 'soon').now).toBe(NOW)
  })
})

const CASES = `[[case]]
as = "Nobody/1.0"
url = "/a"
expect = "permitted"
[[case]]
as = "SearchBot/1.0"
url = "/b"
expect = "permitted"
`
const ROBOTS = 'User-agent: SearchBot\nDisallow: /x\n'

it('[I4] of a signed request is answered by the rules for who has proven the name', () => {
  const { meaning, answer, question } = ask({ 'robots.txt': '' }, '/a', { as: 'GPTBot' })
  const signed = answerCell(meaning, answer.crawler, 'crawl', { ...question, isSigned: true })
  expect([answer, signed].map(({ ruling }) => ruling.crawler.assurance)).toEqual([
    'claimed',
    'signed',
  ])
})

describe('a site opens', () => {
  it('on what its cases ask, by the first agent that is a crawler', () => {
    const meaning = meaningOf({
      'robots.txt': ROBOTS,
      'site.toml': 'hosts = ["a.test"]',
      'cases.toml': CASES,
    })
    expect(firstQuestion(meaning)).toEqual({ url: '/a', userAgent: 'SearchBot/1.0', at: '' })
    expect(suggestions(meaning)).toEqual({
      urls: ['/a', '/b', '/'],
      agents: ['Nobody/1.0', 'SearchBot/1.0'],
    })
  })

  it('on its root and its first name where there are no cases', () => {
    expect(firstQuestion(meaningOf({ 'robots.txt': ROBOTS }))).toEqual({
      url: '/',
      userAgent: 'searchbot/1.0',
      at: '',
    })
    expect(firstQuestion(meaningOf({ 'robots.txt': '' })).url).toBe('/')
  })
})
