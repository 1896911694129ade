import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../../src/doors/workers/proxy-worker.ts'
import { bundleOf } from '../support/bundle.ts'
import { BROWSER, CRAWLER, capturedLog } from '../support/edge/edge.ts'

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
  const bundle = () =>
    bundleOf({ a: site('["a.test", "www.a.test"]', '/a'), b: site('["b.test:8080"]', '/b') }, KNOWN)

  test('are found by host, and by port where they name one', async () => {
    const ask = askAs(await bundle())
    const statuses = async (...urls: string[]) =>
      Promise.all(urls.map(async (url) => (await ask(url)).status))
    expect(
      await statuses('https://a.test/a', 'https://WWW.a.test/a', 'http://a.test:99/a'),
    ).toEqual([403, 403, 403])
    expect(await statuses('https://a.test/b', 'http://b.test:8080/b', 'http://b.test/b')).toEqual([
      200, 403, 200,
    ])
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
    const strict = await bundleOf(
      { a: site('["a.test", "*"]', '/a', 'unknown = "refuse"\n') },
      KNOWN,
    )
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
        expect([userAgent, response.status, response.headers.get('retry-after')]).toEqual([
          userAgent,
          503,
          '120',
        ])
      }
      expect((await ask('https://a.test/robots.txt', BROWSER)).status).toBe(503)
    })
  }

  test('(cut short by one byte) does not count as one without rules', async () => {
    const whole = await bundleOf({ a: site('["a.test"]', '/a') }, KNOWN)
    expect((await askAs(whole.slice(0, -1))('https://a.test/')).status).toBe(503)
  })
})

describe('a newer bundle in KV', () => {
  const shipped = () => bundleOf({ a: site('["a.test"]', '/old') }, KNOWN)
  const newer = () => bundleOf({ a: site('["a.test"]', '/new') }, KNOWN)
  const storeOf = (get: () => Promise<ArrayBuffer | null>) => ({ POLICIES: { get: vi.fn(get) } })
  const clock = () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
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

  test('is looked for again after half a minute, and is replaced once it is gone', async () => {
    clock()
    let bytes: ArrayBuffer | null = null
    const ask = askAs(
      await shipped(),
      storeOf(async () => bytes),
    )
    expect((await ask('https://a.test/old')).status).toBe(403)
    bytes = await newer()
    expect((await ask('https://a.test/old')).status).toBe(403)
    vi.advanceTimersByTime(30_000)
    expect((await ask('https://a.test/old')).status).toBe(200)
    bytes = null
    vi.advanceTimersByTime(30_000)
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
    for (const fault of [
      async () => good.slice(1),
      async () => Promise.reject(new Error('down')),
    ]) {
      answer = fault
      vi.advanceTimersByTime(30_000)
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

describe('a bundle with one damaged site', () => {
  /** A bundle of two sites; the second one's section, which is the last, is damaged. */
  const damaged = async (more = '') => {
    const bytes = await bundleOf(
      { a: site('["a.test"]', '/a'), b: site('["b.test"]', '/b', more) },
      KNOWN,
    )
    const octets = new Uint8Array(bytes)
    const at = octets.length - 40
    octets[at] = octets[at]! ^ 1
    return bytes
  }

  test('closes that site to crawlers, and to readers nothing', async () => {
    const ask = askAs(await damaged())
    const answers = [
      await ask('https://b.test/b', BROWSER),
      await ask('https://b.test/x', CRAWLER),
      await ask('https://b.test/x', 'SomeBot/1.0'),
      await ask('https://b.test/x', ''),
      await ask('https://b.test/robots.txt', BROWSER),
      await ask('https://a.test/a', CRAWLER),
      await ask('https://a.test/x', CRAWLER),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 503, 503, 503, 503, 403, 200])
    expect(await answers[0]!.text()).toBe('from the origin')
    expect(answers[1]!.headers.get('retry-after')).not.toBeNull()
  })

  test('says so once in the log', async () => {
    const ask = askAs(await damaged())
    const lines = capturedLog()
    for (let i = 0; i < 3; i++) await ask('https://b.test/b', BROWSER)
    expect(lines.filter((line) => JSON.stringify(line).includes('site `b`'))).toHaveLength(1)
  })

  test('refuses nobody where that site only observes', async () => {
    const ask = askAs(await damaged('mode = "observe"\n'))
    expect((await ask('https://b.test/b', CRAWLER)).status).toBe(200)
  })

  test('fetches the pages of that site from its own origin', async () => {
    const asked: string[] = []
    const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation(async (request) => {
      asked.push((request as Request).url)
      return new Response('from the origin')
    })
    onTestFinished(() => fetching.mockRestore())
    const ask = askAs(await damaged('origin = "https://origin.test"\n'))
    await ask('https://b.test/b', BROWSER)
    expect(asked).toEqual(['https://origin.test/b'])
  })
})
