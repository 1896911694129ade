import { describe, expect, it } from 'vitest'
import { closesIndex, headerTerms, isTermFor, metaTerms } from '../../src/words/robots-meta.ts'

const read = (line: string) =>
  headerTerms(line).map(({ agent, word, value }) => [agent, word, value])

describe('X-Robots-Tag', () => {
  it.each([
    [
      'noindex, NoFollow',
      [
        ['*', 'noindex', null],
        ['*', 'nofollow', null],
      ],
    ],
    [
      'googlebot: noindex, nofollow, BingBot:nosnippet',
      [
        ['googlebot', 'noindex', null],
        ['googlebot', 'nofollow', null],
        ['bingbot', 'nosnippet', null],
      ],
    ],
    ['max-snippet: 50', [['*', 'max-snippet', '50']]],
    ['otherbot: max-snippet:50', [['otherbot', 'max-snippet', '50']]],
    [
      'unavailable_after: Saturday, 25-Jun-33 15:00:00 GMT, noarchive',
      [
        ['*', 'unavailable_after', 'Saturday, 25-Jun-33 15:00:00 GMT'],
        ['*', 'noarchive', null],
      ],
    ],
    ['', []],
    [',,', []],
  ])('%s', (line, expected) => expect(read(line)).toEqual(expected))
})

describe('robots META', () => {
  it('is for all as `robots`, and else for the crawler of its name', () => {
    expect(metaTerms('ROBOTS', 'noindex')[0]).toMatchObject({ agent: '*', place: 'META' })
    expect(metaTerms('Googlebot', 'noindex')[0]).toMatchObject({ agent: 'googlebot' })
  })

  it('[E1] is not what ACAP says', () =>
    expect(metaTerms('robots', 'ACAP disallow-index')).toEqual([]))
})

it('[I1] a term is for the crawlers whose header has its name as a token', () => {
  const [term] = headerTerms('googlebot: noindex')
  const asked = [
    'Googlebot',
    'Googlebot-News',
    'Mozilla/5.0 (compatible; Googlebot/2.1)',
    'NoGooglebot',
    '',
  ]
  expect(asked.map((header) => isTermFor(term!, header))).toEqual([true, true, true, false, false])
})

it('a date closes the index when it is over', () => {
  const [term] = headerTerms('unavailable_after: 2026-06-01T00:00:00Z')
  const at = (time: string) => closesIndex(term!, Date.parse(time))
  expect([at('2026-05-31T00:00:00Z'), at('2026-06-01T00:00:00Z')]).toEqual([false, true])
  expect(closesIndex(headerTerms('unavailable_after: soon')[0]!, 0)).toBe(false)
})
