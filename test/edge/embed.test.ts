import { describe, expect, test } from 'vitest'
import { BROWSER, CRAWLER } from '../support/edge/edge.ts'
import {
  coded,
  html,
  PAGE,
  served,
  TAGGED,
  TAGGING,
  TAGS,
  textOf,
} from '../support/edge/tagged-pages.ts'

describe('a page of HTML', () => {
  test('[E6] gets the tags first in head, the same for readers and crawlers', async () => {
    const expected = TAGGED
    expect(await textOf(() => html(PAGE))).toBe(expected)
    expect(await textOf(() => html(PAGE), { userAgent: CRAWLER })).toBe(expected)
    expect(await textOf(() => html(PAGE), { userAgent: 'NamedBot/1' })).toBe(expected)
  })

  test('of a path on which nothing is said is left alone', async () => {
    expect(await textOf(() => html(PAGE), { path: '/other' })).toBe(PAGE)
    expect(await textOf(() => html(PAGE), { path: '/other', userAgent: CRAWLER })).toBe(PAGE)
  })

  test('is compressed as the origin compressed it', async () => {
    const { response } = await served(await coded('gzip', PAGE))
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(await response.text()).toBe(TAGGED)
  })

  test('loses what speaks of other bytes', async () => {
    const { response } = await served(() =>
      html(PAGE, {
        etag: '"abc"',
        'content-length': '71',
        'last-modified': 'x',
        'accept-ranges': 'bytes',
        digest: 'y',
      }),
    )
    for (const name of ['content-length', 'last-modified', 'accept-ranges', 'digest']) {
      expect([name, response.headers.get(name)]).toEqual([name, null])
    }
    expect(response.headers.get('etag')).toMatch(/^W\/"abc\.acap[0-9a-f]{8}"$/)
  })

  test('keeps several cookies', async () => {
    const origin = () => {
      const response = html(PAGE)
      for (const cookie of ['a=1', 'b=2']) response.headers.append('set-cookie', cookie)
      return response
    }
    expect((await served(origin)).response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  const UNTOUCHED = {
    'in UTF-16': html(PAGE, { 'content-type': 'text/html; charset=utf-16le' }),
    'in ISO-2022-JP': html(PAGE, { 'content-type': 'text/html; charset="ISO-2022-JP"' }),
    'compressed in a way that the runtime does not know': html(PAGE, {
      'content-encoding': 'zstd',
    }),
    'compressed by a name that the runtime does not know: GZIP': html(PAGE, {
      'content-encoding': 'GZIP',
    }),
    'compressed by a name that the runtime does not know: x-gzip': html(PAGE, {
      'content-encoding': 'x-gzip',
    }),
    'compressed by a name that the runtime does not know: BR': html(PAGE, {
      'content-encoding': 'BR',
    }),
    'that is XHTML': html(PAGE, { 'content-type': 'application/xhtml+xml' }),
    'that is plain text': html(PAGE, { 'content-type': 'text/plain' }),
    'without a media type': new Response(new TextEncoder().encode(PAGE)),
    'in UTF-16 by its mark alone': html(Uint8Array.of(0xff, 0xfe, 0x3c, 0, 0x68, 0), {
      'content-type': 'text/html',
    }),
    'in UTF-16 by its looks alone': html(Uint8Array.of(0, 0x3c, 0, 0x68), {
      'content-type': 'text/html',
    }),
    'that must not be transformed': html(PAGE, { 'cache-control': 'max-age=60, No-Transform' }),
    'that is a part': html(PAGE, { 'content-range': 'bytes 0-70/1000' }, 206),
  }
  for (const [name, response] of Object.entries(UNTOUCHED)) {
    test(`${name} keeps its bytes, and says it in headers`, async () => {
      const bytes = await response.bytes()
      const { response: got } = await served(() => new Response(bytes, response))
      expect(await got.bytes()).toEqual(bytes)
      expect(got.headers.get('x-robots-tag')).toBe('noindex')
      expect(got.headers.get('link')).toBe('</robots.txt>; rel="describedby"; type="text/plain"')
    })
  }

  const KEPT = {
    'last-modified': 'Sun, 01 Nov 2026 06:00:00 GMT',
    'accept-ranges': 'bytes',
    etag: '"abc"',
  }
  for (const userAgent of [BROWSER, CRAWLER]) {
    test(`in UTF-16 by its mark alone keeps what speaks of its bytes (${userAgent.slice(0, 10)})`, async () => {
      const mark = (...octets: number[]) => Uint8Array.from(octets)
      for (const pieces of [
        [mark(0xfe, 0xff, 0, 0x3c)],
        [mark(0xff), mark(0xfe, 0x3c, 0)],
        [mark(0xff), mark(), mark(0xfe)],
      ]) {
        const whole = pieces.flatMap((piece) => [...piece])
        const body = new ReadableStream({
          pull(controller) {
            const piece = pieces.shift()
            if (piece === undefined) controller.close()
            else controller.enqueue(piece)
          },
        })
        const { response } = await served(
          () => html(body, { 'content-type': 'text/html', ...KEPT }),
          { userAgent },
        )
        expect([...(await response.bytes())]).toEqual(whole)
        expect(response.headers.get('last-modified')).toBe(KEPT['last-modified'])
        expect(response.headers.get('accept-ranges')).toBe('bytes')
        expect(response.headers.get('etag')).toMatch(/^"abc\.acap/)
        expect(response.headers.get('x-robots-tag')).toBe('noindex')
      }
    })
  }

  test('that must not be transformed gets no class attributes, and its META is read', async () => {
    const route =
      '[[route]]\nmatch = "/tagged/"\nelements = [{ select = "*", class = "the-acap:disallow-index" }]\n'
    const files = { ...TAGGING, 'site.toml': `hosts = ["news.test"]\n${route}` }
    const frozen = { 'cache-control': 'no-transform' }
    for (const userAgent of [BROWSER, CRAWLER]) {
      expect(await textOf(() => html(PAGE, frozen), { files, userAgent })).toBe(PAGE)
    }
    const withheld = PAGE.replace(
      '<head>',
      '<head><meta name=robots content="ACAP disallow-crawl">',
    )
    expect(
      (await served(() => html(withheld, frozen), { files, userAgent: CRAWLER })).response.status,
    ).toBe(403)
  })

  const CLASSES =
    '[[route]]\nmatch = "/tagged/"\nelements = [{ select = ".a", class = "the-acap:disallow-index" }]\n'
  const MARKED = ' class="a the-acap:disallow-index"'
  const withClasses = { ...TAGGING, 'site.toml': `hosts = ["news.test"]\n${CLASSES}` }
  const undeclared = (page: string) => () => html(page, { 'content-type': 'text/html' })

  for (const userAgent of [BROWSER, CRAWLER]) {
    test(`whose charset is declared in the body gets class attributes, and its terms in headers (${userAgent.slice(0, 10)})`, async () => {
      const page = '<!doctype html><head></head><p class="a"><meta charset=koi8-r><p class="a">b'
      const { response } = await served(undeclared(page), { files: withClasses, userAgent })
      expect(await response.text()).toBe(page.replaceAll(' class="a"', MARKED))
      expect(response.headers.get('x-robots-tag')).toBe('noindex')
      expect(response.headers.get('etag')).toBeNull()
    })
  }

  test('gets no class attributes that push its charset out of the bytes in which clients look for it', async () => {
    for (const [filler, isMarked] of [
      [900, true],
      [950, false],
    ] as const) {
      const before = `<!doctype html><html class="a"><head><!--${'x'.repeat(filler)}-->`
      const declared = '<meta charset=koi8-r>'
      const text = await textOf(undeclared(`${before}${declared}<p class="a">b`), {
        files: withClasses,
      })
      const marked = isMarked ? before.replace(' class="a"', MARKED) : before
      expect(text).toBe(`${marked}${declared}${TAGS}<p${MARKED}>b`)
    }
    const named = `<!doctype html><html class="a"><!--${'x'.repeat(970)}--><meta charset=koi8-r>`
    expect(await textOf(() => html(named), { files: withClasses })).toContain(`<html${MARKED}>`)
  })

  const ASCII = ['utf-8', 'ISO-8859-1', 'windows-1252', 'shift_jis', 'gbk', 'no-such-thing', '']
  for (const charset of ASCII) {
    test(`in charset \`${charset}\` gets tags`, async () => {
      const type = charset === '' ? 'text/html' : `text/html;charset=${charset}`
      const bytes = Uint8Array.of(0x3c, 0x68, 0x65, 0x61, 0x64, 0x3e, 0xe9, 0xff, 0x80)
      const { response } = await served(() =>
        html(bytes, { 'content-type': type, 'content-length': '9' }),
      )
      const got = new Uint8Array(await response.arrayBuffer())
      expect([...got.slice(0, 6), ...got.slice(6 + TAGS.length)]).toEqual([...bytes])
    })
  }

  test('that fails is left alone', async () => {
    expect(await textOf(() => html(PAGE, {}, 404))).toBe(PAGE)
    expect(await textOf(() => html(PAGE, {}, 500))).toBe(PAGE)
  })

  test('without a body has none', async () => {
    for (const status of [204, 304]) {
      const { response } = await served(() => html(null, {}, status))
      expect([response.status, await response.text()]).toEqual([status, ''])
    }
    expect(await textOf(() => html(''))).toBe('')
  })

  test('says the same in headers for HEAD', async () => {
    const { response } = await served(() => html(null, { etag: '"a"', 'content-length': '9' }), {
      init: { method: 'HEAD' },
    })
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(response.headers.get('etag')).toMatch(/^W\/"a\.acap/)
  })
})

test('an answer of the origin that calls itself sent is an answer like any other', async () => {
  const sent = { 'x-hono-already-sent': 'true' }
  expect(await textOf(() => html(PAGE, sent))).toBe(TAGGED)
  const withheld = '<head><meta name=robots content="ACAP disallow-crawl"></head>'
  expect((await served(() => html(withheld, sent), { userAgent: CRAWLER })).response.status).toBe(
    403,
  )
})
