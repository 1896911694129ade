import { describe, expect, test } from 'vitest'
import { readSelectors } from '../../src/language/site/read-selectors.ts'
import { readSiteConfig } from '../../src/language/site/site.ts'
import { DEFAULT_ROUTE, DEFAULT_SITE } from '../../src/words/site-config.ts'

const FULL = `
hosts     = ["Localhost", "*"]
canonical = "http://localhost:8787/"
origin    = "https://origin.example-news.test"
mode      = "observe"
unknown   = "refuse"
exempt    = ["/health"]
decision-header = true
log-addresses = true

[identify]
libraries = "reader"
self-declared = "crawler"
failed    = "refuse"

[paths]
distinct        = ["params", "encoded-slash"]
folds           = ["case"]
take-down-query = "any"

[embed]
audience        = "crawlers"
conventional    = false
noarchive       = true
headers         = false
frame-ancestors = true
unread          = "serve"

[robots]
acap = "meta"

[signals]
content-signal  = "search=yes, ai-train=no"
tdm-reservation = 1

[refuse]
status  = 402
contact = "licensing@example-news.test"
terms   = "https://www.example-news.test/terms"
headers = { Crawler-Price = "USD 0.01" }

[categories.training]
crawl = false
index = ["/archive/", "/é/"]

[categories.seo]
crawl = false
price = "USD 0.05"

[crawlers.SearchBot1]
purposes   = ["news"]
interprets = { usages = ["crawl"], qualifiers = ["time-limit"] }
networks   = ["nordlys"]
signature-agents = ["https://Bot.test/"]
category   = "search"

[crawlers."archive bot"]
dialect = "rep"

[[route]]
match    = "/premium/"
fields   = ["disallow-preserve", "SearchBot1: allow-index time-limit=3-days"]
location = true
elements = [{ select = ".comments", class = "the-acap:disallow-index" }]
mode     = "off"
refuse   = { status = 401, headers = { www-authenticate = "License" } }
closed-until = 2026-12-01
open-until = "2027-01-01T18:00+01:00"
published = false
price = "USD 3.14"

[[route]]
match = "*.pdf$"
`

describe('site.toml', () => {
  test('every key reaches the configuration', () => {
    const { config, findings } = readSiteConfig(FULL)
    expect(findings).toEqual([])
    expect(config).toEqual({
      hosts: ['localhost', '*'],
      canonical: 'http://localhost:8787',
      origin: 'https://origin.example-news.test',
      mode: 'observe',
      unknown: 'refuse',
      exempt: ['/health'],
      decisionHeader: true,
      logAddresses: true,
      identify: { libraries: 'reader', selfDeclared: 'crawler', failed: 'refuse' },
      distinct: ['params', 'encoded-slash'],
      folds: ['case'],
      takeDownQuery: 'any',
      embed: {
        audience: 'crawlers',
        conventional: false,
        noarchive: true,
        headers: false,
        frameAncestors: true,
        unread: 'serve',
      },
      robots: { acap: 'meta' },
      signals: { 'content-signal': 'search=yes, ai-train=no', 'tdm-reservation': '1' },
      refuse: {
        status: 402,
        contact: 'licensing@example-news.test',
        terms: 'https://www.example-news.test/terms',
        headers: { 'crawler-price': 'USD 0.01' },
      },
      categories: {
        training: { crawl: ['/'], index: ['/archive/', '/%C3%A9/'] },
        seo: { crawl: ['/'] },
      },
      prices: { seo: 'USD 0.05' },
      crawlers: {
        searchbot1: {
          purposes: ['news'],
          interprets: { usages: ['crawl'], qualifiers: ['time-limit'], elements: true },
          dialect: 'acap',
          networks: ['nordlys'],
          signatureAgents: ['https://bot.test'],
          category: 'search',
        },
        'archive bot': {
          purposes: [],
          interprets: 'all',
          dialect: 'rep',
          networks: [],
          signatureAgents: [],
          category: null,
        },
      },
      routes: [
        {
          match: '/premium/',
          location: true,
          elements: [
            {
              select: '.comments',
              selectors: readSelectors('.comments')!,
              class: 'the-acap:disallow-index',
            },
          ],
          mode: 'off',
          refuse: { status: 401, headers: { 'www-authenticate': 'License' } },
          closedUntil: Date.UTC(2026, 11, 1),
          openUntil: Date.UTC(2027, 0, 1, 17),
          published: false,
          price: 'USD 3.14',
        },
        { match: '*.pdf$', ...DEFAULT_ROUTE },
      ],
    })
  })

  test('an empty file is the default configuration', () => {
    expect(readSiteConfig('')).toMatchObject({ config: DEFAULT_SITE, routes: [], findings: [] })
  })

  test('the lines of a route come with their places', () => {
    const { routes } = readSiteConfig(FULL)
    expect(routes[0]?.fields.map(({ text }) => text)).toEqual([
      'disallow-preserve',
      'SearchBot1: allow-index time-limit=3-days',
    ])
    const line = FULL.split('\n').findIndex((text) => text.startsWith('fields')) + 1
    const place = routes[0]?.fields[1]?.locate(12, 11)
    expect(place).toEqual({ source: 'site.toml', line, column: 47, length: 11 })
    expect(FULL.split('\n')[line - 1]?.slice(46, 57)).toBe('allow-index')
    expect(routes[1]?.header).toMatchObject({ column: 1, length: 9 })
    expect(routes[0]?.value('location')).toMatchObject({ line: line + 1 })
  })

  test('a line with escapes is placed as a whole', () => {
    const { routes } = readSiteConfig('[[route]]\nmatch = "/"\nfields = ["allow-\\u0069ndex"]')
    expect(routes[0]?.fields[0]?.locate(6, 5)).toEqual({
      source: 'site.toml',
      line: 3,
      column: 11,
      length: 18,
    })
  })
})

test.each([
  'a',
  'A.test',
  'a_b.test',
  'a.test:8443',
  '127.0.0.1:8787',
  '[::1]',
  '[::1]:80',
  'xn--bcher-kva.test',
  'node1',
  '1a.b2',
])('a host may be %s', (host) => {
  expect(readSiteConfig(`hosts = ["${host}"]`)).toMatchObject({
    findings: [],
    config: { hosts: [host.toLowerCase()] },
  })
})

describe('[E3] a canonical host that is none of the site', () => {
  const codes = (toml: string) =>
    readSiteConfig(toml).findings.map(({ code, line }) => `${code}:${line}`)
  const route = '[[route]]\nmatch = "/"\nlocation = true\n'

  test.each([
    ['hosts = ["a.test"]\ncanonical = "https://www.a.test"\n', ['ACAP125:2']],
    ['hosts = ["a.test", "www.a.test"]\ncanonical = "https://www.a.test"\n', []],
    ['hosts = ["A.test"]\ncanonical = "https://a.TEST:8443/"\n', []],
    ['hosts = ["a.test:8443"]\ncanonical = "https://a.test:8443"\n', []],
    ['hosts = ["a.test:8443"]\ncanonical = "https://a.test"\n', ['ACAP125:2']],
    ['hosts = ["a.test", "*"]\ncanonical = "https://b.test"\n', []],
    ['canonical = "https://b.test"\n', []],
    ['hosts = ["a.test", 7]\ncanonical = "https://b.test"\n', ['ACAP093:1']],
  ])('is reported where a route compares with it: %j', (site, found) => {
    expect(codes(site + route)).toEqual(found)
    expect(codes(site)).toEqual(found.filter((each) => !each.startsWith('ACAP125')))
  })
})
