import { Hono } from 'hono'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { acap } from '../../src/doors/hono/node.ts'
import { bundleOf } from '../support/bundle.ts'
import { requestLines } from '../support/logs/log-line.ts'
import { BROWSER } from '../support/tagging-policy.ts'

const network = {
  name: 'searchbot',
  fresh: true,
  v4: Uint32Array.of(0xc0000200, 0xc00002ff),
  v6: new Uint32Array(),
}
const FILES = {
  'robots.txt':
    'User-agent: *\nDisallow: /private/\n\nUser-agent: SearchBot1\nAllow: /private/\nDisallow: /closed/\n',
  'site.toml':
    'hosts = ["news.test"]\ndecision-header = true\n[crawlers.SearchBot1]\nnetworks = ["searchbot"]\n',
}
const bundle = await bundleOf(
  { news: FILES },
  { known: { SearchBot1: 'search' }, networks: [network] },
)

/** What servers of three kinds hand to an app beside a request. */
const HANDED: Readonly<Record<string, (address: string) => object>> = {
  '@hono/node-server': (remoteAddress) => ({ incoming: { socket: { remoteAddress } } }),
  'Deno.serve': (hostname) => ({ remoteAddr: { hostname } }),
  'Bun.serve': (address) => ({ requestIP: () => ({ address }) }),
}

const appWith = (trust: readonly string[] = []) => {
  const app = new Hono()
  app.use(acap({ bundle, trust }))
  app.get('*', (c) => c.text('a page'))
  return app
}

const ask = async (
  app: Hono,
  path: string,
  userAgent: string,
  from: object = {},
  headers: HeadersInit = {},
) => {
  const sent = new Headers(headers)
  sent.set('user-agent', userAgent)
  const answer = await app.request(`https://news.test${path}`, { headers: sent }, from)
  const assurance = /assurance=(\w+)/.exec(answer.headers.get('acap-decision') ?? '')?.[1] ?? null
  return [answer.status, assurance]
}

describe('the middleware in Node', () => {
  it('throws for options of the wrong type, and names them', () => {
    const make = (more: object) => () => acap({ bundle, ...more })
    expect(make({ bundles: 'x.bin' })).toThrow(
      /^acap\(\): `bundles` must be a store, such as `fileBundle/,
    )
    expect(make({ bundles: null })).toThrow(TypeError)
    expect(make({ trust: '10.0.0.0/8' })).toThrow("`trust` must be a list, such as ['10.0.0.0/8']")
    expect(make({ trusted: [] })).toThrow(
      'unknown member `trusted`: one of bundle, bundles, trust, rewriter',
    )
    // @ts-expect-error: it is an error of the types, too.
    expect(() => acap({ bundle, store: 'x' })).toThrow(TypeError)
  })

  it.each([
    ['/app/*', true],
    ['/', true],
    ['/robots.txt.bak', true],
    ['*', false],
    ['/*', false],
    ['/:page', false],
    ['/robots.txt', false],
  ])('for `%s` reports once that the app answers /robots.txt: %s', async (path, isReported) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => warn.mockRestore())
    const app = new Hono()
    app.use(path, acap({ bundle }))
    app.get('*', (c) => c.text('a page'))
    const target = path
      .replace('*', 'a')
      .replace(':page', 'a')
      .replace(/^(?!\/)/, '/')
    for (let i = 0; i < 2; i++)
      expect((await app.request(`https://news.test${target}`)).status).toBeLessThan(500)
    const lines = warn.mock.calls.map(([line]) => JSON.parse(line))
    const fault = expect.objectContaining({ message: expect.stringContaining('/robots.txt') })
    const reported = expect.objectContaining({ acap: 'mount', severity: 'warning', path, fault })
    expect(lines).toEqual(isReported ? [reported] : [])
  })

  it('takes no fragment for a query', async () => {
    const files = {
      'robots.txt': 'User-agent: *\nDisallow: /*?b\n',
      'site.toml': 'hosts = ["news.test"]\n',
    }
    const app = new Hono()
    app.use(acap({ bundle: await bundleOf({ news: files }, { known: { SearchBot1: 'search' } }) }))
    app.get('*', (c) => c.text('a page'))
    const statusOf = async (path: string) => (await ask(app, path, 'SearchBot1'))[0]
    expect([await statusOf('/page#a?b'), await statusOf('/page?b#a')]).toEqual([200, 403])
  })

  it('below the root of an app in an app is reported by its whole path', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => warn.mockRestore())
    const inner = new Hono().use(acap({ bundle }))
    inner.get('/a', (c) => c.text('a page'))
    const app = new Hono().route('/shop', inner)
    expect(
      (await app.request('https://news.test/shop/a', { headers: { 'user-agent': BROWSER } }))
        .status,
    ).toBe(200)
    expect(JSON.parse(warn.mock.calls[0]![0])).toMatchObject({ acap: 'mount', path: '/shop/*' })
  })

  it('refuses crawlers and no reader', async () => {
    const app = appWith()
    expect(await ask(app, '/closed/a', 'SearchBot1/1.0')).toEqual([403, 'claimed'])
    expect(await ask(app, '/open', 'SearchBot1/1.0')).toEqual([200, 'claimed'])
    expect(await ask(app, '/closed/a', BROWSER)).toEqual([200, null])
  })

  describe.each(Object.entries(HANDED))('behind %s', (_, from) => {
    it('proves a name by the address of the connection', async () => {
      const app = appWith()
      expect(await ask(app, '/open', 'SearchBot1/1.0', from('192.0.2.7'))).toEqual([200, 'network'])
      expect(await ask(app, '/private/a', 'SearchBot1/1.0', from('198.51.100.7'))).toEqual([
        403,
        'failed',
      ])
    })

    it.each([
      { 'cf-connecting-ip': '192.0.2.7' },
      { 'x-forwarded-for': '192.0.2.7' },
      { 'x-real-ip': '192.0.2.7', forwarded: 'for=192.0.2.7', 'true-client-ip': '192.0.2.7' },
    ])('believes no header of a client: %j', async (headers: Record<string, string>) => {
      const app = appWith()
      expect(await ask(app, '/open', 'SearchBot1/1.0', from('198.51.100.7'), headers)).toEqual([
        200,
        'failed',
      ])
    })

    it('disproves no name by the address of a proxy that nobody named, and opens nothing', async () => {
      const app = appWith()
      expect(await ask(app, '/open', 'SearchBot1/1.0', from('10.0.0.1'))).toEqual([200, 'claimed'])
      expect(await ask(app, '/private/a', 'SearchBot1/1.0', from('10.0.0.1'))).toEqual([
        403,
        'claimed',
      ])
    })

    it('believes a trusted proxy, as far as the last hop that is not one', async () => {
      const app = appWith(['10.0.0.0/8'])
      const forwarded = (value: string) =>
        ask(app, '/open', 'SearchBot1/1.0', from('10.0.0.1'), { 'x-forwarded-for': value })
      expect(await forwarded('192.0.2.7')).toEqual([200, 'network'])
      expect(await forwarded('192.0.2.7, 198.51.100.7')).toEqual([200, 'failed'])
      expect(await forwarded('198.51.100.7, 192.0.2.7, 10.0.0.2')).toEqual([200, 'network'])
    })
  })

  it.each([undefined, {}, { bundle: 'policies.bin' }, { bundle: null }])(
    'is not made of %j',
    (options) => {
      expect(() => acap(options as never)).toThrow(/needs `bundle`/)
    },
  )

  it('is not made where the runtime lacks what the edge needs', () => {
    const kept = Reflect.get(globalThis, 'TransformStream')
    Reflect.deleteProperty(globalThis, 'TransformStream')
    try {
      expect(() => acap({ bundle })).toThrow(/TransformStream.*use Node 20/)
    } finally {
      Reflect.set(globalThis, 'TransformStream', kept)
    }
  })

  it('serves readers, and crawlers 503, under bytes that are no bundle', async () => {
    const app = new Hono()
    app.use(acap({ bundle: new Uint8Array(10) }))
    app.get('*', (c) => c.text('a page'))
    expect(await ask(app, '/', 'SearchBot1/1.0')).toEqual([503, null])
    expect(await ask(app, '/', BROWSER)).toEqual([200, null])
  })

  it('passes on what is for a host that no site names, and says so once', async () => {
    const lines: { readonly acap: string; readonly state?: string }[] = []
    const spy = vi
      .spyOn(console, 'log')
      .mockImplementation((line: string) => void lines.push(JSON.parse(line)))
    onTestFinished(() => spy.mockRestore())
    const app = appWith()
    for (const host of ['other.test', 'other.test', 'news.test']) {
      const answer = await app.request(`https://${host}/`, { headers: { 'user-agent': BROWSER } })
      expect(answer.status).toBe(200)
    }
    expect(lines).toMatchObject([
      { acap: 'host', state: "other.test is no site's host: passed on" },
    ])
  })

  it('logs a valid line for each request of a crawler', async () => {
    const lines: Record<string, unknown>[] = []
    const spy = vi
      .spyOn(console, 'log')
      .mockImplementation((line: string) => void lines.push(JSON.parse(line)))
    onTestFinished(() => spy.mockRestore())
    const app = appWith()
    const from = HANDED['@hono/node-server']!('192.0.2.7')
    await ask(app, '/private/a', 'SearchBot1/1.0', from)
    await ask(app, '/closed/a', 'SearchBot1/1.0', from)
    await ask(app, '/private/a', BROWSER, from)
    const client = { prefix: null, list: 'searchbot', address: null }
    expect(requestLines(lines)).toMatchObject([
      {
        outcome: 'permitted',
        status: 200,
        assurance: { level: 'verified', why: 'network' },
        client,
      },
      {
        outcome: 'prohibited',
        status: 403,
        bytes: expect.any(Number),
        rule: { file: 'robots.txt', line: 6 },
      },
    ])
    expect(lines).toHaveLength(2)
  })
})
