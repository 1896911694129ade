/** [D] A page's own robots META and the decision on the index, held to the reference evaluator. */
import { expect, it, test } from 'vitest'
import { readRobotsTerms } from '../../src/author/signals/page-texts.ts'
import { decide } from '../../src/decide/decide.ts'
import { readText } from '../../src/language/site/read-site.ts'
import { compileAsWritten } from '../../src/program/compile/compile.ts'
import { type FullFacts, robots } from '../../src/robots-full.ts'
import { readMeta } from '../../src/words/meta-issues.ts'
import type { Usage } from '../../src/words/usages.ts'
import { decideByReference } from '../reference.ts'

const NOW = Date.parse('2026-11-28T12:00:00Z')
const TEXT = `User-agent: *
Disallow: /closed/

ACAP-crawler: *
ACAP-disallow-index: /unlisted/
ACAP-allow-index: /news/ time-limit=7-days
`
const { policy, trees } = readText(TEXT)
const site = compileAsWritten(policy, trees)
const file = robots(TEXT)
const PAGES = [
  { meta: [] },
  { meta: [{ name: 'robots', content: 'noindex' }] },
  { meta: [{ name: 'Googlebot', content: 'none' }], headers: { 'x-robots-tag': 'nosnippet' } },
  { headers: { 'X-Robots-Tag': 'googlebot: noindex, bingbot: nofollow' } },
  { headers: { 'X-Robots-Tag': ['unavailable_after: 1 Nov 2026', 'noindex'] } },
  { headers: { 'X-Robots-Tag': 'unavailable_after: 1 Dec 2026' } },
  {
    meta: [{ name: 'robots', content: 'ACAP allow-index' }],
    headers: { 'x-robots-tag': 'noindex' },
  },
]
const HEADERS = ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'bingbot/2.0', '']
const USAGES: readonly Usage[] = ['index', 'crawl', 'present-snippet']

test('the engine says what the reference says, for every page, crawler, usage and path', () => {
  for (const page of PAGES)
    for (const userAgent of HEADERS)
      for (const usage of USAGES)
        for (const target of ['/', '/closed/a', '/unlisted/a', '/news/a']) {
          const robotsTerms = readRobotsTerms(page)
          const { fields: meta } = readMeta(page.meta ?? [])
          const question = { userAgent, usage, target, now: NOW, robotsTerms, meta }
          const { outcome, basis, fields, restrictions } = decideByReference(policy, question)
          const expected = { outcome, basis, fields, restrictions }
          expect(decide(site, question), JSON.stringify(question)).toMatchObject(expected)
          const asked = { ...page, userAgent, usage, target, now: NOW }
          const { reason, ...ruling } = decide(site, question)
          // [D-signals] The file's own reason also names a signal that says no.
          const { reason: whole, ...own } = file.decide(asked)
          expect(own).toEqual(ruling)
          expect(whole.startsWith(reason)).toBe(true)
        }
})

it('says which term prohibits, and where it stands', () => {
  const { reason, names, fields } = file.decide({
    userAgent: 'Googlebot',
    target: '/',
    usage: 'index',
    headers: new Headers({ 'X-Robots-Tag': 'googlebot: noindex' }),
  })
  expect({ reason, names, fields }).toEqual({
    reason: 'This crawler may not list this page in a search: `googlebot: noindex` (X-Robots-Tag)',
    names: ['googlebot'],
    fields: [{ source: 'X-Robots-Tag', text: 'googlebot: noindex' }],
  })
})

it.each([
  [{ headers: 'noindex' }, '`headers` must be'],
  [{ meta: 'noindex' }, '`meta` must be a list'],
  [{ meta: [{ name: 'robots' }] }, '`meta` must be a list'],
])('refuses %j', (page, message) => {
  const ask = () =>
    robots('').decide({ ...(page as unknown as FullFacts), userAgent: 'a', target: '/' })
  expect(ask).toThrow(TypeError)
  expect(ask).toThrow(message)
})
