import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type FetchQuestion, type Robots, robots } from '../src/robots.ts'
import { runs } from './support/runs.ts'

const ROBOTS = 'User-agent: *\nDisallow: /private/\nAllow: /private/ok/\n'
const may = (url: string | URL, text = ROBOTS) =>
  robots(text).mayFetch({ userAgent: 'AnyBot/1.0', url })

describe('a URL is resolved as `fetch` resolves it', () => {
  it.each([
    'https://a.example/private/ok/../x',
    'https://a.example/private/ok/%2e%2e/x',
    'https://a.example\\private\\x',
    'https:/\\a.example/private/x',
    '//a.example/private/x',
    '/private/ok/../x',
    '/\\a.example/private/x',
    'https://user@a.example/private/x#top',
  ])('%s', (url) => {
    expect(may(url)).toBe(false)
    expect(may(new URL(url, 'https://b.example'))).toBe(false)
  })

  it('takes no host from elsewhere', () => {
    expect(may('https:a.example/private/x')).toBe(false)
  })

  it.each([
    'https://a.example/private/ok/x',
    '/x?/private/',
    '/private/../x',
    '//private/x',
    'https://a.example',
  ])('%s, which may be fetched', (url) => {
    expect(may(url)).toBe(true)
  })

  it('keeps the query, an empty one too', () => {
    const text = 'User-agent: *\nDisallow: /*?\n'
    expect([may('/a?', text), may('/a?b#c', text), may('/a#?', text)]).toEqual([false, false, true])
  })

  it('always permits /robots.txt', () => {
    expect(may('https://a.example/x/../robots.txt?y', 'User-agent: *\nDisallow: /\n')).toBe(true)
  })

  it.each([
    'https://a.example:99999/x',
    'https://',
    'ftp://a.example/',
    'private/a',
    '',
    '*',
    'localhost:80/x',
    '//',
  ])('throws for `%s`', (url) => {
    expect(() => may(url)).toThrow(/^mayFetch: `.*` is neither an http or https URL nor a path/)
  })
})

test('a missing argument is named', () => {
  expect(() => (robots as unknown as () => void)()).toThrow(
    new TypeError('robots: the robots.txt must be a string or a Uint8Array'),
  )
  const asked: Robots = robots(ROBOTS)
  const ask = (...args: unknown[]) => asked.mayFetch(...(args as [FetchQuestion]))
  expect(() => ask()).toThrow(/`mayFetch\(\{ userAgent, url \}\)`$/)
  expect(() => ask({ userAgent: 'a' })).toThrow(
    new TypeError('mayFetch: `url` must be a string or a URL'),
  )
  expect(() => asked.decide({ userAgent: 'a' } as never)).toThrow('`target` must be a path')
})

describe('a file that is asked several times', () => {
  const asked = robots(`Sitemap: https://a.example/map.xml # all
User-agent: *
Disallow: /private/
Crawl-delay: 5

User-agent: SlowBot
Request-rate: 1/2m 0600-0845
Disallow:

ACAP-crawler: *
ACAP-disallow-index: /news/
Sitemap:
`)
  const at = (time: string) => Date.parse(`2026-11-23T${time}Z`)

  it('gives its sitemaps', () => expect(asked.sitemaps).toEqual(['https://a.example/map.xml']))

  it('gives the seconds between two documents, for a name and at a time', () => {
    const delays = [asked.crawlDelay('AnyBot'), asked.crawlDelay('SlowBot', at('07:00:00'))]
    expect([...delays, asked.crawlDelay('SlowBot', at('12:00:00'))]).toEqual([5, 120, null])
  })

  it('decides on any usage, and says whether `*` or a name decided', () => {
    const names = (userAgent: string, target: string, usage: 'crawl' | 'index') =>
      asked.decide({ userAgent, target, usage }).names
    expect(names('AnyBot', '/private/', 'crawl')).toEqual(['*'])
    expect(names('SlowBot', '/news/', 'index')).toEqual(['*'])
    expect(names('AnyBot', '/', 'crawl')).toEqual([])
  })
})

const NAMES = [
  '*',
  'ab',
  'aba',
  'ab-ba',
  'yandex',
  'YandexImages',
  'bot',
  'x',
  'ab cd',
  'Mozilla',
  'ab/1.0',
]
const HEADERS = [
  ...NAMES,
  '',
  'aba/2 (+https://ab.example)',
  'Mozilla/5.0 (compatible; YandexImages/3.0; ab)',
  'ab cd/1',
  'AB/3',
]
const FIELDS = [
  ...[
    'Disallow: /',
    'Allow: /',
    'Disallow: /a',
    'Allow: /a/b',
    'Crawl-delay: 9',
    'Robot-version: 2.0',
  ],
  ...[
    'Disallow: /%61/b',
    'Allow: /*b',
    'Disallow: /a$',
    'Allow: /a?b',
    'Disallow: /[ac]',
    'Disallow: a',
    'Disallow:',
  ],
]
const PAGES = ['/', '/a', '/a/b', '/%61/b', '/a?b', '/c', '/%2a']
const group = fc
  .record({
    names: fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }),
    fields: fc.array(fc.constantFrom(...FIELDS), { maxLength: 4 }),
  })
  .map(({ names, fields }) =>
    [...names.map((name) => `User-agent: ${name}`), ...fields, ''].join('\n'),
  )

test('[C1] the first question, and the first crawler that asks, get the answers that all others get', () => {
  fc.assert(
    fc.property(
      fc.array(group, { maxLength: 5 }),
      fc.constantFrom(...HEADERS),
      (groups, userAgent) => {
        const [first, whole] = [robots(groups.join('\n')), robots(groups.join('\n'))]
        whole.decide({ userAgent, target: '/' })
        const answers = (of: Robots) => [
          ...PAGES.map((url) => of.mayFetch({ userAgent, url })),
          of.crawlDelay(userAgent, 0),
        ]
        expect(answers(first)).toEqual(answers(whole))
        const firstAnswers = PAGES.map((url) =>
          robots(groups.join('\n')).mayFetch({ userAgent, url }),
        )
        expect(firstAnswers).toEqual(answers(whole).slice(0, -1))
      },
    ),
    { numRuns: runs(300, 20_000) },
  )
})

test('[I1] a family names its members, however these are written', () => {
  const asked = robots('User-agent: Yandex\nDisallow: /\n')
  expect(asked.mayFetch({ userAgent: 'YaDirectFetcher/1.0', url: '/' })).toBe(false)
})

test('[R1] what is no text permits nothing, also a page that none of its rules matches', () => {
  expect(may('/x', `User-agent: *\nDisallow: /private/\n${'\0'.repeat(9)}`)).toBe(false)
})

test('a wrong time is named, whichever rules there are', () => {
  expect(() => robots('').mayFetch({ userAgent: 'a', url: '/x', now: Number.NaN })).toThrow(
    '`now` must be milliseconds',
  )
  expect(() => robots('').crawlDelay('a', Number.NaN)).toThrow('`now` must be milliseconds')
})

test('groups of others count, too, where they make more rules than a build takes', () => {
  const names = Array.from({ length: 110 }, (_, i) => `User-agent: bot${i}\n`)
  const rules = Array.from({ length: 100 }, (_, i) => `Disallow: /${i}\n`).join('')
  const text = names.map((_, i) => names.slice(i).join('') + rules).join('')
  expect(may('/x', text)).toBe(false)
})

describe('a resource set in many fields', () => {
  const setIn = (count: number) => {
    const set = Array.from({ length: count }, (_, i) => `/s${i}`).join(' ')
    return `ACAP-resource-set: s ${set}\nACAP-crawler: *\n${'ACAP-disallow-index: the-acap:resource-set:s\n'.repeat(count)}`
  }

  it('is read where a build would take it', () => {
    expect([may('/x', setIn(50)), may('/private/', setIn(50))]).toEqual([true, true])
  })

  it('permits nothing where it makes more rules than a build takes', () => {
    expect(may('/x', setIn(20_000))).toBe(false)
  })
})
