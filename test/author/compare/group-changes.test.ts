import { describe, expect, it } from 'vitest'
import {
  answersInWords,
  crawlersInWords,
  isOtherCase,
  usagesInWords,
  widestInWords,
} from '../../../src/author/compare/change-words.ts'
import { groupChanges } from '../../../src/author/compare/group-changes.ts'
import type { Change } from '../../../src/author/compare/site-changes.ts'
import { USAGES, type Usage } from '../../../src/words/usages.ts'

const field = (line: number) => ({ source: 'robots.txt', line, text: `line ${line}` })
const permitted = (line: number) =>
  ({ outcome: 'permitted', fields: [field(line)], restrictions: [] }) as const
const prohibited = (line: number) =>
  ({ outcome: 'prohibited', fields: [field(line)], restrictions: [] }) as const
const change = (more: Partial<Change>): Change => ({
  effect: 'closes',
  crawlers: ['abot'],
  usages: ['index'],
  path: '/a',
  elsewhere: false,
  was: permitted(1),
  now: prohibited(9),
  ...more,
})

describe('consequences as people read them', () => {
  it('joins the usages that one rule closes on a path, and keeps what permitted each', () => {
    const changes = [change({}), change({ usages: ['follow'], was: permitted(2) })]
    expect(groupChanges(changes)).toEqual([
      {
        ...change({}),
        usages: ['follow', 'index'],
        was: [permitted(1), permitted(2)],
        now: [prohibited(9)],
      },
    ])
  })

  it('joins crawlers that change alike, and only those', () => {
    const both = change({ crawlers: ['abot', 'bbot'] })
    const more = change({ crawlers: ['bbot'], usages: ['follow'], was: permitted(2) })
    expect(groupChanges([both]).map(({ crawlers }) => crawlers)).toEqual([['abot', 'bbot']])
    expect(groupChanges([both, more]).map(({ crawlers }) => crawlers)).toEqual([['bbot'], ['abot']])
  })

  it('[L6] joins crawlers that lose a page, though each could do other things with it', () => {
    const changes = [
      change({ usages: ['crawl'] }),
      change({ crawlers: ['bbot'], usages: ['crawl', 'index'], was: permitted(2) }),
    ]
    expect(groupChanges(changes).map(({ crawlers }) => crawlers)).toEqual([['abot', 'bbot']])
  })

  it('joins crawlers with the same change, whichever rules say it', () => {
    const changes = [4, 5, 6].map((line) =>
      change({ crawlers: [`bot${line}`], was: permitted(line), now: prohibited(line) }),
    )
    expect(groupChanges(changes)).toEqual([
      {
        ...change({ crawlers: ['bot4', 'bot5', 'bot6'] }),
        was: [4, 5, 6].map(permitted),
        now: [4, 5, 6].map(prohibited),
      },
    ])
  })

  it('puts what opens first, then the widest', () => {
    const opens = { effect: 'opens', was: prohibited(9), now: permitted(1) } as const
    const changes = [
      change({ crawlers: ['*'], path: '/' }),
      change({ ...opens, path: '/a/b' }),
      change({ ...opens, path: '/c', crawlers: ['abot', 'bbot'] }),
      change({ ...opens, path: '/a' }),
      change({ ...opens, path: '/a/b/c/d', crawlers: ['*'] }),
    ]
    const groups = groupChanges(changes)
    expect(groups.map(({ effect, path }) => `${effect} ${path}`)).toEqual([
      'opens /a/b/c/d',
      'opens /c',
      'opens /a',
      'opens /a/b',
      'closes /',
    ])
    expect(widestInWords(groups)).toBe(
      'The widest opening: any crawler not named in the policy may list pages such as /a/b/c/d in a search.',
    )
    expect(widestInWords(groups.slice(4))).toBe('')
  })

  it('names a few rules of many', () => {
    const many = Array.from({ length: 9 }, (_, i) => prohibited(i))
    expect(answersInWords(many, permitted(1))).toEqual([
      'prohibited by robots.txt:0 `line 0`, by robots.txt:1 `line 1`, by robots.txt:2 `line 2`, by robots.txt:3 `line 3` and 5 more',
    ])
  })

  it('keeps paths, effects and terms apart', () => {
    const changes = [
      change({}),
      change({ path: '/b' }),
      change({ effect: 'opens', was: prohibited(9), now: permitted(1) }),
      change({ elsewhere: true }),
    ]
    expect(groupChanges(changes)).toHaveLength(changes.length)
  })
})

describe('a change that another one implies', () => {
  const by = (text: string) => ({
    ...prohibited(2),
    fields: [{ source: 'robots.txt', line: 2, text }],
  })
  const opens = (path: string, text: string, more: Partial<Change> = {}) =>
    change({ effect: 'opens', usages: ['crawl'], path, was: by(text), now: permitted(1), ...more })
  const paths = (...changes: readonly Change[]) => groupChanges(changes).map(({ path }) => path)

  it('is left out', () => {
    expect(paths(opens('/a/', 'Disallow: /a/'), opens('/a/b', 'Disallow: /a/b'))).toEqual(['/a/'])
  })

  it('stays where the rule of the shorter path does not reach below it', () => {
    expect(paths(opens('/a', 'Disallow: /a$'), opens('/a/b', 'Disallow: /a/b'))).toEqual([
      '/a',
      '/a/b',
    ])
    expect(paths(opens('/', 'Disallow: /*x'), opens('/a/b', 'Disallow: /a/b'))).toEqual([
      '/',
      '/a/b',
    ])
  })

  it('stays for other crawlers, usages and directions', () => {
    const wide = opens('/a/', 'Disallow: /a/')
    const narrow = (more: Partial<Change>) => opens('/a/b', 'Disallow: /a/b', more)
    expect(paths(wide, narrow({ crawlers: ['bbot'] }))).toHaveLength(2)
    expect(paths(wide, narrow({ usages: ['index'] }))).toHaveLength(2)
    expect(paths(wide, narrow({ effect: 'closes' }))).toHaveLength(2)
    expect(paths(wide, narrow({ elsewhere: true }))).toHaveLength(2)
  })

  it('stays where no rule decides the shorter path', () => {
    const wide = opens('/a/', '', { was: { outcome: 'prohibited', fields: [], restrictions: [] } })
    expect(paths(wide, opens('/a/b', 'Disallow: /a/b'))).toHaveLength(2)
  })

  it('is in other letter case where the rule has the same letters', () => {
    expect(
      isOtherCase({
        path: '/archiV/',
        was: [by('ACAP-disallow-crawl: /archiv/')],
        now: [permitted(1)],
      }),
    ).toBe(true)
    expect(
      isOtherCase({ path: '/archiv/', was: [by('Disallow: /archiv/')], now: [permitted(1)] }),
    ).toBe(false)
  })
})

describe('usages in words', () => {
  const but = (...others: readonly Usage[]) => USAGES.filter((usage) => !others.includes(usage))
  it.each([
    [USAGES, 'everything with /a'],
    [but('index'), 'everything with /a, except to list it in a search'],
    [['index', 'follow'], 'list /a in a search, follow the links of it'],
    [['present-snippet'], 'show extracts of /a'],
    [USAGES.filter((usage) => usage.startsWith('present')), 'show anything made from /a'],
    [
      ['crawl', 'follow', 'index', 'preserve', 'other'],
      'everything with /a, except to show anything made from it',
    ],
    [but('crawl', 'index'), 'everything with /a, except to fetch it, list it in a search'],
  ] as const)('%j', (usages, words) => {
    expect(usagesInWords(usages, '/a')).toBe(words)
  })
  it('names no page where another column does', () => {
    expect(usagesInWords(USAGES, 'it')).toBe('everything')
    expect(usagesInWords(['index'], 'it')).toBe('list it in a search')
  })
})

describe('crawlers in words', () => {
  it('names a few and counts the rest', () => {
    expect(crawlersInWords(['a', '*'])).toBe('a, any other crawler')
    expect(crawlersInWords(['*'])).toBe('any crawler not named in the policy')
    expect(crawlersInWords([...'abcdefgh', '*'])).toBe(
      'a, b, c, d, e, any other crawler and 3 more',
    )
    expect(crawlersInWords(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e, f, g')
    expect(crawlersInWords(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])).toBe(
      'a, b, c, d, e, f and 2 more',
    )
  })
})
