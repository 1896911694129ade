import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { acap } from '../../src/doors/hono/workers.ts'
import { bundleOf } from '../support/bundle.ts'
import { BROWSER, CRAWLER, edge, HOME } from '../support/edge/edge.ts'
import { html, served, TAGGING, TAGS } from '../support/edge/tagged-pages.ts'

const WITHHELD = '<html><head><meta name=robots content="ACAP disallow-crawl"></head><body>secret'
const OPEN = '<html><head></head><body>open'

/** An origin that answers for ranges, as a server of files does. */
const inParts = (page: string, type: string) => (request: Request) => {
  if (!request.headers.has('range')) return html(page, { 'content-type': type })
  const multipart = request.headers.get('range')!.includes(',')
  const parts = {
    'content-type': multipart ? 'multipart/byteranges; boundary=B' : type,
    etag: '"p"',
  }
  return html(page.slice(-4), parts, 206)
}

describe('[E4] a page that withholds itself is kept from crawlers', () => {
  test.each(['bytes=-4', 'bytes=0-1,-4'])('that ask for `%s` of it', async (range) => {
    const { ask, asked } = await edge({ files: TAGGING, origin: inParts(WITHHELD, 'text/html') })
    const response = await ask('/tagged/a', CRAWLER, {
      headers: { range, 'if-range': '"a"', 'request-range': range },
    })
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.not.stringContaining('ret'),
    ])
    expect(asked.at(-1)!.headers.has('range')).toBe(false)
  })

  test.each(['bytes=-4', 'bytes=0-1,-4'])(
    'that ask for `%s` of it on no condition',
    async (range) => {
      const { ask, asked } = await edge({ files: TAGGING, origin: inParts(WITHHELD, 'text/html') })
      const response = await ask('/tagged/a', CRAWLER, { headers: { range } })
      expect([response.status, await response.text()]).toEqual([
        403,
        expect.not.stringContaining('ret'),
      ])
      expect(asked.map(({ headers }) => headers.has('range'))).toEqual([true, false])
    },
  )

  test.each(['POST', 'PUT', 'PROPFIND', 'QUERY'])('that ask by %s', async (method) => {
    const { ask } = await edge({ files: TAGGING, origin: () => html(WITHHELD) })
    const response = await ask('/tagged/a', CRAWLER, {
      method,
      headers: { 'accept-encoding': 'gzip, zstd' },
    })
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.not.stringContaining('secret'),
    ])
  })

  test('and is read no further', async () => {
    let isGivenUp = false
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(WITHHELD)),
      cancel: () => {
        isGivenUp = true
      },
    })
    const { ask } = await edge({ files: TAGGING, origin: () => html(body) })
    expect((await ask('/tagged/a', CRAWLER)).status).toBe(403)
    expect(isGivenUp).toBe(true)
  })

  test('whose answer to a form is that page', async () => {
    const { ask } = await edge({ files: TAGGING, origin: () => html(WITHHELD, {}, 201) })
    expect((await ask('/tagged/a', CRAWLER, { method: 'POST', body: 'a=1' })).status).toBe(403)
  })

  test('that have no proxy before them, but an app’s middleware', async () => {
    const app = new Hono()
    const site = { 'site.toml': 'hosts = ["news.test"]\n', ...TAGGING }
    app.use(acap({ bundle: await bundleOf({ news: site }, { known: { SearchBot1: 'search' } }) }))
    app.get('*', (c) => inParts(WITHHELD, 'text/html')(c.req.raw))
    const asked = (userAgent: string, path: string, more: Record<string, string> = {}) =>
      app.request(HOME + path, { headers: { 'user-agent': userAgent, range: 'bytes=-4', ...more } })
    for (const path of ['/tagged/a', '/tagged/a.bin'])
      expect((await asked(CRAWLER, path)).status).toBe(403)
    // A reader gets the whole page where the request seems to be for one, else the part as the app sends it.
    for (const path of ['/tagged/a', '/tagged/', '/tagged/a.html', '/tagged/a.PHP?x=.bin']) {
      expect([path, (await asked(BROWSER, path)).status]).toEqual([path, 200])
    }
    for (const [path, more] of [
      ['/tagged/a.bin', {}],
      ['/tagged/a', { 'sec-fetch-dest': 'video' }],
    ] as const) {
      const part = await asked(BROWSER, path, more)
      expect([part.status, part.headers.get('etag'), await part.text()]).toEqual([
        206,
        '"p"',
        'cret',
      ])
    }
  })
})

describe('a part of a page', () => {
  const headers = { range: 'bytes=-4' }

  test('is the whole page for crawlers, so that it can be looked into', async () => {
    const { ask } = await edge({ files: TAGGING, origin: inParts(OPEN, 'text/html') })
    const response = await ask('/tagged/a', CRAWLER, { headers })
    expect([response.status, await response.text()]).toEqual([
      200,
      OPEN.replace('<head>', `<head>${TAGS}`),
    ])
  })

  test('is the whole page for readers: our bytes are not the origin’s', async () => {
    const { ask } = await edge({
      files: TAGGING,
      origin: inParts(WITHHELD, 'text/html; charset=utf-8'),
    })
    const response = await ask('/tagged/a', BROWSER, { headers })
    expect([response.status, await response.text()]).toEqual([
      200,
      WITHHELD.replace('<head>', `<head>${TAGS}`),
    ])
  })

  test('is that part for readers where nothing is put into the page', async () => {
    const { ask, asked } = await edge({ files: TAGGING, origin: inParts(WITHHELD, 'text/html') })
    const response = await ask('/other', BROWSER, { headers })
    expect([response.status, await response.text(), asked.length]).toEqual([206, 'cret', 1])
  })

  test('that is not HTML is that part for crawlers, too', async () => {
    const { ask, asked } = await edge({ files: TAGGING, origin: inParts('a picture', 'image/png') })
    const response = await ask('/tagged/a', CRAWLER, { headers })
    const part = new TextDecoder().decode(await response.arrayBuffer())
    expect([response.status, part, asked.length]).toEqual([206, 'ture', 1])
  })

  test('that comes unasked is asked for once more, not for ever, and then kept from crawlers', async () => {
    const { ask, asked, log } = await edge({ files: TAGGING, origin: () => html('part', {}, 206) })
    const response = await ask('/tagged/a', CRAWLER)
    expect([response.status, response.headers.get('retry-after'), asked.length]).toEqual([
      503,
      '120',
      2,
    ])
    expect(log).toContainEqual(
      expect.objectContaining({ acap: 'meta-unread', target: '/tagged/a' }),
    )
    expect((await ask('/tagged/a', BROWSER)).status).toBe(206)
  })
})

test('[E6] an answer of HTML without a body has none, and headers instead of tags', async () => {
  for (const userAgent of [BROWSER, CRAWLER]) {
    const [without, empty] = await Promise.all(
      [null, ''].map((body) => served(() => html(body), { userAgent })),
    )
    const { response } = without!
    expect([response.status, await response.text()]).toEqual([200, ''])
    const said = [without!, empty!].map(({ response }) =>
      ['link', 'x-robots-tag'].map((name) => response.headers.get(name)),
    )
    expect(said[0]).toEqual(said[1])
    expect(said[0]![0]).toContain('describedby')
  }
})
