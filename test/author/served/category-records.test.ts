/**
 * I6: the ACAP records of closed categories, beside what groups and records say to `*`.
 */
import { expect, test } from 'vitest'
import { proveServed } from '../../../src/author/served/served-proof.ts'
import { categorySite, NO_TRAINING } from '../../support/author/category-site.ts'

test.each(['', 'ACAP-crawler: *\nACAP-usage-purpose: news\nACAP-allow-crawl: /\n'])(
  'prohibits to names that are no tokens what groups allow to `*` (C2), beside %j',
  (records) => {
    const { ask, generated, reading } = categorySite(
      `User-agent: *\nAllow: /public/\nAllow: /*.html$\n\n${records}`,
      NO_TRAINING,
    )
    for (const name of ['panscient.com', 'Sidetrade indexer bot', 'GPTBot']) {
      expect([name, ask(name, '/public/a'), ask(name, '/b.html')]).toEqual([
        name,
        'prohibited',
        'prohibited',
      ])
    }
    expect(ask('Googlebot', '/public/a')).toBe('permitted')
    expect(proveServed(reading, generated)).toEqual([])
  },
)

test.each(['User-agent: *\nDisallow: /', 'ACAP-crawler: *\nACAP-disallow-crawl: /'])(
  'keeps what records say to `*` of other usages for crawlers of other categories: %j',
  (robots) => {
    const records = 'ACAP-crawler: *\nACAP-disallow-other: /a\n'
    const toml = '[categories.training]\nother = false\nindex = false\n'
    const { ask } = categorySite(`${robots}private/\n\n${records}`, toml)
    const asks = (name: string) => ['/a', '/b'].map((path) => ask(name, path, 'preserve'))
    expect(asks('AI2Bot-DeepResearchEval/1.0')).toEqual(asks('Googlebot/2.1'))
    expect(asks('AI2Bot/1.0')).toEqual(['prohibited', 'prohibited'])
  },
)

test('[P2] copies a pattern with a stray percent sign as it is read again', () => {
  const robots = 'ACAP-crawler: *\nACAP-disallow-index: /a%%341/\n'
  const { reading, generated } = categorySite(robots, '[categories.training]\nindex = ["/b/"]\n')
  expect(proveServed(reading, generated)).toEqual([])
})
