import { expect, test } from 'vitest'
import { HostIndex } from '../../src/decide/hosts.ts'
import { judge, type SiteContext, siteContextsOf } from '../../src/decide/judge.ts'
import { readPlace } from '../../src/decide/read-place.ts'
import { createApp } from '../../src/doors/workers/proxy-worker.ts'
import { EntryJudge } from '../../src/logs/judge/judge-entry.ts'
import { decode } from '../../src/program/decode.ts'
import { cutUrl, requestUrl } from '../../src/words/resolved-url.ts'
import { random } from '../support/base/random.ts'
import { bundleOf } from '../support/bundle.ts'
import { BROWSER, capturedLog } from '../support/edge/edge.ts'
import { logEntry } from '../support/logs/log-lines.ts'

const REQUESTS = 4000

const ROBOTS = `User-agent: *
Disallow: /conventional/
Disallow: /*.pdf$

User-agent: NamedBot
Disallow: /

ACAP-crawler: *
ACAP-disallow-crawl: /private/
ACAP-request-take-down: /gone.html

ACAP-crawler: SearchBot1
ACAP-allow-crawl: /private/search/
`

const ROUTES = `
[[route]]
match = "/off/"
mode = "off"
[[route]]
match = "/watched/"
mode = "observe"
[[route]]
match = "/strict/"
mode = "enforce"
fields = ["disallow-crawl"]
[[route]]
match = "/here/"
location = true
`

const site = (hosts: string, more: string) => ({
  'robots.txt': ROBOTS,
  'site.toml': `hosts = ${hosts}\ncanonical = "https://a.test"\nexempt = ["/health", "/free/*"]\n${more}${ROUTES}`,
})

const REFUSING = '[identify]\nfailed = "refuse"\n'
const SITES = {
  a: site('["a.test", "mirror.test:8080"]', ''),
  observing: site('["observing.test"]', 'mode = "observe"\n'),
  off: site('["off.test"]', 'mode = "off"\n'),
  refusing: site('["refusing.test"]', REFUSING),
  folding: site(
    '["folding.test"]',
    '[paths]\ndistinct = ["params"]\nfolds = ["double-encoding", "case"]\ntake-down-query = "any"\n',
  ),
}
const OTHERS = {
  'a site for the rest': { '*': site('["*"]', 'unknown = "pass"\n') },
  'hosts of no site refused': { '*': site('["*"]', 'unknown = "refuse"\n') },
  'no site for the rest': {},
}

const HOSTS = [
  ...[
    'a.test',
    'A.TEST',
    'a.test.',
    'a.test:443',
    'a.test..',
    'mirror.test:8080',
    'mirror.test',
    'mirror.test:81',
  ],
  ...[
    'observing.test',
    'off.test',
    'refusing.test',
    'folding.test',
    'nobody.test',
    'nobody.test.:99',
    '127.0.0.1',
  ],
]
const AGENTS = [
  'SearchBot1/1.0',
  'NamedBot/2',
  'KnownBot/1',
  'SearchBot1 NamedBot',
  'curl/8',
  '',
  BROWSER,
  'FeedBot/1',
]
const ADDRESSES = [null, '192.0.2.1', '198.51.100.1', '2001:db8::1', 'nonsense']
const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'PUT']
const HEADS = [
  '/private/',
  '/private/search/',
  '/conventional/',
  '/off/',
  '/watched/',
  '/strict/',
  '/here/',
  '/free/',
  '/',
]
const MIDDLES = [
  '',
  '..%2f',
  '..;/',
  '/',
  './',
  'x/../',
  '%2e%2e/',
  '..\\',
  'x%2f..%2f',
  '%252e%252e%252f',
  ';a/',
  'CONVENTIONAL/',
]
const TAILS = [
  '',
  'a.html',
  'private/a',
  'strict/b',
  'gone.html',
  'x.pdf',
  'x.pdf?',
  'health',
  'robots.txt',
  '.well-known/a',
]
const ENDINGS = ['', '', '?', '/', '?a=b', ';x', '%2f', '/.', '#a', '?/private/']

const networks = [
  {
    name: 'searchbot1',
    fresh: true,
    v4: Uint32Array.of(0xc0000201, 0xc0000201),
    v6: new Uint32Array(0),
  },
]
const known = { SearchBot1: 'search', KnownBot: 'training', FeedBot: 'feed' } as const

interface Question {
  readonly host: string
  readonly sent: string
  readonly userAgent: string
  readonly address: string | null
  readonly method: string
}

function questions(): readonly Question[] {
  const roll = random(20261122)
  const of = <Item>(items: readonly Item[]): Item => items[roll(items.length)]!
  return Array.from({ length: REQUESTS }, () => ({
    host: of(HOSTS),
    sent: of(HEADS) + of(MIDDLES) + of(TAILS) + of(ENDINGS),
    userAgent: of(AGENTS),
    address: of(ADDRESSES),
    method: of(METHODS),
  }))
}

/** What becomes of a request: `passed` is the origin's answer, `file` a file of the policy's. */
type Fate = 'passed' | 'file' | 'refused' | 'misdirected' | 'malformed'

/** As the author's tools say. */
function byTools(
  sites: HostIndex<{ config: SiteContext['site']['config']; context: SiteContext }>,
  asked: Question,
): Fate {
  const url = requestUrl(`https://${asked.host}${asked.sent}`)
  if (url === null) return 'malformed'
  const found = sites.at(cutUrl(url).host)
  if (found === 'refuse') return 'misdirected'
  if (found === 'pass') return 'passed'
  const { context } = found
  const place = readPlace(url, context.home)
  const { kind, mode, outcome } = judge(context, {
    ...place,
    userAgent: asked.userAgent,
    now: Date.now(),
    from: asked.address,
    method: asked.method,
  })
  if (kind === 'exempt')
    return place.target.split('?')[0] === '/robots.txt' && asked.method !== 'OPTIONS'
      ? 'file'
      : 'passed'
  return kind === 'reader' || outcome === 'permitted' || mode !== 'enforce' ? 'passed' : 'refused'
}

/** As the edge does. */
async function byEdge(
  app: ReturnType<typeof createApp>,
  { host, sent, userAgent, address, method }: Question,
): Promise<Fate> {
  const headers = new Headers({ ...(userAgent !== '' && { 'user-agent': userAgent }) })
  if (address !== null) headers.set('cf-connecting-ip', address)
  const url = `https://${host}${sent}`
  const request = Object.defineProperty(new Request(url, { method, headers }), 'url', {
    value: url,
  })
  const ORIGIN = { fetch: async () => new Response('page', { headers: { 'x-origin': 'yes' } }) }
  const response = await app.fetch(
    request,
    { ORIGIN } as never,
    { waitUntil: () => undefined } as never,
  )
  await response.body?.cancel()
  if (response.headers.has('x-origin')) return 'passed'
  if (response.status === 421) return 'misdirected'
  if (response.status === 400) return 'malformed'
  return [403, 410, 414].includes(response.status) ? 'refused' : 'file'
}

test.each(Object.entries(OTHERS))(
  `the edge and the author's tools judge ${REQUESTS} requests alike, with %s`,
  async (_, more) => {
    capturedLog()
    const bundle = await bundleOf({ ...SITES, ...more }, { known, networks })
    const decoded = decode(bundle)
    if (!decoded.ok) throw new Error(decoded.error.message)
    const contexts = siteContextsOf(decoded.bundle)
    const sites = new HostIndex(
      contexts.map((context) => ({ config: context.site.config, context })),
    )
    const replay = new EntryJudge({ contexts, robots: null, others: [], now: 0 })
    const app = createApp({ bundle })
    const fates = new Map<Fate, number>()
    for (const asked of questions()) {
      const fate = await byEdge(app, asked)
      fates.set(fate, (fates.get(fate) ?? 0) + 1)
      expect(byTools(sites, asked), JSON.stringify(asked)).toBe(fate)
      expect(byReplay(replay, asked), `replay: ${JSON.stringify(asked)}`).toBe(fate === 'refused')
    }
    for (const fate of ['passed', 'file', 'refused'] as const)
      expect(fates.get(fate), fate).toBeGreaterThan(10)
  },
)

/** Whether `acap replay` counts a line of a log as refused. */
function byReplay(
  replay: EntryJudge,
  { host, sent, userAgent, address, method }: Question,
): boolean {
  const time = Date.now()
  const judgement = replay.judge(
    logEntry({ host, ip: address ?? '', time, method, target: sent, userAgent }),
  )
  return judgement?.kind === 'crawler' && judgement.outcome !== 'permitted' && !judgement.observed
}
