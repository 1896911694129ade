import { describe, expect, test } from 'vitest'
import { BROWSER, CRAWLER, edge } from '../support/edge/edge.ts'
import { html, PAGE, TAGGING } from '../support/edge/tagged-pages.ts'

describe('a client that has a copy', () => {
  const origin = (request: Request) =>
    request.headers.get('if-none-match')?.includes('"abc"')
      ? html(null, { etag: '"abc"' }, 304)
      : html(PAGE, { etag: '"abc"' })

  test('keeps it while page and policy stay', async () => {
    const { ask } = await edge({ files: TAGGING, origin })
    const etag = (await ask('/tagged/a', BROWSER)).headers.get('etag')!
    const again = await ask('/tagged/a', BROWSER, { headers: { 'if-none-match': etag } })
    expect([again.status, again.headers.get('etag')?.replace('W/', '')]).toEqual([
      304,
      etag.replace('W/', ''),
    ])
  })

  test('gets the ETag that it has, weak where the page was rewritten', async () => {
    const weak = /^W\/"abc\.acap[0-9a-f]{8}"$/
    const strong = /^"abc\.acap[0-9a-f]{8}"$/
    for (const [type, form] of [
      ['text/html; charset=utf-8', weak] as const,
      ['text/css', strong] as const,
    ]) {
      const typed = (request: Request) => {
        const answer = origin(request)
        if (answer.status === 200) answer.headers.set('content-type', type)
        else answer.headers.delete('content-type')
        return answer
      }
      const { ask } = await edge({ files: TAGGING, origin: typed })
      for (const userAgent of [BROWSER, CRAWLER]) {
        const etag = (await ask('/tagged/a', userAgent)).headers.get('etag')!
        expect(etag).toMatch(form)
        const held = `"other", ${etag}`
        const again = await ask('/tagged/a', userAgent, { headers: { 'if-none-match': held } })
        expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
      }
    }
  })

  test('gets the page again when the policy changes', async () => {
    const first = await edge({ files: TAGGING, origin })
    const etag = (await first.ask('/tagged/a', BROWSER)).headers.get('etag')!
    const changed = { 'robots.txt': `${TAGGING['robots.txt']}ACAP-disallow-follow: /tagged/\n` }
    const then = await edge({ files: changed, origin })
    const again = await then.ask('/tagged/a', BROWSER, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(200)
    expect(await again.text()).toContain('disallow-follow')
  })

  test('gets the page again when its copy is older than the policy', async () => {
    const { ask, asked } = await edge({ files: TAGGING, origin })
    const headers = {
      'if-none-match': '"abc"',
      'if-modified-since': 'Sun, 01 Nov 2026 06:00:00 GMT',
    }
    expect((await ask('/tagged/a', BROWSER, { headers })).status).toBe(200)
    expect(asked[0]?.headers.has('if-modified-since')).toBe(false)
  })

  test('of the rewritten page gets no part of the origin’s: the weak tag asks for all of it', async () => {
    const { ask, asked } = await edge({ files: TAGGING, origin })
    const etag = (await ask('/tagged/a', BROWSER)).headers.get('etag')!
    expect(etag).toMatch(/^W\//)
    await ask('/tagged/a', BROWSER, { headers: { 'if-range': etag, range: 'bytes=0-9' } })
    expect(['if-range', 'range'].map((name) => asked.at(-1)!.headers.has(name))).toEqual([
      false,
      false,
    ])
  })

  test('[T1] gets it whole where the policy asks for a new crawl', async () => {
    const files = {
      'robots.txt': `${TAGGING['robots.txt']}ACAP-crawler: SearchBot1\nACAP-request-re-crawl: /tagged/a\n`,
    }
    const { ask } = await edge({ files, origin })
    const etag = (await ask('/tagged/a')).headers.get('etag')!
    expect((await ask('/tagged/a', CRAWLER, { headers: { 'if-none-match': etag } })).status).toBe(
      200,
    )
    expect(
      (await ask('/tagged/a', 'NamedBot/1', { headers: { 'if-none-match': etag } })).status,
    ).toBe(304)
  })
})

describe('a client that changes what it has seen', () => {
  /** An origin with one document, which changes only for who knows its present state. */
  const origin = ({ method, headers }: Request) => {
    if (method === 'GET')
      return new Response('{}', { headers: { 'content-type': 'application/json', etag: '"v1"' } })
    return new Response(null, { status: headers.get('if-match') === '"v1"' ? 204 : 412 })
  }
  const BEFORE = { 'robots.txt': `${TAGGING['robots.txt']}ACAP-disallow-follow: /tagged/\n` }

  test.each([
    ['a reader', BROWSER],
    ['a crawler', CRAWLER],
  ])(
    '(%s) is known by the tag that it was given, also after the policy changed',
    async (_, userAgent) => {
      for (const files of [TAGGING, BEFORE]) {
        const given = (
          await (await edge({ files, origin })).ask('/tagged/a', userAgent)
        ).headers.get('etag')!
        expect(given).not.toBe('"v1"')
        const { ask, asked } = await edge({ files: TAGGING, origin })
        const init = { method: 'PUT', body: '{}', headers: { 'if-match': given } }
        expect((await ask('/tagged/a', userAgent, init)).status).toBe(204)
        expect(await asked[0]!.text()).toBe('{}')
        expect((await ask('/tagged/a', userAgent, { headers: { 'if-match': given } })).status).toBe(
          200,
        )
        expect(asked.map(({ headers }) => headers.get('if-match'))).toEqual(['"v1"', '"v1"'])
      }
    },
  )
})

describe('a condition for the origin', () => {
  const askedWith = async (method: string, headers: Record<string, string>) => {
    const { ask, asked } = await edge({ files: TAGGING, origin: () => new Response(null) })
    await ask('/tagged/a', BROWSER, { method, headers })
    return asked[0]!.headers
  }

  test.each([
    ['W/"x.acap01234567"', '"x"'],
    ['"a.acap89abcdef", "b" , W/"c"', '"a", "b" , W/"c"'],
    ['"x.acap0123456"', '"x.acap0123456"'],
    ['*', '*'],
  ])('is %s without our mark', async (match, expected) => {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE'])
      expect([method, (await askedWith(method, { 'if-match': match })).get('if-match')]).toEqual([
        method,
        expected,
      ])
  })

  test('is without it in If-None-Match, too, where nothing is read', async () => {
    const asked = await askedWith('PUT', { 'if-none-match': 'W/"x.acap01234567", "y"' })
    expect(asked.get('if-none-match')).toBe('W/"x", "y"')
  })

  test('leaves a tag weak where a part is asked for: our bytes are not the origin’s', async () => {
    const headers = { 'if-match': 'W/"x.acap01234567", "y.acap01234567"', range: 'bytes=5-' }
    expect((await askedWith('GET', headers)).get('if-match')).toBe('W/"x", "y"')
  })
})

test.each(['abc1', 'W/abc1', '"abc1', "'abc1'", 'abc1"'])(
  '[RFC 9110 8.8.3] `%s` is no entity tag',
  async (etag) => {
    const page = await edge({ files: TAGGING, origin: () => html(PAGE, { etag }) })
    expect((await page.ask('/tagged/a', BROWSER)).headers.has('etag')).toBe(false)
    expect((await page.ask('/other', BROWSER)).headers.get('etag')).toBe(etag)
    const picture = await edge({
      files: TAGGING,
      origin: () => html('a', { etag, 'content-type': 'image/png' }),
    })
    expect((await picture.ask('/tagged/a', BROWSER)).headers.get('etag')).toBe(etag)
  },
)
