/**
 * The edge keeps the words of a crawler's last refusal. Regardless of what it kept, it says what one says that has just been
 * started: every request of a set is made after every page of it.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Identifier } from '../../src/edge/identity/identify.ts'
import { KeyDirectories } from '../../src/edge/identity/key-directory.ts'
import type { Visit } from '../../src/edge/request/read-request.ts'
import { edge, type TestedEdge } from '../support/edge/edge.ts'

const ROBOTS = `User-agent: *
Disallow: /old/
Disallow: /odd/
Comment: ask us

User-agent: SomeOtherBot
Robot-version: 2.0.0
Allow: /old/*
Allow: /open/*
Visit-time: 0600-0845
Comment: ask them

ACAP-crawler: *
ACAP-disallow-crawl: /private/
ACAP-disallow-crawl: /twin/*1
ACAP-disallow-crawl: /twin/*2
ACAP-crawler: SearchBot1
ACAP-disallow-crawl: /*x
ACAP-allow-crawl: /private/open/
ACAP-crawler: TwoBot
ACAP-usage-purpose: one
ACAP-allow-crawl: /private/open/
ACAP-usage-purpose: two
ACAP-disallow-crawl: /old/
`
const SITE = `hosts = ["news.test", "other.test"]
canonical = "https://www.test"
decision-header = true
[refuse]
terms = "https://news.test/terms"
[crawlers.SearchBot1]
networks = ["searchbot"]
[crawlers.TwoBot]
purposes = ["one", "two"]
[[route]]
match = "/spring/"
location = true
[[route]]
match = "/private/paid/"
[route.refuse]
status = 402
headers = { "crawler-price" = "USD 1" }
[[route]]
match = "/private/watched/"
mode = "observe"
`
const POLICIES = {
  'a policy': { 'robots.txt': ROBOTS, 'site.toml': SITE },
  'a policy that refers to licences': {
    'robots.txt': `ACAP-version: 1.1\n${ROBOTS}ACAP-crawler: *\nACAP-allow-other: /private/a usage-ref=https://news.test/licence\n`,
    'site.toml': SITE,
  },
  'a policy that refuses forged names': {
    'robots.txt': ROBOTS,
    'site.toml': `${SITE}[identify]\nfailed = "refuse"\n`,
  },
}

/** `/private/open/meta` says something to a crawler that the policy does not know. */
const PATHS = [
  '/',
  '/x',
  '/open/x',
  '/old/a',
  '/odd/',
  '/private/a',
  '/private/b',
  '/private/open/meta',
]
const MORE = [
  '/private/paid/',
  '/private/watched/',
  '/spring/a',
  '/spring/b',
  '/twin/1',
  '/twin/2',
  '/twin/12',
]
const META =
  '<title>x</title><meta name="robots" content="ACAP version 1.1"><meta name="foobot" content="ACAP allow-other usage-ref=https://x.test/licence"><p>y'

const PLAIN = {
  home: 'https://news.test',
  address: '',
  signature: '',
  accept: '*/*',
  method: 'GET',
  now: '2026-05-01T07:00Z',
}
type Asked = typeof PLAIN & { readonly path: string }
const VARIATIONS: readonly Partial<typeof PLAIN>[] = [
  {},
  { home: 'https://other.test' },
  { address: '192.0.2.7' },
  { address: '198.51.100.7' },
  { signature: '"' },
  { accept: 'application/problem+json' },
  { method: 'HEAD' },
  { now: '2026-05-01T12:00Z' },
]
const PAGES: readonly Asked[] = [...PATHS, ...MORE].map((path) => ({ ...PLAIN, path }))
const REQUESTS: readonly Asked[] = PAGES.flatMap((page) =>
  VARIATIONS.map((variation) => ({ ...page, ...variation })),
)

const network = {
  name: 'searchbot',
  fresh: true,
  v4: Uint32Array.of(0xc0000200, 0xc00002ff),
  v6: new Uint32Array(),
}

const started = (files: Readonly<Record<string, string>>): Promise<TestedEdge> =>
  edge({
    files,
    networks: [network],
    known: { FooBot: 'archive' },
    origin: ({ url }) =>
      new Response(url.endsWith('/meta') ? META : 'a page', {
        headers: { 'content-type': 'text/html' },
      }),
  })

/** All that a crawler, and who reads the log, gets to see. The edge must be the one that was started last. */
async function said({ ask, log }: TestedEdge, userAgent: string, asked: Asked): Promise<string> {
  const { path, home, address, signature, accept, method, now } = asked
  vi.setSystemTime(now)
  const headers = { 'cf-connecting-ip': address, 'signature-input': signature, accept }
  const sent = Object.entries(headers).filter(([, value]) => value !== '')
  const before = log.length
  const answer = await ask(home + path, userAgent, { method, headers: sent })
  return JSON.stringify([
    asked,
    answer.status,
    [...answer.headers],
    await answer.text(),
    log.slice(before),
  ])
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const CASES = [
  ...['SearchBot1', 'SomeOtherBot SearchBot1', 'FooBot SearchBot1', 'TwoBot', ''].map(
    (each) => ['a policy', each] as const,
  ),
  ['a policy that refers to licences', 'SearchBot1'],
  ['a policy that refuses forged names', 'SearchBot1'],
] as const

test.each(CASES)('under %s kept words change nothing for %j', async (policy, userAgent) => {
  const files = POLICIES[policy]
  const alone: string[] = []
  for (const request of REQUESTS) alone.push(await said(await started(files), userAgent, request))
  const kept = await started(files)
  // Every fourth page: together they are refused, priced, observed, and served with tags.
  for (const page of PAGES.filter((_, i) => i % 4 === 1)) {
    for (const [i, request] of REQUESTS.entries()) {
      await said(kept, userAgent, page)
      expect(await said(kept, userAgent, request)).toBe(alone[i])
    }
  }
})

test('a client that signs as one crawler is logged by the header that was sent', async () => {
  class Signed extends Identifier {
    override async bySignature({ site }: Visit) {
      const agent = site.engine.agents.find('SearchBot1')
      return {
        agent,
        userAgent: 'SearchBot1',
        isCrawler: true,
        unlisted: false,
        assurance: 'signed',
        fault: null,
      } as const
    }
  }
  const { ask, log } = await edge({
    files: POLICIES['a policy'],
    identifier: new Signed(new KeyDirectories(fetch)),
  })
  for (const userAgent of ['SomeOtherBot/1', 'SomeOtherBot/2']) {
    await ask('/private/a', userAgent, { headers: { 'signature-input': 'sig1=()' } })
    expect(log.at(-1)).toMatchObject({
      crawler: { name: 'searchbot1' },
      outcome: 'prohibited',
      userAgent,
    })
  }
})
