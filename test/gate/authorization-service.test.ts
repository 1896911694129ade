/**
 * What the authorization service makes of a request that a server tells it of: host, scheme, method and path by their
 * grammars; preflights; signatures whose keys are slow; and how often one request counts.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Edge } from '../../src/edge/edge.ts'
import type { BundleStore } from '../../src/edge/platform.ts'
import { authorizationServer, SERVERS } from '../../src/gate/authorize.ts'
import type { GateSettings } from '../../src/gate/gate.ts'
import { bundleOf } from '../support/bundle.ts'
import { gate } from '../support/gate.ts'
import { exchanged, type Raw, raw } from '../support/node-origin.ts'
import { Signer } from '../support/signer.ts'
import { BROWSER } from '../support/telling-policy.ts'

const HOST = 'news.test'
const CRAWLER = 'ClosedOne/1'
const ROBOTS = 'User-agent: ClosedOne\nDisallow: /closed/\nDisallow: /é/\nDisallow: /a[b\n'
const FILES = { 'robots.txt': ROBOTS, 'site.toml': `hosts = ["${HOST}", "*"]\n` }

/** What a server tells of a request. */
interface Told {
  readonly host?: string
  readonly path?: string
  readonly method?: string
  readonly scheme?: string
  readonly userAgent?: string
  readonly headers?: Readonly<Record<string, string>>
}

const service = (authorize: string, settings: Partial<GateSettings> = {}, files: Record<string, string> = FILES) =>
  gate({ files, answer: () => undefined, settings: { authorize, trust: ['loopback'], ...settings } })

/** How nginx and Caddy (HAProxy, Traefik) tell of a request. */
function headersOf(server: string, { host, path, method, scheme, userAgent, headers }: Told): Record<string, string> {
  const names = server === 'nginx' ? ['host', 'x-original-uri', 'x-original-method'] : FORWARDED
  const values = [host ?? HOST, path ?? '/closed/a', method ?? 'GET']
  const told = Object.fromEntries(names.map((name, i) => [name, values[i]!]))
  return { ...told, 'x-forwarded-proto': scheme ?? 'http', 'user-agent': userAgent ?? CRAWLER, ...headers }
}
const FORWARDED = ['x-forwarded-host', 'x-forwarded-uri', 'x-forwarded-method']

function ask(url: string, server: string, told: Told = {}): Promise<Raw> {
  const { host, ...others } = headersOf(server, told)
  return raw(url, { setHost: false, headers: host === '' || host === undefined ? others : { host, ...others } })
}

/** What becomes of a request: the page, or the status and the verdict of another answer. */
async function outcome(url: string, server: string, told: Told = {}): Promise<string> {
  const answer = await ask(url, server, told)
  if (server !== 'nginx') return verdictIn(answer)
  if (answer.status === 200) return 'page'
  expect(answer.status).toBe(403)
  const headers = { 'x-acap-answer': String(answer.headers['acap-answer']) }
  return String((await ask(url, server, { ...told, headers })).status)
}

function verdictIn({ status, headers }: Raw): string {
  const verdict = headers['acap-verdict']
  return verdict === 'permit' ? 'page' : verdict === undefined ? String(status) : `${status} ${String(verdict)}`
}

const MALFORMED: Readonly<Record<string, string>> = {
  nginx: '400',
  caddy: '400 malformed',
  haproxy: '400 malformed',
  traefik: '400',
}
const REFUSED: Readonly<Record<string, string>> = {
  ...MALFORMED,
  nginx: '403',
  caddy: '403 answer',
  haproxy: '403 answer',
  traefik: '403',
}

describe.each(Object.keys(MALFORMED))('a request that %s tells of', (server) => {
  const permitted = server === 'traefik' ? '200' : 'page'

  test('is judged by the path that the server serves, no matter what its host says', async () => {
    const { url } = await service(server)
    for (const host of [HOST, 'NEWS.TEST.', `${HOST}:8080`, 'other.test', '1.2.3.4.5', '[::1]', 'example.1', 'a,b']) {
      expect([host, await outcome(url, server, { host })]).toEqual([host, REFUSED[server]])
      expect([host, await outcome(url, server, { host, path: '/open' })]).toEqual([host, permitted])
      expect([host, await outcome(url, server, { host, userAgent: BROWSER })]).toEqual([host, permitted])
    }
  })

  test('is malformed where its host or scheme breaks the grammar', async () => {
    const { url } = await service(server)
    for (const userAgent of [CRAWLER, BROWSER]) {
      for (const host of ['news.test?x', 'a@b', 'news.test:99999', 'news.test#', 'news.test/x', '[::1', 'a b', ':80']) {
        expect([host, await outcome(url, server, { host, userAgent })]).toEqual([host, MALFORMED[server]])
      }
      for (const scheme of ['ht tp', 'http, https', '1http', 'http:']) {
        expect([scheme, await outcome(url, server, { scheme, userAgent })]).toEqual([scheme, MALFORMED[server]])
      }
    }
  })

  test('is malformed for no character of its path, and for no method', async () => {
    const { url } = await service(server)
    for (const path of ['[', '|', '"', '{', '^', '%', '%zz', '\u00c3\u00a9', '\u00ff', '\t', '#a', '\\a']) {
      expect([path, await outcome(url, server, { path: `/open${path}`, userAgent: BROWSER })]).toEqual([
        path,
        permitted,
      ])
      expect([path, await outcome(url, server, { path: `/closed/${path}` })]).toEqual([path, REFUSED[server]])
    }
    for (const method of ['M-SEARCH', 'get', 'TRACE', 'FOO', "!#$%&'*+-.^_`|~1"]) {
      expect([method, await outcome(url, server, { method, userAgent: BROWSER })]).toEqual([method, permitted])
      expect([method, await outcome(url, server, { method })]).toEqual([method, REFUSED[server]])
    }
    expect(await outcome(url, server, { method: 'G ET' })).toBe(MALFORMED[server])
    expect(await outcome(url, server, { path: 'closed/a' })).toBe(MALFORMED[server])
  })

  test('[P2] matches a rule by its octets', async () => {
    const { url } = await service(server)
    for (const path of ['/\u00c3\u00a9/', '/%C3%A9/', '/a[bc', '/a%5Bbc']) {
      expect([path, await outcome(url, server, { path })]).toEqual([path, REFUSED[server]])
    }
    for (const path of ['/\u00e9/', '/%E9/', '/\u00c3/']) {
      expect([path, await outcome(url, server, { path })]).toEqual([path, permitted])
    }
  })

  test('[P6] is judged by what the origin makes of the path as it was sent', async () => {
    const { url } = await service(server)
    for (const path of ['/closed/../open', '/closed/a\\..\\..\\open', '/open#/../closed/a', '/closed/a#/../../open']) {
      expect([path, await outcome(url, server, { path })]).toEqual([path, REFUSED[server]])
      expect([path, await outcome(url, server, { path, userAgent: BROWSER })]).toEqual([path, permitted])
    }
  })

  test('without a host is that of a host that no site has', async () => {
    const files = { 'robots.txt': ROBOTS, 'site.toml': `hosts = ["${HOST}"]\n` }
    const { url, log } = await service(server, {}, files)
    expect(await outcome(url, server, { host: '' })).toBe(permitted)
    expect(await outcome(url, server)).toBe(REFUSED[server])
    expect(log.filter(({ acap }) => acap === 'host')).toEqual([])
  })
})

test('nginx writes by which host it has chosen its configuration: another one in Host is malformed', async () => {
  const { url } = await service('nginx', {}, { 'robots.txt': ROBOTS, 'site.toml': `hosts = ["${HOST}"]\n` })
  const told = (host: string, chosen: string) => outcome(url, 'nginx', { host, headers: { 'x-original-host': chosen } })
  expect(await told(HOST, HOST)).toBe('403')
  expect(await told(`${HOST}.:8080`, HOST)).toBe('403')
  expect(await told('other.test', HOST)).toBe('400')
  expect(await told(HOST, 'other.test')).toBe('400')
})

test('what the server lets through is no fault of the client: no header is too long, too many or too odd', async () => {
  const { url } = await service('caddy')
  const told = Object.entries(headersOf('caddy', { userAgent: '' })).map(([name, value]) => `${name}: ${value}`)
  const asked = async (...lines: readonly string[]) =>
    /^HTTP\/1\.1 \d+/.exec(
      await exchanged(url, ['GET / HTTP/1.1', ...told, ...lines, 'Connection: close', '', ''].join('\r\n')),
    )?.[0]
  const many = Array.from({ length: 3000 }, (_, i) => `X-${i}: y`)
  expect(await asked(...many, `User-Agent: ${CRAWLER}`)).toBe('HTTP/1.1 403')
  expect(await asked(`X-Long: ${'y'.repeat(1_000_000)}`, `User-Agent: ${CRAWLER}`)).toBe('HTTP/1.1 403')
  expect(await asked(`User-Agent: ${CRAWLER} \u0001`)).toBe('HTTP/1.1 403')
})

describe('[P7] a CORS preflight', () => {
  const PREFLIGHT = { origin: 'https://a.test', 'access-control-request-method': 'GET' }

  test('of a crawler is answered by the service: the refusal, else 204 without a body', async () => {
    const { url } = await service('caddy', {}, { ...FILES, 'robots.txt': `${ROBOTS}Crawl-delay: 86400\n` })
    const preflight = (path: string, userAgent: string) =>
      ask(url, 'caddy', { method: 'OPTIONS', path, userAgent, headers: PREFLIGHT })
    expect(verdictIn(await preflight('/closed/a', CRAWLER))).toBe('403 answer')
    for (let i = 0; i < 3; i++) {
      const { status, headers, body } = await preflight('/open', CRAWLER)
      expect([status, headers['acap-verdict'], String(body)]).toEqual([204, 'answer', ''])
    }
    expect(verdictIn(await preflight('/closed/a', BROWSER))).toBe('page')
    expect(await outcome(url, 'caddy', { path: '/open' })).toBe('page')
    expect(await outcome(url, 'caddy', { path: '/open' })).toBe('429 answer')
  })
})

describe('a verdict comes before the server gives up', () => {
  afterEach(() => void vi.useRealTimers())

  /** A service whose fetches never end, on a clock that stands still. */
  async function stuck(bundles: BundleStore | null) {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const platform = { log: { ...console, log: () => undefined }, fetchKeys: vi.fn(never) }
    const services = { platform, isTrusted: () => true, bundles }
    const edge = new Edge(platform, { bundle: await bundleOf({ site: FILES }) })
    const server = authorizationServer(edge, { ...services, paces: null, decisions: null }, SERVERS.caddy!)
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, platform }
  }
  const never = () => new Promise<never>(() => undefined)

  test('where the keys of a signature are slow: the request is judged without them', async () => {
    const { url, platform } = await stuck(null)
    const signer = await Signer.make()
    const signed = await signer.headers({ url: `http://${HOST}/closed/a`, created: Math.floor(Date.now() / 1000) - 5 })
    expect(await outcome(url, 'caddy', { headers: signed })).toBe('403 answer')
    expect(platform.fetchKeys).toHaveBeenCalledOnce()
  })

  test('where newer policies are slow: half a second is all that a crawler waits', async () => {
    const { url } = await stuck({ get: never })
    const answer = outcome(url, 'caddy')
    await vi.waitUntil(() => vi.getTimerCount() > 0)
    vi.advanceTimersByTime(500)
    expect(await answer).toBe('403 answer')
  })
})

describe('one request', () => {
  const ADMIN = { host: '127.0.0.1', port: 0 }
  const counted = async (adminUrl: string | null) => {
    const text = String((await raw(`${adminUrl}/metrics`)).body)
    return text.match(/^(?:acap_decisions_total|acap_request_duration_seconds_count).*/gm)
  }

  test('counts once, is logged once, and uses its signature up once, also where nginx asks twice', async () => {
    const { url, adminUrl, log } = await service('nginx', { admin: ADMIN })
    expect(await outcome(url, 'nginx')).toBe('403')
    expect(await outcome(url, 'nginx', { path: '/robots.txt', userAgent: BROWSER })).toBe('200')
    expect(await outcome(url, 'nginx', { userAgent: BROWSER })).toBe('page')
    expect(await counted(adminUrl)).toEqual([
      'acap_decisions_total{site="site",crawler="closedone",outcome="prohibited",mode="enforce"} 1',
      'acap_request_duration_seconds_count{status="4xx"} 1',
      'acap_request_duration_seconds_count{status="2xx"} 2',
    ])
    expect(log.filter(({ acap }) => acap === 'decision')).toHaveLength(1)
  })

  test('is judged again where another gate has its answer, and counts for no rate then', async () => {
    const files = { ...FILES, 'robots.txt': `${ROBOTS}Crawl-delay: 86400\n` }
    const { url, adminUrl, log } = await service('nginx', { admin: ADMIN }, files)
    const elsewhere = { 'x-acap-answer': 'of-another-gate' }
    const answers = [
      await ask(url, 'nginx', { headers: elsewhere }),
      await ask(url, 'nginx', { path: '/open', headers: elsewhere }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 503])
    expect(log.filter(({ acap }) => acap === 'decision')).toEqual([])
    expect(await outcome(url, 'nginx', { path: '/open' })).toBe('page')
    expect(await counted(adminUrl)).toEqual([
      'acap_decisions_total{site="site",crawler="closedone",outcome="permitted",mode="enforce"} 1',
      'acap_request_duration_seconds_count{status="4xx"} 1',
      'acap_request_duration_seconds_count{status="2xx"} 1',
    ])
  })

  test('of a health check counts for nothing', async () => {
    const { url, adminUrl } = await service('haproxy', { admin: ADMIN })
    expect((await raw(url, { method: 'OPTIONS', headers: { host: 'health.invalid' } })).status).toBe(404)
    expect(await counted(adminUrl)).toBeNull()
  })
})
