import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BROWSER, CRAWLER, edge } from '../support/edge/edge.ts'
import { html } from '../support/edge/tagged-pages.ts'

const PAGE = '<!doctype html><html><head><title>a</title></head><body>the page</body></html>'
const WITHHELD = PAGE.replace(
  '<title>',
  '<meta name="robots" content="ACAP disallow-crawl"><title>',
)
const FILES = {
  'robots.txt':
    'User-agent: *\nDisallow: /private/\n\nACAP-crawler: *\nACAP-disallow-preserve: /\n',
}

/** An origin that answers every method with a page, as `php -S` does. */
const ignorant = (request: Request): Response => {
  const { pathname } = new URL(request.url)
  const page = pathname.startsWith('/withheld') ? WITHHELD : PAGE
  return html(request.method === 'HEAD' ? null : page, {
    'content-length': String(page.length),
    'x-origin': 'yes',
  })
}

const PREFLIGHT = { origin: 'https://other.test', 'access-control-request-method': 'PUT' }

describe('[P7] OPTIONS', () => {
  test('of a crawler is judged as its GET', async () => {
    const { ask, asked } = await edge({ files: FILES, origin: ignorant })
    const refused = await ask('/private/a', CRAWLER, { method: 'OPTIONS' })
    expect(refused.status).toBe(403)
    expect(asked).toHaveLength(0)
    const passed = await ask('/open', CRAWLER, { method: 'OPTIONS' })
    expect(passed.status).toBe(200)
    expect(asked.map(({ method }) => method)).toEqual(['OPTIONS'])
    const withheld = await ask('/withheld', CRAWLER, { method: 'OPTIONS' })
    expect(withheld.status).toBe(403)
  })

  test.each(['/private/a', '/open', '/withheld'])(
    'is a crawler’s preflight: status and headers of %s, and no body',
    async (path) => {
      const { ask, asked } = await edge({ files: FILES, origin: ignorant })
      const response = await ask(path, CRAWLER, { method: 'OPTIONS', headers: PREFLIGHT })
      expect(response.status).toBe(200)
      expect(response.headers.get('x-origin')).toBe('yes')
      expect(await response.text()).toBe('')
      expect(asked.map(({ method }) => method)).toEqual(['OPTIONS'])
    },
  )

  test.each([
    ['without an origin', { 'access-control-request-method': 'PUT' }],
    ['without a method', { origin: 'https://other.test' }],
  ])('%s is not a preflight', async (_, headers) => {
    const { ask } = await edge({ files: FILES, origin: ignorant })
    expect((await ask('/private/a', CRAWLER, { method: 'OPTIONS', headers })).status).toBe(403)
  })

  test.each([{}, PREFLIGHT])('of a reader passes as it is', async (headers) => {
    const { ask } = await edge({ files: FILES, origin: ignorant })
    const response = await ask('/private/a', BROWSER, { method: 'OPTIONS', headers })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(PAGE)
  })
})

describe('[P7] HEAD', () => {
  test('of a crawler asks the origin with GET, and the page’s own META counts', async () => {
    const { ask, asked } = await edge({ files: FILES, origin: ignorant })
    const withheld = await ask('/withheld', CRAWLER, {
      method: 'HEAD',
      headers: { range: 'bytes=0-1' },
    })
    expect(withheld.status).toBe(403)
    const passed = await ask('/open', CRAWLER, { method: 'HEAD', headers: { range: 'bytes=0-1' } })
    expect(passed.status).toBe(200)
    expect(passed.headers.get('x-origin')).toBe('yes')
    expect(await passed.text()).toBe('')
    expect(asked.map(({ method, headers }) => [method, headers.has('range')])).toEqual([
      ['GET', false],
      ['GET', false],
    ])
  })

  test('of a crawler says what its GET says', async () => {
    const { ask } = await edge({ files: FILES, origin: ignorant })
    for (const path of ['/open', '/withheld', '/private/a']) {
      const [head, get] = [await ask(path, CRAWLER, { method: 'HEAD' }), await ask(path)]
      expect([path, head.status]).toEqual([path, get.status])
      await get.body?.cancel()
    }
  })

  test('of a reader stays a HEAD', async () => {
    const { ask, asked } = await edge({ files: FILES, origin: ignorant })
    expect((await ask('/withheld', BROWSER, { method: 'HEAD' })).status).toBe(200)
    expect(asked.map(({ method }) => method)).toEqual(['HEAD'])
  })
})

describe('[P7] other methods', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'SEARCH', 'QUERY', 'MKCOL'])(
    '%s is passed on once, as it is',
    async (method) => {
      const { ask, asked } = await edge({
        files: FILES,
        // A part of a page: what a GET would be asked for again.
        origin: () =>
          new Response('part', {
            status: 206,
            headers: { 'content-type': 'text/html', 'content-range': 'bytes 0-3/9' },
          }),
      })
      const body = method === 'DELETE' ? null : 'sent'
      await (await ask('/open', CRAWLER, { method, body, headers: { range: 'bytes=0-3' } })).text()
      expect(asked.map((request) => request.method)).toEqual([method])
      expect((await ask('/private/a', CRAWLER, { method, body })).status).toBe(403)
      expect(asked).toHaveLength(1)
    },
  )
})

describe('[P7] a crawler by any method and headers', () => {
  const HEADERS: Readonly<Record<string, readonly string[]>> = {
    origin: ['https://other.test', 'null', ''],
    'access-control-request-method': ['GET', 'PUT', 'x'],
    'access-control-request-headers': ['x-a'],
    range: ['bytes=0-', 'bytes=-9', 'bytes=0-1,5-9'],
    'if-none-match': ['*', '"v1"'],
    'x-http-method-override': ['GET'],
    'accept-encoding': ['gzip', 'zstd', 'identity'],
    'sec-fetch-mode': ['cors'],
  }
  const headers = fc.record(
    Object.fromEntries(
      Object.entries(HEADERS).map(([name, values]) => [name, fc.constantFrom(...values)]),
    ),
    { requiredKeys: [] },
  )
  const closed = fc.constantFrom(
    '/private/a',
    '/private/',
    '//private/a',
    '/x/..%2fprivate/a',
    '/withheld',
    '/withheld/a?b',
  )
  const method = fc.constantFrom(
    'GET',
    'HEAD',
    'OPTIONS',
    'POST',
    'PUT',
    'PATCH',
    'PROPFIND',
    'QUERY',
  )

  test('is given nothing of a closed page', async () => {
    const { ask } = await edge({ files: FILES, origin: ignorant })
    await fc.assert(
      fc.asyncProperty(method, closed, headers, async (method, path, headers) => {
        const response = await ask(path, CRAWLER, {
          method,
          headers: headers as Record<string, string>,
        })
        const isPreflight =
          method === 'OPTIONS' &&
          headers.origin !== undefined &&
          'access-control-request-method' in headers
        expect([method, path, response.status]).toEqual([method, path, isPreflight ? 200 : 403])
        expect(await response.text()).not.toContain('<body>')
      }),
      { numRuns: 300 },
    )
  })
})
