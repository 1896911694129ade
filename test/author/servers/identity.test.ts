/** Expressions for who is asking (I1, I3), as JavaScript reads them, beside the engine: no header is read otherwise. */
import list from 'crawler-user-agents'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crawlerRows } from '../../../src/author/servers/identity/crawler-rows.ts'
import { FOUL_HEADER } from '../../../src/author/servers/identity/usual-headers.ts'
import { type DoorGroup, type DoorPlan, doorPlan } from '../../../src/author/servers/plan.ts'
import { matchedValue } from '../../../src/author/servers/read-plan.ts'
import { READER_HEADERS, READER_SOFTWARE } from '../../../src/crawlers/reader-headers.ts'
import { Agents } from '../../../src/decide/agents.ts'
import { siteContextOf } from '../../../src/decide/judge.ts'
import { knownCrawlers } from '../../../src/registry.ts'
import { LONGEST_HEADER } from '../../../src/words/name-token.ts'
import { CRAWLER_HEADERS, OTHER_HEADERS } from '../../support/author/crawler-headers.ts'
import { browserHeaders } from '../../support/reader-headers.ts'
import { runs, someOf } from '../../support/runs.ts'
import { siteOf } from '../../support/site-of.ts'

const NAMES = [
  'ClosedOne',
  'Zeus',
  'Spider',
  'The Knowledge AI',
  'foo.bar+x',
  '7',
  'Yandex',
  'GPTBot',
  'Googlebot',
  'Googlebot-News',
  'Pinterest',
  '008',
  'Bot9',
  'foo_',
]
const registry = knownCrawlers()
const site = siteOf(
  NAMES.map((name) => `ACAP-crawler: ${name}\nACAP-disallow-crawl: /\n`).join('\n'),
)
const all = siteOf('User-agent: *\nDisallow: /\n')
const named = doorPlan(siteContextOf(site, registry, []), registry, 0)
const everybody = doorPlan(siteContextOf(all, registry, []), registry, 0)
const FOUL = new RegExp(FOUL_HEADER, 'i')
const agents = [new Agents(site, registry), new Agents(all, registry)] as const

/** Whether a header is one of a group's, by the expressions. */
function isOf({ shapes }: DoorPlan, { headers, isAbsent }: DoorGroup, userAgent: string): boolean {
  if (userAgent === '') return isAbsent
  const cut = userAgent.slice(0, LONGEST_HEADER)
  const shape = matchedValue(shapes, cut, 'i') ?? 'plain'
  return shape !== 'usual' && headers.some((test) => matchedValue(test[shape], cut, 'i') === '1')
}

/** What the expressions make of a header where the engine makes something else of it. */
function misread(header: string): string | null {
  const [own, other] = agents
  const isNamed = named.groups.some((group) => isOf(named, group, header))
  const isCrawler = isOf(everybody, everybody.groups[0]!, header)
  const expected = [own.find(header).matched.length > 0, other.find(header).kind === 'crawler']
  // In a foul header a name counts wherever it is a word.
  const mayBeMore = FOUL.test(header)
  const agrees = (found: boolean, isExpected: boolean) => {
    return found === isExpected || (mayBeMore && found)
  }
  return agrees(isNamed, expected[0]!) && agrees(isCrawler, expected[1]!)
    ? null
    : `${header}: ${isNamed} ${isCrawler} instead of ${expected}`
}

const BROWSERS_PARTS = [
  ...['Mozilla/5.0 (Linux; Android 13; SM-A546B) ', '(iPhone; CPU iPhone OS 17_5 like Mac OS X) '],
  ...['AppleWebKit/537.36 ', '(KHTML, like Gecko) ', 'Chrome/120.0 ', 'Firefox/128.0', 'x@y.z '],
  ...['(', ')', '@', '; ', '()', '((', 'rv:109.0', 'https://x.test/', '/', '-', ' '],
]
const CRAWLERS_PARTS = [
  ...['Googlebot', 'Googlebot-News/2', 'GPTBot', 'The Knowledge AI', '008', 'foo.bar+x', 'Zeus '],
  ...['MyBot/1.0', 'crawler', 'Xspider ', 'compatible; ', 'curl/8', 'Slackbot', '+http://x.test/'],
  ...[
    'a@x.test',
    'www.x',
    '+x.test',
    'preview',
    '1',
    '.',
    ',',
    '"',
    '\u00e9',
    'bingbot',
    'scraper2',
  ],
]

/** Headers of these parts that have twelve parentheses or `@`. */
function manyMarks(part: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const mark = fc.constantFrom('(', '@', '()', '(x) ', '@ ', ' (a; b)', '((')
  return fc
    .tuple(fc.array(part, { maxLength: 30 }), mark)
    .chain(([parts, mark]) =>
      fc.shuffledSubarray([...parts, ...Array<string>(12).fill(mark)], {
        minLength: parts.length + 12,
      }),
    )
    .map((all) => all.join('').trim().slice(0, 1024))
}

const misreadIn = (headers: readonly string[]) =>
  headers.map(misread).filter((each) => each !== null)

describe('who is asking', () => {
  test('[I1, I3] every header of the corpora is read as by the engine', () => {
    const headers = [
      ...list.flatMap(({ instances }) => instances),
      ...READER_HEADERS,
      ...Object.values(READER_SOFTWARE).flat(),
      ...someOf(CRAWLER_HEADERS, 300),
      ...someOf(OTHER_HEADERS, 500),
    ]
    expect(headers.length).toBeGreaterThan(2500)
    expect(misreadIn(headers)).toEqual([])
  })

  test('[I3] no browser is a crawler', () => {
    fc.assert(
      fc.property(browserHeaders, (header) => misread(header) === null),
      { numRuns: runs(200, 20_000) },
    )
  })

  test('[I1, I3] of headers with many parentheses and `@`, all crawlers are found', () => {
    const parts = fc.constantFrom(...BROWSERS_PARTS, ...CRAWLERS_PARTS)
    fc.assert(
      fc.property(manyMarks(parts), (header) => misread(header) === null),
      { numRuns: runs(300, 20_000) },
    )
  })

  test('[I3] a bot is one in front of an address that begins at once', () => {
    expect(misreadIn(['scraper2https://x.test/Zeus', '@ @ MyBot3http://x.test/'])).toEqual([])
  })

  test('[I3] nobody is a crawler by parentheses and `@` alone', () => {
    fc.assert(
      fc.property(manyMarks(fc.constantFrom(...BROWSERS_PARTS)), (header) => {
        return FOUL.test(header) && !isOf(everybody, everybody.groups[0]!, header)
      }),
      { numRuns: runs(300, 20_000) },
    )
    expect(
      [...READER_HEADERS, ...OTHER_HEADERS].filter((each) => FOUL.test(each)).length,
    ).toBeLessThan(5)
  })

  test.each([
    'DomainCrawler/2.0 (info@x.test; http://www.x.test/bot',
    'DomainCrawler/2.0 http://x.test/bot',
    'Akkoma 3.15.2; https://x.test <a@x.test>; Bot',
    'Mastodon/4.4.3 (http.rb/5.3.1; +https://x.test/) Bot',
    'Mozilla/5.0 (Linux; Android 13; x) http://x.test/ Bot',
  ])('[I3] reads a header that ends in a bot as the engine does: %s', (header) => {
    expect(misread(header)).toBe(null)
  })

  test.each(NAMES)('[I1] finds `%s` where the engine finds it', (name) => {
    const forms = [
      name,
      `${name}/1.0 (+https://x.test/${name})`,
      `x${name}`,
      `${name}x`,
      `-${name}`,
      `${name}-x/1`,
      `(${name})`,
      `Mozilla/5.0 (compatible; ${name}/2.1; +http://x.test)`,
      `Mozilla/5.0 (compatible;${name})`,
      `Mozilla/5.0 (Windows NT 10.0; ${name}) AppleWebKit/537.36`,
      `Mozilla/5.0 (Linux; Android 13; ${name}) AppleWebKit/537.36`,
      `Mozilla/5.0 (Linux; Android 13; ${name}/1.0) AppleWebKit/537.36`,
      `Mozilla/5.0 (Linux; Android 13; x (y) z; ${name}/1.0) AppleWebKit/537.36`,
      `Mozilla/5.0 (Linux; Android 13; compatible; ${name}) AppleWebKit/537.36`,
      `Mozilla/5.0 (Linux; Android 13; x (y (z) ${name})) AppleWebKit (${name})`,
      `${name} Mozilla/5.0 (Linux; Android 13) x`,
      `http://${name}.test/`,
      `see //x/${name}`,
      `${name}@x.test`,
      `x@${name}.test`,
      `+${name}.test`,
      `+${name}`,
      `a/${name}`,
      `a.b/${name}`,
      `www.x/${name}`,
      `www/${name}`,
      `+a.b/${name}`,
      // Behind a digit an address begins without a boundary.
      ...(/[a-z]$/i.test(name) ? [] : [`${name}https://x.test/`, `x ${name}h://x ()`]),
      `${name}https://x.test/ ${'()'.repeat(12)}`,
      // Of `008://x` only the rest is an address.
      ...(/[a-z]$/i.test(name) ? [`${name}://x`] : []),
      `"${name}"`,
      `${name}, ${name}`,
      `${'x'.repeat(1024)} ${name}`,
    ]
    expect(misreadIn(forms)).toEqual([])
  })

  test('[I1] holds no character that a server’s file cannot hold, and no expression is too long for nginx', () => {
    const rows = (['plain', 'browser', 'device', 'foul'] as const).flatMap((shape) =>
      crawlerRows(registry, site.config.identify, shape),
    )
    for (const [expression] of rows)
      expect(expression).toMatch(/^(?:[^\\"`{}\s]|\\x[0-9a-f]{2}){2,4000}$/)
  })
})
