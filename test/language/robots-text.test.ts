/** The text of a robots.txt from rules as an object. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RobotsRules, robotsText } from '../../src/language/text/robots-text.ts'
import { fieldValue, parse } from '../../src/language/text/tree.ts'
import { runs } from '../support/runs.ts'

test.each<[string, RobotsRules, string]>([
  [
    'one rule and a sitemap',
    {
      rules: { userAgent: '*', allow: '/', disallow: '/private/' },
      sitemaps: 'https://x.test/s.xml',
    },
    'User-agent: *\nAllow: /\nDisallow: /private/\n\nSitemap: https://x.test/s.xml\n',
  ],
  [
    'several rules',
    {
      rules: [{ userAgent: ['a', 'b'], disallow: ['/x', '/y'], crawlDelay: 2 }, { userAgent: 'c' }],
    },
    'User-agent: a\nUser-agent: b\nDisallow: /x\nDisallow: /y\nCrawl-delay: 2\n\nUser-agent: c\nDisallow:\n',
  ],
  [
    'a sitemap by its name in Next.js',
    { rules: [], sitemap: ['https://x.test/s.xml'] },
    'Sitemap: https://x.test/s.xml\n',
  ],
  ['everybody', { rules: [{ disallow: '' }] }, 'User-agent: *\nDisallow:\n'],
])('%s', (_, rules, text) => {
  expect(robotsText(rules)).toBe(text)
})

test.each<[string, RobotsRules]>([
  ['a line end', { rules: { disallow: '/\nAllow: /' } }],
  ['a comment', { rules: { disallow: '/#a' } }],
  ['a path that never matches', { rules: { disallow: 'a' } }],
  ['a web address as path', { rules: { allow: ['/', 'https://x.test/a'] } }],
  ['nobody', { rules: { userAgent: [] } }],
  ['a delay that is no number', { rules: { crawlDelay: Number.NaN } }],
  ['a delay without end', { rules: { crawlDelay: Number.POSITIVE_INFINITY } }],
  ['an empty name', { rules: { userAgent: ' ' } }],
  ['nothing', undefined as never],
  ['no rules', {} as never],
  ['a member that is misspelt', { rules: { disalow: '/' } } as never],
  ['a member that is unknown', { rules: {}, host: 'x.test' } as never],
  ['a rule that is a text', { rules: '/private/' as never }],
])('%s is a TypeError', (_, rules) => {
  expect(() => robotsText(rules)).toThrow(TypeError)
})

const value = fc.stringMatching(/^[^\r\n#\0]*$/).map((text) => text.replaceAll('\ufeff', ''))
const values = fc.array(value, { maxLength: 3 })
const path = fc.oneof(
  fc.constantFrom('', ' ', ' /b'),
  value.map((text) => `/${text}`),
  value.map((text) => `*${text}`),
)
const paths = fc.array(path, { maxLength: 3 })
const rule = fc.record({
  userAgent: fc.array(fc.constantFrom('a', 'Zork Bot', '*', ' b '), { minLength: 1, maxLength: 3 }),
  allow: paths,
  disallow: paths,
  crawlDelay: fc.oneof(fc.nat(100), fc.double({ min: 0, max: 1e6, noNaN: true })),
})

test('what an object says is what the text reads as', () => {
  const trimmed = (texts: readonly string[]) =>
    texts.map((text) => text.replace(/^[ \t]+|[ \t]+$/g, ''))
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 4 }), values, (rules, sitemaps) => {
      const tree = parse(robotsText({ rules, sitemaps }))
      const valuesOf = (...names: readonly string[]) =>
        tree.lines.filter(({ field }) => names.includes(field?.name ?? ''))
      const groups = tree.blocks.map((block) =>
        trimmed(block.names.map((line) => fieldValue(tree, line))),
      )
      expect(groups).toEqual(rules.map(({ userAgent }) => trimmed(userAgent)))
      const written = valuesOf('Allow', 'Disallow').map((line) => fieldValue(tree, line))
      expect(written).toEqual(
        rules.flatMap(({ allow, disallow }) =>
          allow.length + disallow.length === 0 ? [''] : trimmed([...allow, ...disallow]),
        ),
      )
      const delays = valuesOf('Crawl-delay').map((line) => Number(fieldValue(tree, line)))
      for (const [i, { crawlDelay }] of rules.entries())
        expect(delays[i]).toBeCloseTo(crawlDelay, 2)
      const read = valuesOf('Sitemap').map((line) => fieldValue(tree, line))
      expect(read).toEqual(trimmed(sitemaps))
    }),
    { numRuns: runs(200, 20_000) },
  )
})
