import { expect, test } from 'vitest'
import { MadeUpExchange } from '../../src/doors/workers/warm-up.ts'
import { Edge } from '../../src/edge/edge.ts'
import type { Refusal } from '../../src/edge/platform.ts'
import { bundleOf } from '../support/bundle.ts'

const REPEATS = 20

const ROBOTS = `ACAP-version: 1.1
User-agent: *
Disallow: /closed/
Disallow: /shut/

ACAP-crawler: *
ACAP-disallow-crawl: /closed/
ACAP-disallow-crawl: /paid/
ACAP-disallow-other: /
ACAP-allow-other: /paid/ usage-ref=the-acap:terms-link:https://news.test/terms
ACAP-allow-other: /closed/special usage-ref=the-acap:terms-link:https://news.test/special
`
const POLICY = {
  'robots.txt': ROBOTS,
  'site.toml':
    'hosts = ["*"]\n[[route]]\nmatch = "/paid/"\nfields = ["disallow-preserve"]\nrefuse = { status = 451 }\n',
}

/** The refusals of requests, one after the other; equal ones are one object where they were written once. */
async function refusals(
  requests: readonly (readonly [path: string, userAgent: string, host?: string])[],
) {
  const sent: Refusal[] = []
  class Refused extends MadeUpExchange {
    override refuse(_method?: string, refusal?: Refusal): Response {
      sent.push(refusal!)
      return super.refuse()
    }
  }
  const { platform } = new MadeUpExchange('https://news.test/', '')
  const edge = new Edge(platform, {
    bundle: await bundleOf({ news: POLICY }, { known: { AnyBot: 'search', OtherBot: 'search' } }),
  })
  for (const [path, userAgent, host = 'news.test'] of requests)
    await edge.answer(new Refused(`https://${host}${path}`, userAgent))
  return sent
}

const many = (path: string, userAgent = 'AnyBot/1.0') =>
  Array.from({ length: REPEATS }, (_, i) => [`${path}${i}`, userAgent] as const)

for (const [what, path] of [
  ['two lines prohibit, and others name terms elsewhere', '/closed/'],
  ['a conventional line prohibits', '/shut/'],
  ['the page’s licence is in the Link header', '/paid/'],
] as const) {
  test(`a refusal is written once for many pages where ${what}`, async () => {
    const sent = await refusals(many(path))
    expect([sent.length, new Set(sent).size]).toEqual([REPEATS, 1])
  })
}

test('a refusal is written again where its rule, its licence, its route, its host or its crawler is another', async () => {
  const sent = await refusals([
    ['/closed/a', 'AnyBot/1.0'],
    ['/shut/a', 'AnyBot/1.0'],
    ['/closed/special', 'AnyBot/1.0'],
    ['/paid/a', 'AnyBot/1.0'],
    ['/paid/a', 'OtherBot/1.0'],
    ['/paid/a', 'OtherBot/1.0', 'other.test'],
  ])
  expect(
    new Set(sent.map(({ body, init }) => JSON.stringify([body, init.status, [...init.headers]])))
      .size,
  ).toBe(new Set(sent).size)
  expect(new Set(sent).size).toBe(6)
  expect(sent[2]!.init.headers.get('link')).toContain('https://news.test/special')
})

test('a refusal is not kept for a host whose length a stranger chose', async () => {
  const host = `${'long.'.repeat(60)}test`
  const sent = await refusals([1, 2].map((i) => [`/shut/${i}`, 'AnyBot/1.0', host]))
  expect(new Set(sent).size).toBe(2)
})
