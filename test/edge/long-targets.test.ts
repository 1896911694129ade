import { describe, expect, test } from 'vitest'
import { BROWSER, CRAWLER, edge } from '../support/edge/edge.ts'
import { FILES } from '../support/edge/news-site.ts'

describe('[P8] a target that is too long to be judged', () => {
  const origin = () =>
    new Response('<!doctype html><head></head>page', {
      headers: { 'content-type': 'text/html; charset=utf-8', etag: '"v1"' },
    })

  /** Just beyond the limit: in bytes, in the form of P2, by its query, and by its spellings together. */
  const LONG = [
    `/${'a'.repeat(8192)}`,
    `/${'ü'.repeat(1366)}`,
    `/archive/?${'b'.repeat(8183)}`,
    `/private/${'a'.repeat(8184)}`,
    `/archive/a;p%2F..%2F//x;q/./y%5Cz;r%28${'a'.repeat(5000)}`,
  ]

  test.each(LONG)(
    'is refused to crawlers, and readers get the origin’s page untouched (%#)',
    async (path) => {
      const { ask, asked } = await edge({ files: FILES, origin })
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        const refused = await ask(path, CRAWLER, { method })
        expect([method, refused.status, refused.headers.get('cache-control')]).toEqual([
          method,
          414,
          'no-store',
        ])
        expect(await refused.text()).not.toContain('page</')
      }
      expect(asked).toHaveLength(0)
      const read = await ask(path, BROWSER)
      expect([read.status, read.headers.get('etag'), read.headers.get('link')]).toEqual([
        200,
        '"v1"',
        null,
      ])
      expect(await read.text()).toBe('<!doctype html><head></head>page')
    },
  )

  test('is judged at the limit', async () => {
    const { ask } = await edge({ files: FILES, origin })
    expect((await ask(`/${'a'.repeat(8191)}`)).status).toBe(200)
    expect((await ask(`/private/${'a'.repeat(8183)}`)).status).toBe(403)
    const read = await ask(`/archive/${'a'.repeat(8183)}`, BROWSER)
    expect(await read.text()).toContain('ACAP disallow-preserve')
  })

  test('is refused to nobody where the policy only observes', async () => {
    const observing = { ...FILES, 'site.toml': 'hosts = ["news.test"]\nmode = "observe"\n' }
    const { ask } = await edge({ files: observing, origin })
    for (const userAgent of [BROWSER, CRAWLER])
      expect((await ask(LONG[0]!, userAgent)).status).toBe(200)
  })
})
