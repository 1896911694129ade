/**
 * `robots(text).mayFetch` with a bare product token decides as Google's parser and others do. `robots-cases.json` has the facts of
 * the tests of google/robotstxt, samclarke/robots-parser and scrapy/protego: a file, and for each agent and path what they
 * expect. Where a rule of docs/semantics.md decides otherwise, the case cites it. Where they differ from each other,
 * google/robotstxt's is there.
 */
import { describe, expect, test } from 'vitest'
import { robots } from '../src/robots.ts'
import peers from './robots-cases.json' with { type: 'json' }

type Case = readonly [agent: string, path: string, may: boolean, rule?: string]

const files = peers as unknown as readonly {
  readonly robots: string
  readonly cases: readonly Case[]
}[]

test.each(files)(
  'decides as other parsers do, except where a rule is cited: $robots',
  ({ robots: text, cases }) => {
    const { mayFetch } = ask(text)
    const decided = cases.map(([agent, path, , ...rule]) => [
      agent,
      path,
      mayFetch(agent, path),
      ...rule,
    ])
    expect(decided).toEqual(
      cases.map(([agent, path, may, ...rule]) => [
        agent,
        path,
        may === (rule.length === 0),
        ...rule,
      ]),
    )
  },
)

test('differs from other parsers in a few cases', () => {
  const all = files.flatMap(({ cases }) => cases)
  expect([all.length, all.filter(({ length }) => length > 3).length]).toEqual([571, 25])
})

// Cases of our own.
describe('a product token', () => {
  const specific = (name: string) => `User-Agent: ${name}\nDisallow: /\n`

  test.each([
    [
      '[I1] has its hyphens: the file names `images`',
      specific('images'),
      'hedwig-images',
      '/x',
      true,
    ],
    [
      '[I1] has its hyphens: the file names `ModelBot`',
      specific('ModelBot'),
      'my-ModelBot',
      '/x',
      true,
    ],
    [
      '[I1] has its hyphens: the file names a longer one',
      specific('foobot-news'),
      'foobot',
      '/x',
      true,
    ],
    [
      '[RFC 9309 2.2.1] has its hyphens: the file names its beginning',
      specific('foobot'),
      'foobot-news',
      '/x',
      true,
    ],
    ['[C1] has digits', specific('FooBot2'), 'FooBot', '/x', true],
    ['[C1] has no octet beyond ASCII', specific('FooBot\u00fc'), 'FooBot', '/x', true],
    ['[C1] may always fetch /robots.txt', specific('*'), 'FooBot', '/robots.txt', true],
  ])('%s', (_, text, agent, path, may) => {
    expect(ask(text).mayFetch(agent, path)).toBe(may)
  })
})

function ask(text: string) {
  const file = robots(text)
  return { mayFetch: (userAgent: string, url: string) => file.mayFetch({ userAgent, url }) }
}
