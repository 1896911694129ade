/**
 * The edge keeps the last words about a crawler. Whatever it kept, it says what one says that has just been started.
 */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { edge, type TestedEdge } from '../support/edge.ts'

const ROBOTS = `User-agent: *
Disallow: /old/
Disallow: /odd/
Comment: ask us

User-agent: OtherBot
Robot-version: 2
Allow: /old/
Allow: /spring/
Visit-time: 0600-0845

ACAP-crawler: *
ACAP-disallow-crawl: /private/
ACAP-disallow-crawl: /twin/*1
ACAP-disallow-crawl: /twin/*2
ACAP-crawler: SearchBot1
ACAP-allow-crawl: /private/open/
ACAP-disallow-crawl: /private/open/shut/
`
const SITE = `hosts = ["news.test", "other.test"]
canonical = "https://news.test"
[refuse]
terms = "https://news.test/terms"
[crawlers.SearchBot1]
networks = ["searchbot"]
[[route]]
match = "/spring/"
location = true
[[route]]
match = "/paid/"
fields = ["disallow-crawl"]
[[route]]
match = "/private/paid/"
[route.refuse]
status = 402
headers = { "crawler-price" = "USD 1" }
[[route]]
match = "/watched/"
mode = "observe"
fields = ["disallow-crawl"]
`
const REFERENCES = `ACAP-version: 1.1
${ROBOTS}ACAP-allow-other: /private/a usage-ref=https://news.test/licence\n`
const REFUSES = `${SITE}[identify]\nfailed = "refuse"\n`

const POLICIES = [
  { 'robots.txt': ROBOTS, 'site.toml': SITE },
  { 'robots.txt': REFERENCES, 'site.toml': SITE },
  { 'robots.txt': ROBOTS, 'site.toml': REFUSES },
]

const PATHS = ['/', '/old/a', '/old/b', '/odd/', '/private/a', '/private/b', '/private/open/a', '/private/open/shut/a']
const MORE = ['/private/paid/a', '/paid/', '/spring/', '/watched/', '/meta', '/twin/1', '/twin/12']

const SHUT = '<title>x</title><meta name="robots" content="ACAP disallow-crawl"><p>y'
const network = { name: 'searchbot', fresh: true, v4: Uint32Array.of(0xc0000200, 0xc00002ff), v6: new Uint32Array() }

/** An edge in front of pages of which one withholds itself. */
const started = (files: (typeof POLICIES)[number]): Promise<TestedEdge> =>
  edge({
    files,
    networks: [network],
    known: { OtherBot: 'archive' },
    origin: (request) =>
      new Response(request.url.endsWith('/meta') ? SHUT : 'a page', { headers: { 'content-type': 'text/html' } }),
  })

const request = fc.record({
  path: fc.constantFrom(...PATHS, ...MORE),
  home: fc.constantFrom('https://news.test', 'https://other.test', 'https://other.test:8443'),
  userAgent: fc.constantFrom('SearchBot1/1.0', 'SearchBot1/2.0', 'OtherBot', ''),
  address: fc.constantFrom(null, '192.0.2.7', '198.51.100.7'),
  signature: fc.constantFrom(null, null, '"'),
  accept: fc.constantFrom('*/*', 'application/problem+json'),
  method: fc.constantFrom('GET', 'GET', 'HEAD'),
  now: fc.constantFrom('2026-05-01T07:00Z', '2026-05-01T12:00Z'),
})
type Asked = typeof request extends fc.Arbitrary<infer T> ? T : never

/** All that a crawler, and who reads the log, gets to see. The log is that of the edge that was started last. */
async function said({ ask }: TestedEdge, { log }: TestedEdge, asked: Asked): Promise<unknown> {
  const { path, home, userAgent, address, signature, accept, method, now } = asked
  vi.setSystemTime(now)
  const sent: Readonly<Record<string, string | null>> = {
    'cf-connecting-ip': address,
    'signature-input': signature,
    accept,
  }
  const headers = Object.entries(sent).filter((header): header is [string, string] => header[1] !== null)
  const before = log.length
  const answer = await ask(home + path, userAgent, { method, headers })
  return { status: answer.status, headers: [...answer.headers], text: await answer.text(), log: log.slice(before) }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** A request, and the next one, which is like it but for some things. */
const pair = fc
  .tuple(request, request, fc.subarray(['path', 'home', 'address', 'signature', 'accept', 'now']))
  .map(([first, other, changed]) => {
    const kept = Object.entries(other).filter(([name]) => (changed as string[]).includes(name))
    return [first, { ...first, ...Object.fromEntries(kept) }] as const
  })

test.each(POLICIES)('kept words change nothing', async (files) => {
  await fc.assert(
    fc.asyncProperty(pair, async ([first, next]) => {
      const kept = await started(files)
      await said(kept, kept, first)
      const fresh = await started(files)
      expect(await said(kept, fresh, next)).toEqual(await said(fresh, fresh, next))
    }),
    { numRuns: 500 },
  )
})

test.each(['/twin/1', '/twin/2'])(
  'a page that two rules withhold says so after one that one does: %s',
  async (path) => {
    const { ask } = await started(POLICIES[0]!)
    expect(await (await ask(path)).text()).not.toContain('more')
    expect(await (await ask('/twin/12')).text()).toContain('and 1 more')
  },
)
