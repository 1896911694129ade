import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { robots as small } from '../src/robots.ts'
import {
  type FullFacts,
  type FullFetchQuestion,
  type FullRobots,
  robots,
  robotsOf,
} from '../src/robots-full.ts'
import { runs } from './support/runs.ts'

const ROBOTS = 'User-agent: *\nDisallow: /private/\nAllow: /private/ok/\n'
const may = (url: string | URL, text = ROBOTS) =>
  robots(text).mayFetch({ userAgent: 'AnyBot/1.0', url })

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
  'abba',
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

test('[C1] a crawler without a hyphen in its name gets the answers of the whole engine, first and later', () => {
  fc.assert(
    fc.property(
      fc.array(group, { maxLength: 5 }),
      fc.constantFrom(...HEADERS),
      (groups, userAgent) => {
        const text = groups.join('\n')
        const [whole, file] = [robots(text), small(text)]
        for (const url of PAGES) {
          const expected = whole.mayFetch({ userAgent, url })
          expect(file.mayFetch({ userAgent, url })).toBe(expected)
          expect(small(text).mayFetch({ userAgent, url })).toBe(expected)
          expect(whole.mayFetch({ userAgent, url, dialect: 'rep' })).toBe(expected)
        }
        expect(file.crawlDelay(userAgent, 0)).toBe(whole.crawlDelay(userAgent, 0))
      },
    ),
    { numRuns: runs(300, 20_000) },
  )
})

const PIECES = ['/', 'a', 'b', 'shop', '*', '?id=', '.html', '%7E', '~']
const path = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 })
const rule = fc
  .tuple(fc.constantFrom('Allow', 'Disallow'), path, fc.constantFrom('', '$'))
  .map(([name, parts, end]) => `${name}: /x${parts.join('')}${end}`)

test('[C1] many rules decide as the whole engine says', () => {
  fc.assert(
    fc.property(
      fc.array(rule, { minLength: 45, maxLength: 60 }),
      fc.array(path, { minLength: 1, maxLength: 6 }),
      (rules, paths) => {
        const text = ['User-agent: *', ...rules].join('\n')
        const [whole, file] = [robots(text), small(text)]
        for (const url of ['/', ...paths.map((parts) => `/x${parts.join('')}`)]) {
          const asked = { userAgent: 'a', url }
          expect(file.mayFetch(asked)).toBe(whole.mayFetch(asked))
        }
      },
    ),
    { numRuns: runs(150, 20_000) },
  )
})

describe('`dialect`', () => {
  const text = 'User-agent: FooBot\nDisallow: /x\n\nACAP-crawler: *\nACAP-disallow-crawl: /y\n'
  const ask = (userAgent: string, url: string, dialect?: 'acap' | 'rep') => {
    const question: FullFetchQuestion =
      dialect === undefined ? { userAgent, url } : { userAgent, url, dialect }
    return robots(text).mayFetch(question)
  }

  it('`rep` leaves ACAP out, and has a hyphen in names', () => {
    expect([ask('FooBot', '/y'), ask('FooBot', '/y', 'rep')]).toEqual([false, true])
    expect([ask('FooBot-Mini', '/x'), ask('FooBot-Mini', '/x', 'rep')]).toEqual([false, true])
  })

  it('must be one of the two', () => {
    expect(() => ask('a', '/', 'x' as 'rep')).toThrow("`dialect` must be 'acap' or 'rep'")
  })
})

describe('what could not be read', () => {
  const closed: readonly (readonly [string, FullRobots])[] = [
    ['no text', robots(Buffer.from('User-agent: *\n', 'utf16le'))],
    ['a 503', robotsOf(503)],
    ['no answer', robotsOf(null)],
  ]
  it.each(closed)('%s prohibits without a line', (_, file) => {
    const decision = file.decide({ userAgent: 'a', target: '/x', usage: 'index' })
    expect(decision).toMatchObject({ outcome: 'prohibited', fields: [], names: [] })
    expect(decision.reason).toBe(
      'This crawler may not list this page in a search: its robots.txt could not be read',
    )
    expect(file.mayFetch({ userAgent: 'a', url: '/x' })).toBe(false)
    expect(file.decide({ userAgent: 'a', target: '/robots.txt' }).outcome).toBe('permitted')
  })

  it('says whether its octets are no text', () => {
    expect(closed.map(([, { unreadable }]) => unreadable)).toEqual([true, false, false])
  })
})

it('`base` makes pages of another origin nothing that the file speaks of', () => {
  const file = robots(ROBOTS, { base: 'https://a.example' })
  const ask = (url: string) => file.mayFetch({ userAgent: 'a', url })
  expect([ask('https://a.example/private/'), ask('https://b.example/')]).toEqual([false, undefined])
})

test('[D-base] it decides nothing about pages of another origin than `base`', () => {
  const file = robots(ROBOTS, { base: 'https://a.example' })
  const none = '`https://b.example/` is no page of `https://a.example`, the `base`'
  const elsewhere = { userAgent: 'a', target: 'https://b.example/' }
  expect(() => file.decide(elsewhere)).toThrow(new TypeError(`decide: ${none}`))
  expect(() => file.preferences(elsewhere)).toThrow(new TypeError(`preferences: ${none}`))
  for (const target of ['/private/', 'https://A.example:443/private/'])
    expect(file.decide({ userAgent: 'a', target }).outcome).toBe('prohibited')
})

describe('[D-signals] the reason of a permission', () => {
  const file = robots('User-agent: *\nContent-Signal: search=no, ai-train=no\nDisallow:\n')
  const signal = '`Content-Signal: search=no, ai-train=no`, line 2 of robots.txt, says no'
  const reason = (facts: Partial<FullFacts>) =>
    file.decide({ userAgent: 'a', target: '/', ...facts }).reason.replace(/^[^:]*: /, '')

  it('names what says no to the use', () => {
    expect(reason({ usage: 'index' })).toBe(`no rule prohibits it, but ${signal}`)
    expect(reason({ usage: 'other' })).toBe(`no rule prohibits it, but ${signal}`)
    const headers = { 'X-Robots-Tag': 'nosnippet' }
    expect(reason({ usage: 'present-snippet', headers })).toBe(
      'no rule prohibits it, but `X-Robots-Tag: nosnippet` says no',
    )
  })

  it('says that no rule prohibits it where nothing says no', () => {
    for (const usage of ['crawl', 'preserve', 'present-snippet', 'follow'] as const)
      expect(reason({ usage })).toBe('no rule prohibits it')
  })

  it('[C3] does not cite records that the question leaves out', () => {
    const both = robots('User-agent: *\nAllow: /\n\nACAP-crawler: *\nACAP-disallow-index: /\n')
    const facts = { userAgent: 'a', target: '/', usage: 'index', dialect: 'rep' } as const
    expect(both.decide(facts).reason).not.toContain('says no')
  })
})

test('every origin may be asked without `base`, and the resource has its own address', () => {
  expect(may('https://b.example/private/')).toBe(false)
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
