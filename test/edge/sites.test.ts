import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../../src/platforms/workers/app.ts'
import { bundleOf } from '../support/bundle.ts'
import { BROWSER, CRAWLER, capturedLog } from '../support/edge.ts'

const site = (hosts: string, path: string, more = '') => ({
  'robots.txt': `User-agent: *\nDisallow: ${path}\n`,
  'site.toml': `hosts = ${hosts}\n${more}`,
})
const ORIGIN = { fetch: async () => new Response('from the origin') }

/** Asks an app as a crawler. */
const askAs = (bundle: ArrayBuffer, env: object = {}) => {
  capturedLog()
  const app = createApp({ bundle })
  const waiting: Promise<unknown>[] = []
  const context = {
    waitUntil: (work: Promise<unknown>) => void waiting.push(work),
    passThroughOnException: () => undefined,
  }
  return async (url: string, userAgent = CRAWLER) => {
    const request = new Request(url, { headers: { 'user-agent': userAgent }, redirect: 'manual' })
    return app.fetch(request, { ORIGIN, ...env } as never, context as never)
  }
}

const KNOWN = { known: { SearchBot1: 'search' } } as const

describe('many sites', () => {
  const bundle = () => bundleOf({ a: site('["a.test", "www.a.test"]', '/a'), b: site('["b.test:8080"]', '/b') }, KNOWN)

  test('are told apart by host, and by port where they say so', async () => {
    const ask = askAs(await bundle())
    const statuses = async (...urls: string[]) => Promise.all(urls.map(async (url) => (await ask(url)).status))
    expect(await statuses('https://a.test/a', 'https://WWW.a.test/a', 'http://a.test:99/a')).toEqual([403, 403, 403])
    expect(await statuses('https://a.test/b', 'http://b.test:8080/b', 'http://b.test/b')).toEqual([200, 403, 200])
    expect(await (await ask('http://b.test:8080/robots.txt')).text()).toContain('Disallow: /b')
  })

  test('leave a host that no site names alone', async () => {
    const ask = askAs(await bundle())
    expect(await (await ask('https://c.test/robots.txt')).text()).toBe('from the origin')
  })

  test('answer for any host by the site of `*`, or refuse unknown ones', async () => {
    const any = await bundleOf({ a: site('["a.test"]', '/a'), any: site('["*"]', '/every') }, KNOWN)
    expect((await askAs(any)('https://c.test/every')).status).toBe(403)
    expect((await askAs(any)('https://a.test/every')).status).toBe(200)
    const strict = await bundleOf({ a: site('["a.test", "*"]', '/a', 'unknown = "refuse"\n') }, KNOWN)
    expect((await askAs(strict)('https://c.test/', BROWSER)).status).toBe(421)
    expect((await askAs(strict)('https://a.test/', BROWSER)).status).toBe(200)
  })

  test('can be switched off', async () => {
    const ask = askAs(await bundleOf({ a: site('["a.test"]', '/a', 'mode = "off"\n') }, KNOWN))
    expect(await (await ask('https://a.test/a')).text()).toBe('from the origin')
    expect(await (await ask('https://a.test/robots.txt')).text()).toBe('from the origin')
  })
})

describe('a bundle that cannot be read', () => {
  const BROKEN = { empty: new ArrayBuffer(0), foreign: new ArrayBuffer(4096) }
  for (const [name, bundle] of Object.entries(BROKEN)) {
    test(`(${name}) leaves readers alone and keeps crawlers waiting`, async () => {
      const ask = askAs(bundle)
      expect(await (await ask('https://a.test/a', BROWSER)).text()).toBe('from the origin')
      for (const userAgent of ['', 'GoogleBot', 'a-crawler', 'Baiduspider']) {
        const response = await ask('https://a.test/a', userAgent)
        expect([userAgent, response.status, response.headers.get('retry-after')]).toEqual([userAgent, 503, '120'])
      }
      expect((await ask('https://a.test/robots.txt', BROWSER)).status).toBe(503)
    })
  }

  test('(cut short by one byte) is not taken for one without rules', async () => {
    const whole = await bundleOf({ a: site('["a.test"]', '/a') }, KNOWN)
    expect((await askAs(whole.slice(0, -1))('https://a.test/')).status).toBe(503)
  })
})

describe('a newer bundle in KV', () => {
  const shipped = () => bundleOf({ a: site('["a.test"]', '/old') }, KNOWN)
  const newer = () => bundleOf({ a: site('["a.test"]', '/new') }, KNOWN)
  const storeOf = (get: () => Promise<ArrayBuffer | null>) => ({ POLICIES: { get: vi.fn(get) } })
  const clock = () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
  }

  test('is in force for the first crawler that asks', async () => {
    const bytes = await newer()
    const env = storeOf(async () => bytes)
    const ask = askAs(await shipped(), env)
    expect((await ask('https://a.test/new')).status).toBe(403)
    expect((await ask('https://a.test/old')).status).toBe(200)
    expect(env.POLICIES.get).toHaveBeenCalledTimes(1)
  })

  test('is looked for again after half a minute, and once gone gives way', async () => {
    clock()
    let bytes: ArrayBuffer | null = null
    const ask = askAs(
      await shipped(),
      storeOf(async () => bytes),
    )
    expect((await ask('https://a.test/old')).status).toBe(403)
    bytes = await newer()
    expect((await ask('https://a.test/old')).status).toBe(403)
    vi.setSystemTime(Date.now() + 30_000)
    expect((await ask('https://a.test/old')).status).toBe(200)
    bytes = null
    vi.setSystemTime(Date.now() + 30_000)
    expect((await ask('https://a.test/old')).status).toBe(403)
  })

  test('that is broken, or a store that is down, leaves the last good one in force', async () => {
    clock()
    const good = await newer()
    let answer: () => Promise<ArrayBuffer | null> = async () => good
    const ask = askAs(
      await shipped(),
      storeOf(() => answer()),
    )
    expect((await ask('https://a.test/new')).status).toBe(403)
    for (const fault of [async () => good.slice(1), async () => Promise.reject(new Error('down'))]) {
      answer = fault
      vi.setSystemTime(Date.now() + 30_000)
      expect((await ask('https://a.test/new')).status).toBe(403)
    }
  })

  test('keeps no reader waiting', async () => {
    const ask = askAs(
      await shipped(),
      storeOf(() => new Promise(() => undefined)),
    )
    expect((await ask('https://a.test/old', BROWSER)).status).toBe(200)
  })
})
