import { describe, expect, test } from 'vitest'
import { BROWSER, CRAWLER, edge, HOME } from '../support/edge/edge.ts'
import { FILES, ROBOTS, TOML } from '../support/edge/news-site.ts'

describe('a crawler', () => {
  test('is refused what the policy prohibits, and the origin is not asked', async () => {
    const { ask, asked } = await edge({ files: FILES })
    const response = await ask('/private/newsroom.html')
    expect(response.status).toBe(403)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(asked).toHaveLength(0)
  })

  test('learns its name, the field, its line, the contact and the URL of the policy', async () => {
    const { ask } = await edge({ files: FILES })
    const text = await (await ask('/private/newsroom.html')).text()
    expect(text).toContain('searchbot1 (claimed)')
    expect(text).toContain(`ACAP-disallow-crawl: /private/, line 6 of ${HOME}/robots.txt`)
    expect(text).toContain('licensing@news.test')
    expect(text).toContain('https://news.test/terms')
  })

  test('[X4] gets the comments of its group', async () => {
    const { ask } = await edge({ files: FILES })
    expect(await (await ask('/search?q=a')).text()).toContain(
      'Write to us before you crawl the search.',
    )
  })

  test('gets problem+json where it prefers JSON', async () => {
    const { ask } = await edge({ files: FILES })
    const response = await ask('/private/', CRAWLER, {
      headers: { accept: 'application/json, text/plain;q=0.5' },
    })
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({
      status: 403,
      crawler: { name: 'searchbot1', assurance: 'claimed' },
      rules: [{ text: 'ACAP-disallow-crawl: /private/', source: 'robots.txt', line: 6 }],
      policy: `${HOME}/robots.txt`,
      contact: 'licensing@news.test',
    })
  })

  test.each([
    ['application/json, text/html', 'application/problem+json'],
    ['application/*;q=0.8, text/*', 'text/plain; charset=utf-8'],
    ['application/json;q=0', 'text/plain; charset=utf-8'],
  ])('that accepts %s gets %s', async (accept, type) => {
    const { ask } = await edge({ files: FILES })
    expect(
      (await ask('/private/', CRAWLER, { headers: { accept } })).headers.get('content-type'),
    ).toBe(type)
  })

  test('gets a refusal without a body for HEAD', async () => {
    const { ask } = await edge({ files: FILES })
    const response = await ask('/private/', CRAWLER, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([403, ''])
  })

  test('gets what the policy permits it alone', async () => {
    const { ask } = await edge({ files: FILES })
    expect((await ask('/private/newsroom.html', 'NightBot/2')).status).toBe(200)
  })

  test('[T1] gets 410 for what was taken down', async () => {
    const { ask } = await edge({ files: FILES })
    expect((await ask('/news/2026/election-count.html')).status).toBe(410)
  })

  test('gets the status and headers of the route', async () => {
    const { ask } = await edge({ files: FILES })
    const response = await ask('/premium/analysis/port-finances.html')
    expect([response.status, response.headers.get('crawler-price')]).toEqual([402, 'USD 0.01'])
  })

  test('[E3] is refused a page at another address than its own', async () => {
    const { ask } = await edge({ files: FILES })
    const path = '/news/2026/harbour-bridge.html'
    expect((await ask(path)).status).toBe(200)
    expect((await ask(`https://127.0.0.1${path}`)).status).toBe(403)
    expect((await ask(`http://news.test${path}`)).status).toBe(403)
    expect((await ask(`https://news.test:8443${path}`)).status).toBe(403)
  })

  test('[P6] is refused every spelling that an origin may take for a prohibited path', async () => {
    const { ask, asked } = await edge({ files: FILES })
    for (const path of [
      '//private/a',
      '/x/..%2Fprivate/a',
      '/;v=1/private/a',
      '/%70rivate/a',
      '/PRIVATE/a',
    ]) {
      expect([path, (await ask(path)).status]).toEqual([path, 403])
    }
    expect(asked).toHaveLength(0)
  })

  test('gets what is only observed, and the log says what would have been', async () => {
    const { ask, log } = await edge({ files: FILES })
    expect((await ask('/comments/harbour-bridge.html')).status).toBe(200)
    expect(log).toMatchObject([{ acap: 'request', mode: 'observe', outcome: 'prohibited' }])
  })

  test('without a name is one too: an empty User-Agent, unless the site says otherwise', async () => {
    expect((await (await edge({ files: FILES })).ask('/private/', '')).status).toBe(403)
    const toml = TOML.replace('[refuse]', '[identify]\nlibraries = "reader"\n[refuse]')
    expect(
      (await (await edge({ files: { ...FILES, 'site.toml': toml } })).ask('/private/', '')).status,
    ).toBe(404)
  })
})

describe('a reader', () => {
  test('gets what crawlers are refused', async () => {
    const { ask, log } = await edge({ files: FILES })
    const response = await ask('/private/newsroom.html', BROWSER)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('Not for the public')
    expect(log).toEqual([])
  })

  test('gets the origin’s own answer where no field is about the page', async () => {
    const own = new Response('own', { headers: { 'content-type': 'text/html' } })
    const { ask, asked } = await edge({ files: FILES, origin: () => own })
    const response = await ask('/about.html', BROWSER, {
      headers: { 'if-modified-since': 'x', 'accept-encoding': 'zstd' },
    })
    expect(response).toBe(own)
    expect(asked[0]?.headers.get('if-modified-since')).toBe('x')
    expect(asked[0]?.headers.get('accept-encoding')).toBe('zstd')
  })
})

describe('[P7] everybody', () => {
  test('gets the generated robots.txt, also where the origin has one', async () => {
    const { ask, asked } = await edge({ files: FILES })
    const response = await ask('/robots.txt')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe(ROBOTS)
    expect(asked).toHaveLength(0)
    expect(await (await ask('/robots.txt?a=b', BROWSER)).text()).toBe(ROBOTS)
  })

  test('can ask whether robots.txt has changed', async () => {
    const { ask } = await edge({ files: FILES })
    const etag = (await ask('/robots.txt')).headers.get('etag')!
    for (const known of [etag, `"x", W/${etag}`, '*']) {
      const response = await ask('/robots.txt', BROWSER, { headers: { 'if-none-match': known } })
      expect([known, response.status, await response.text()]).toEqual([known, 304, ''])
    }
    expect(
      (await ask('/robots.txt', BROWSER, { headers: { 'if-none-match': '"other"' } })).status,
    ).toBe(200)
  })

  test('gets robots.txt without a body for HEAD, and no other method', async () => {
    const { ask } = await edge({ files: FILES })
    const head = await ask('/robots.txt', CRAWLER, { method: 'HEAD' })
    expect([head.status, await head.text(), head.headers.has('etag')]).toEqual([200, '', true])
    expect((await ask('/robots.txt', CRAWLER, { method: 'POST' })).status).toBe(405)
  })

  test('gets permission files that a reference names', async () => {
    const robots = `${ROBOTS}\nACAP-crawler: PartnerBot\nACAP-permissions-reference: /permissions/p.txt\n`
    const permissions = 'ACAP-crawler: PartnerBot\nACAP-disallow-crawl: /about.html\n'
    const { ask } = await edge({
      files: { ...FILES, 'robots.txt': robots, 'permissions/p.txt': permissions },
    })
    expect(await (await ask('/permissions/p.txt')).text()).toBe(permissions)
    expect((await ask('/about.html', 'PartnerBot/1')).status).toBe(403)
  })

  test('gets exempt paths and well-known ones', async () => {
    const robots = 'User-agent: *\nDisallow: /\n'
    const { ask, log } = await edge({ files: { ...FILES, 'robots.txt': robots } })
    expect((await ask('/health')).status).toBe(200)
    expect((await ask('/open/data')).status).toBe(404)
    expect((await ask('/.well-known/security.txt')).status).toBe(404)
    expect(log.map(({ outcome }) => outcome)).toEqual(['exempt', 'exempt', 'exempt'])
  })

  test('[P6] is not exempt by a spelling that leads elsewhere', async () => {
    const { ask } = await edge({ files: FILES })
    expect((await ask('/.well-known/..%2Fprivate/newsroom.html')).status).toBe(403)
    expect((await ask('/healthy')).status).toBe(404)
  })
})
