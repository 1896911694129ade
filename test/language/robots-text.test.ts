/** The text of a robots.txt from rules as an object. */
import { expect, test } from 'vitest'
import { type RobotsRules, robotsText } from '../../src/language/text/robots-text.ts'

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
  ['everybody', { rules: [{ disallow: '' }] }, 'User-agent: *\nDisallow:\n'],
])('%s', (_, rules, text) => {
  expect(robotsText(rules)).toBe(text)
})

test.each<[string, RobotsRules]>([
  ['a line end', { rules: { disallow: '/\nAllow: /' } }],
  ['a comment', { rules: { disallow: '/#a' } }],
  ['nobody', { rules: { userAgent: [] } }],
  ['a delay that is no number', { rules: { crawlDelay: Number.NaN } }],
])('%s is a TypeError', (_, rules) => {
  expect(() => robotsText(rules)).toThrow(TypeError)
})
