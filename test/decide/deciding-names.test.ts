/**
 * `names` of a Decision: whose fields decided.
 */
import { expect, test } from 'vitest'
import { decide } from '../../src/decide/decide.ts'
import type { Facts } from '../../src/decide/decision.ts'
import { readMeta } from '../../src/words/meta-issues.ts'
import { siteOf } from '../support/site-of.ts'

const SITE = siteOf(`User-agent: *
Disallow: /open-to-names/

User-agent: NewsBot
Disallow: /drafts/
Visit-time: 0600-0845

ACAP-crawler: *
ACAP-disallow-index: /

ACAP-crawler: NewsBot
ACAP-allow-index: /news/
ACAP-request-take-down: /gone.html
`)

const names = (facts: Partial<Facts>) =>
  decide(SITE, {
    userAgent: 'NewsBot/1.0',
    target: '/',
    now: Date.parse('2026-11-23T07:00:00Z'),
    ...facts,
  }).names

test.each<[string, Partial<Facts>, readonly string[]]>([
  ['a group of the name', { target: '/drafts/a' }, ['newsbot']],
  ['a group of `*`', { userAgent: 'AnyBot', target: '/open-to-names/' }, ['*']],
  ['no field', { target: '/open-to-names/' }, []],
  ['a record of the name', { target: '/news/1', usage: 'index' }, ['newsbot']],
  [
    'a record of `*`, because the name says nothing of the page',
    { target: '/a', usage: 'index' },
    ['*'],
  ],
  ['a take-down for the name', { target: '/gone.html' }, ['newsbot']],
  ['visiting hours of the name', { now: Date.parse('2026-11-23T12:00:00Z') }, ['newsbot']],
  [
    'a META tag for everybody',
    { usage: 'index', meta: readMeta([{ name: 'robots', content: 'ACAP disallow-index' }]).fields },
    ['*'],
  ],
  [
    'both, where the name is not proven',
    { target: '/news/1', usage: 'index', assurance: 'failed' },
    ['*'],
  ],
])('%s', (_, facts, expected) => {
  expect(names(facts)).toEqual(expected)
})
