import { describe, expect, test } from 'vitest'
import { generateRobots } from '../../src/author/served/generate-robots.ts'
import { decide } from '../../src/decide/decide.ts'
import { compile } from '../../src/program/compile/compile.ts'
import { readMeta } from '../../src/words/meta-issues.ts'
import { route } from '../support/author/crawl-routes.ts'
import { readingOf, text } from '../support/author/served-robots.ts'
import { siteOf } from '../support/site-of.ts'

const POLICY = `User-agent: *
Disallow: /private/
Visit-time: 0100-0500

ACAP-crawler: SearchBot
ACAP-disallow-index: /drafts/
ACAP-allow-index: /odd/ nonsense=1
ACAP-request-take-down: /gone.html
`

const NOON = Date.parse('2026-01-15T12:00:00Z')
const NIGHT = Date.parse('2026-01-15T02:00:00Z')

test.each([
  [
    { userAgent: 'SearchBot', target: '/drafts/a', usage: 'index', now: NIGHT },
    'SearchBot may not list this page in a search: `ACAP-disallow-index: /drafts/`, line 6 of policy',
  ],
  [
    { userAgent: 'other', target: '/private/a', now: NIGHT },
    'This crawler may not fetch this page: `Disallow: /private/`, line 2 of policy',
  ],
  [
    { userAgent: 'other', target: '/a', now: NOON },
    'This crawler may come back at 01:00 UTC, in 13 hours: `Visit-time: 0100-0500`, line 3 of policy',
  ],
  [
    { userAgent: 'SearchBot', target: '/odd/a', usage: 'index', now: NIGHT },
    'SearchBot may not list this page in a search: a field that cannot be interpreted in full prohibits it: `ACAP-allow-index: /odd/ nonsense=1`, line 7 of policy',
  ],
  [
    { userAgent: 'SearchBot', target: '/gone.html', now: NIGHT },
    'SearchBot may not fetch this page: its publisher has withdrawn it: `ACAP-request-take-down: /gone.html`, line 8 of policy',
  ],
  [
    { userAgent: 'other', target: '/a', usage: 'preserve', now: NIGHT },
    'This crawler may keep copies of this page: no rule prohibits it',
  ],
] as const)('%o', (facts, reason) => {
  expect(decide(siteOf(POLICY), facts).reason).toBe(reason)
})

const HERE = 'https://www.example.com/a'
const ELSEWHERE = 'https://mirror.example.com/a'
const ANYWHERE = siteOf('')

/** Why a crawler may not index /a where its page has these tags. */
function reasonByTags(uri: string, ...contents: readonly string[]): string {
  const { fields } = readMeta(contents.map((content) => ({ name: 'robots', content })))
  const facts = {
    userAgent: 'bot',
    target: '/a',
    usage: 'index',
    uri,
    meta: fields,
    now: NOON,
  } as const
  return decide(ANYWHERE, facts).reason
}

/** The same, where its route has this field. */
function reasonByRoute(uri: string, field: string): string {
  const generated = generateRobots(readingOf('', route('/', field)))
  const site = compile(generated.policy, generated)
  const facts = {
    userAgent: 'bot',
    target: '/a',
    usage: 'index',
    purposes: ['news'],
    uri,
    now: NOON,
  } as const
  return decide(site, facts).reason
}

describe('[E3] a permission that holds elsewhere', () => {
  const NOT_HERE =
    'may not list this copy in a search: it is not where its publisher says it belongs'

  test.each([
    'ACAP allow-index location=https://www.example.com/a',
    'acap  allow-index time-limit=3-days LOCATION = https://www.example.com/a',
  ])('in the page: %s', (content) => {
    expect(reasonByTags(ELSEWHERE, content)).toBe(`This crawler ${NOT_HERE}: \`${content}\` (meta)`)
  })

  test.each([
    'allow-index location=https://www.example.com/a',
    'bot: news allow-index location=https://www.example.com/a',
    'news allow-index location=https://www.example.com/a',
  ])('in a route: %s', (field) => {
    expect(reasonByRoute(ELSEWHERE, field)).toMatch(`${NOT_HERE}: \`${field}\` (route)`)
  })

  test('it is not what a prohibition says that stands before it', () => {
    expect(
      reasonByTags(
        ELSEWHERE,
        'ACAP disallow-index',
        'ACAP allow-index location=https://www.example.com/a',
      ),
    ).toBe(
      'This crawler may not list this page in a search: `ACAP disallow-index` (meta) and 1 more',
    )
  })

  test('a location that no URI equals is not met', () => {
    expect(reasonByTags(HERE, 'ACAP allow-index location=/a')).toContain(NOT_HERE)
  })
})

describe('[Q3] a permission whose last day is over', () => {
  const OVER = 'may not list this page in a search: the last day of its permission is over'
  const LIMIT = 'time-limit=until-2020-01-01'

  test('of robots.txt says so, with its line', () => {
    const site = siteOf(text('ACAP-crawler: *', `ACAP-allow-index: / ${LIMIT}`))
    expect(decide(site, { userAgent: 'bot', target: '/a', usage: 'index', now: NOON }).reason).toBe(
      `This crawler ${OVER}: \`ACAP-allow-index: / ${LIMIT}\`, line 2 of policy`,
    )
  })

  test.each([HERE, ELSEWHERE])('of a route or a page says so, here or elsewhere: %s', (uri) => {
    const field = `allow-index location=${HERE} ${LIMIT}`
    expect(reasonByRoute(uri, field)).toBe(`This crawler ${OVER}: \`${field}\` (route)`)
    expect(reasonByTags(uri, `ACAP ${field}`)).toBe(
      `This crawler ${OVER}: \`ACAP ${field}\` (meta)`,
    )
  })

  test('is not what decides beside a prohibition of the line before it', () => {
    const site = siteOf(
      text('ACAP-crawler: *', 'ACAP-disallow-index: /', `ACAP-allow-index: / ${LIMIT}`),
    )
    expect(
      decide(site, { userAgent: 'bot', target: '/a', usage: 'index', now: NOON }).reason,
    ).toContain('in a search: `ACAP-disallow-index: /`, line 2 of policy and 1 more')
  })
})

describe('where no rule matches', () => {
  const ALLOWS = siteOf(text('User-agent: bot', 'Robot-version: 2.0', 'Allow: /open/*'))

  test.each(['crawl', 'index'] as const)(
    '[X1] Allow rules alone prohibit the rest: %s',
    (usage) => {
      expect(decide(ALLOWS, { userAgent: 'bot', target: '/a', usage, now: NOON }).reason).toBe(
        `bot may not ${usage === 'crawl' ? 'fetch this page' : 'list this page in a search'}: no Allow rule of its group (Robot-version 2) matches`,
      )
    },
  )

  test.each([undefined, 'rep'] as const)(
    '[C1] robots.txt is always permitted, by dialect %s',
    (dialect) => {
      expect(
        decide(ALLOWS, {
          userAgent: 'bot',
          target: '/robots.txt',
          now: NOON,
          ...(dialect && { dialect }),
        }).reason,
      ).toBe('bot may fetch this page: robots.txt itself is always permitted')
    },
  )
})
