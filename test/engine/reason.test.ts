import { expect, test } from 'vitest'
import { decide } from '../../src/engine/decide.ts'
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
    'searchbot may not index this resource: an ACAP field prohibits it: `ACAP-disallow-index: /drafts/`, line 6 of policy',
  ],
  [
    { userAgent: 'other', target: '/private/a', now: NIGHT },
    'this crawler may not crawl this resource: a conventional robots.txt rule prohibits it: `Disallow: /private/`, line 2 of policy',
  ],
  [
    { userAgent: 'other', target: '/a', now: NOON },
    'this crawler may come back in 46800 s: visiting hours or a request rate apply: `Visit-time: 0100-0500`, line 3 of policy',
  ],
  [
    { userAgent: 'SearchBot', target: '/odd/a', usage: 'index', now: NIGHT },
    'searchbot may not index this resource: a field that cannot be interpreted in full prohibits it: `ACAP-allow-index: /odd/ nonsense=1`, line 7 of policy',
  ],
  [
    { userAgent: 'SearchBot', target: '/gone.html', now: NIGHT },
    'searchbot may not crawl this resource: a take-down request prohibits it: `ACAP-request-take-down: /gone.html`, line 8 of policy',
  ],
  [
    { userAgent: 'other', target: '/a', usage: 'preserve', now: NIGHT },
    'this crawler may preserve this resource: nothing prohibits it',
  ],
] as const)('%o', (facts, reason) => {
  expect(decide(siteOf(POLICY), facts).reason).toBe(reason)
})
