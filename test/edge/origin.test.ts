import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { OriginEnv } from '../../src/doors/workers/exchange.ts'
import { askOrigin } from '../../src/doors/workers/proxy-worker.ts'
import { capturedLog } from '../support/edge/edge.ts'

beforeEach(() => void capturedLog())

/** Records the calls of `fetch`; each gets a new answer. */
function fetched(answer: () => Response | Promise<Response> = () => new Response('from the net')) {
  const asked: Request[] = []
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    asked.push(input as Request)
    return answer()
  })
  onTestFinished(() => spy.mockRestore())
  return asked
}

const visitor = (path = '/a', init: RequestInit = {}) =>
  new Request(`https://news.test${path}`, { redirect: 'manual', ...init })
const binding: OriginEnv = { ORIGIN: { fetch: async () => new Response('from the binding') } }

test('the origin is the variable, else the site’s, else the binding, else the zone’s own', async () => {
  const asked = fetched()
  await askOrigin(
    visitor(),
    { ...binding, ORIGIN_URL: 'https://variable.test' },
    'https://site.test',
  )
  await askOrigin(visitor(), binding, 'https://site.test')
  expect(await (await askOrigin(visitor(), binding, null)).text()).toBe('from the binding')
  const own = visitor()
  await askOrigin(own, {}, null)
  expect(asked.map(({ url }) => url)).toEqual([
    'https://variable.test/a',
    'https://site.test/a',
    'https://news.test/a',
  ])
  expect(asked[2]).toBe(own)
})

test('path and query reach another origin character for character, and it learns the public host', async () => {
  const asked = fetched()
  await askOrigin(visitor('//a%2f%E4/;x=1?b=c%20d&e'), {}, 'http://origin.test:8080')
  expect(asked[0]?.url).toBe('http://origin.test:8080//a%2f%E4/;x=1?b=c%20d&e')
  expect(asked[0]?.headers.get('x-forwarded-host')).toBe('news.test')
  expect(asked[0]?.headers.get('x-forwarded-proto')).toBe('https')
})

test('method, headers and body are the visitor’s', async () => {
  const asked = fetched()
  const headers = { 'content-type': 'text/plain', authorization: 'Basic x' }
  await askOrigin(
    visitor('/a', { method: 'PUT', body: 'body', headers }),
    {},
    'https://origin.test',
  )
  expect([
    asked[0]?.method,
    await asked[0]?.text(),
    asked[0]?.headers.get('authorization'),
  ]).toEqual(['PUT', 'body', 'Basic x'])
})

test('a redirect is passed on, and to the origin it is turned to the public host', async () => {
  const LOCATIONS = [
    ['https://origin.test/b?c#d', 'https://news.test/b?c#d'],
    ['https://elsewhere.test/b', 'https://elsewhere.test/b'],
    ['/b', '/b'],
    ['b', 'b'],
    ['?c#d', '?c#d'],
    ['https:b', 'https:b'],
    ['//origin.test/b?c#d', 'https://news.test/b?c#d'],
    ['//ORIGIN.test:443', 'https://news.test/'],
    ['/\\origin.test/b', 'https://news.test/b'],
    ['//elsewhere.test/b', '//elsewhere.test/b'],
    ['//news.test/b', '//news.test/b'],
    ['http://', 'http://'],
  ] as const
  for (const [location, expected] of LOCATIONS) {
    const asked = fetched(() => new Response(null, { status: 301, headers: { location } }))
    const response = await askOrigin(visitor(), {}, 'https://origin.test')
    expect([response.status, response.headers.get('location')]).toEqual([301, expected])
    expect(asked[0]?.redirect).toBe('manual')
  }
})

test('a redirect without a scheme is to the origin in the scheme in which it was asked', async () => {
  fetched(() => new Response(null, { status: 301, headers: { location: '//origin.test:8080/b' } }))
  const response = await askOrigin(visitor(), {}, 'http://origin.test:8080')
  expect(response.headers.get('location')).toBe('https://news.test/b')
})

test('a redirect to a path stays as it is, also where the origin differs from the public host by scheme alone', async () => {
  fetched(() => new Response(null, { status: 301, headers: { location: '/b' } }))
  const response = await askOrigin(visitor(), {}, 'http://news.test')
  expect(response.headers.get('location')).toBe('/b')
})

test('a request that would follow redirects does not', async () => {
  const asked = fetched()
  await askOrigin(new Request('https://news.test/a'), {}, null)
  expect(asked[0]?.redirect).toBe('manual')
})

test('an origin that cannot be reached is a bad gateway', async () => {
  fetched(() => Promise.reject(new Error('connection refused')))
  const response = await askOrigin(visitor(), {}, 'https://origin.test')
  expect([response.status, response.headers.get('cache-control')]).toEqual([502, 'no-store'])
})

test('an origin that stays silent is a gateway timeout', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  fetched(() => new Promise(() => undefined))
  const answer = askOrigin(visitor(), { ORIGIN_TIMEOUT: '5' }, 'https://origin.test')
  vi.advanceTimersByTime(5000)
  expect((await answer).status).toBe(504)
})

test('the origin’s own faults are passed on', async () => {
  fetched(() => new Response('broken', { status: 500 }))
  const response = await askOrigin(visitor(), {}, 'https://origin.test')
  expect([response.status, await response.text()]).toEqual([500, 'broken'])
})
