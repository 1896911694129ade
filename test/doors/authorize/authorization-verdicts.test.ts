/**
 * The verdicts of the authorization service: preflights, signatures whose keys are slow, and how often one request counts.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { authorizationServer, SERVERS } from '../../../src/doors/authorize/authorize.ts'
import { Edge } from '../../../src/edge/edge.ts'
import type { BundleStore } from '../../../src/edge/platform.ts'
import { bundleOf } from '../../support/bundle.ts'
import {
  ask,
  CRAWLER,
  FILES,
  HOST,
  outcome,
  ROBOTS,
  service,
  verdictIn,
} from '../../support/doors/sent-requests.ts'
import { Signer } from '../../support/edge/signer.ts'
import { raw } from '../../support/node-origin.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

describe('[P7] a CORS preflight', () => {
  const PREFLIGHT = { origin: 'https://a.test', 'access-control-request-method': 'GET' }

  test('of a crawler is answered by the service: the refusal, else 204 without a body', async () => {
    const { url } = await service(
      'caddy',
      {},
      { ...FILES, 'robots.txt': `${ROBOTS}Crawl-delay: 86400\n` },
    )
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
    const server = authorizationServer(
      edge,
      { ...services, paces: null, counter: null },
      SERVERS.caddy!,
    )
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, platform }
  }
  const never = () => new Promise<never>(() => undefined)

  test('where the keys of a signature are slow: the request is judged without them', async () => {
    const { url, platform } = await stuck(null)
    const signer = await Signer.make()
    const signed = await signer.headers({
      url: `http://${HOST}/closed/a`,
      created: Math.floor(Date.now() / 1000) - 5,
    })
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
      'acap_decisions_total{site="site",crawler="closedone",outcome="prohibited",mode="enforce",assurance="unchecked"} 1',
      'acap_request_duration_seconds_count{status="4xx"} 1',
      'acap_request_duration_seconds_count{status="2xx"} 2',
    ])
    expect(log.filter(({ acap }) => acap === 'request')).toHaveLength(1)
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
    expect(log.filter(({ acap }) => acap === 'request')).toEqual([])
    expect(await outcome(url, 'nginx', { path: '/open' })).toBe('page')
    expect(await counted(adminUrl)).toEqual([
      'acap_decisions_total{site="site",crawler="closedone",outcome="permitted",mode="enforce",assurance="unchecked"} 1',
      'acap_request_duration_seconds_count{status="4xx"} 1',
      'acap_request_duration_seconds_count{status="2xx"} 1',
    ])
  })

  test('of a health check counts for nothing', async () => {
    const { url, adminUrl } = await service('haproxy', { admin: ADMIN })
    expect(
      (await raw(url, { method: 'OPTIONS', headers: { host: 'health.invalid' } })).status,
    ).toBe(404)
    expect(await counted(adminUrl)).toBeNull()
  })
})
