import { describe, expect, test } from 'vitest'
import { CRAWLER } from '../support/edge/edge.ts'
import { html, PAGE, served, TAGGING, TAGS, textOf } from '../support/edge/tagged-pages.ts'

describe('site.toml', () => {
  const withToml = (toml: string) => ({ ...TAGGING, 'site.toml': `hosts = ["news.test"]\n${toml}` })

  test('audience = "crawlers" tells crawlers alone, and keeps their copies private', async () => {
    const files = withToml('[embed]\naudience = "crawlers"\n')
    expect(await textOf(() => html(PAGE), { files })).toBe(PAGE)
    const { response } = await served(() => html(PAGE, { 'cache-control': 'public' }), {
      files,
      userAgent: CRAWLER,
    })
    expect(await response.text()).toContain(TAGS)
    expect(response.headers.get('cache-control')).toBe('private')
  })

  test.each(['cdn-cache-control', 'cloudflare-cdn-cache-control', 'surrogate-control'])(
    'audience = "crawlers" leaves no word of its own to the caches of %s',
    async (name) => {
      const files = withToml('[embed]\naudience = "crawlers"\n')
      const origin = () => html(PAGE, { [name]: 'max-age=600' })
      expect((await served(origin, { files, userAgent: CRAWLER })).response.headers.has(name)).toBe(
        false,
      )
      expect((await served(origin, { files })).response.headers.get(name)).toBe('max-age=600')
    },
  )

  test('audience = "nobody" tells nobody', async () => {
    const files = withToml('[embed]\naudience = "nobody"\n')
    expect(await textOf(() => html(PAGE), { files, userAgent: CRAWLER })).toBe(PAGE)
  })

  test('conventional = false leaves the conventional words out', async () => {
    const files = withToml('[embed]\nconventional = false\n')
    expect(await textOf(() => html(PAGE), { files })).not.toContain('"noindex"')
    const { response } = await served(() => new Response('x'), { files })
    expect(response.headers.has('x-robots-tag')).toBe(false)
  })

  test('headers = false leaves what is not HTML alone', async () => {
    const files = withToml('[embed]\nheaders = false\n')
    const { response } = await served(
      () => new Response('x', { headers: { 'content-type': 'image/png' } }),
      { files },
    )
    expect([response.headers.has('x-robots-tag'), response.headers.has('link')]).toEqual([
      false,
      false,
    ])
  })

  test('frame-ancestors = true keeps prohibited originals out of frames', async () => {
    const robots = { 'robots.txt': 'ACAP-crawler: *\nACAP-disallow-present-original: /tagged/\n' }
    const files = { ...withToml('[embed]\nframe-ancestors = true\n'), ...robots }
    const { response } = await served(
      () => html(PAGE, { 'content-security-policy': "default-src 'self'" }),
      { files },
    )
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'self', frame-ancestors 'self'",
    )
  })

  test.each([
    [null, 'private'],
    ['', 'private'],
    ['no-store, max-age=0', 'no-store, max-age=0'],
    ['Private, max-age=60', 'Private, max-age=60'],
    ['no-cache', 'private, no-cache'],
    ['public, max-age=60, s-maxage=600, must-revalidate', 'private, max-age=60, must-revalidate'],
    ['PUBLIC,S-MaxAge=600', 'private'],
    ['private="set-cookie, x", max-age=1', 'private, max-age=1'],
    ['ext="no-store, public", max-age=1', 'private, ext="no-store, public", max-age=1'],
  ])('audience = "crawlers" makes of the origin’s Cache-Control `%s` `%s`', async (from, to) => {
    const files = withToml('[embed]\naudience = "crawlers"\n')
    const headers: Record<string, string> = from === null ? {} : { 'cache-control': from }
    for (const type of ['text/html', 'text/css']) {
      const origin = () => html(PAGE, { 'content-type': type, ...headers })
      const { response } = await served(origin, { files, userAgent: CRAWLER })
      expect(response.headers.get('cache-control')).toBe(to)
      expect((await served(origin, { files })).response.headers.get('cache-control')).toBe(from)
    }
  })

  test('[signals] that are addresses are sent as header fields can hold them', async () => {
    const files = withToml(
      '[signals]\ntdm-policy = "https://news.test/minerář>"\nlicense = "https://news.test/é>.xml"\n',
    )
    const { headers } = (await served(() => html(PAGE), { files })).response
    expect(headers.get('tdm-policy')).toBe('https://news.test/miner%C3%A1%C5%99%3E')
    expect(headers.get('link')).toContain('<https://news.test/%C3%A9%3E.xml>; rel="license"')
  })

  test('[signals] are sent as they are written', async () => {
    const files = withToml(
      '[signals]\ncontent-signal = "search=yes, ai-train=no"\nlicense = "https://news.test/rsl.xml"\n',
    )
    const { response } = await served(() => html(PAGE), { files, path: '/other' })
    expect(response.headers.get('content-signal')).toBe('search=yes, ai-train=no')
    expect(response.headers.get('link')).toBe(
      '<https://news.test/rsl.xml>; rel="license"; type="application/rsl+xml"',
    )
    const link = '<link rel="license" type="application/rsl+xml" href="https://news.test/rsl.xml">'
    expect(await response.text()).toBe(PAGE.replace('<head>', `<head>${link}`))
  })

  test('elements put class attributes on a route’s elements', async () => {
    const route =
      '[[route]]\nmatch = "/tagged/"\nelements = [{ select = ".c", class = "the-acap:disallow-index" }]\n'
    const page = '<head></head><body><p class="c">x<p class=d>y<i>z</i>'
    const text = await textOf(() => html(page), { files: withToml(route) })
    expect(text).toBe(
      `<head>${TAGS}</head><body><p class="c the-acap:disallow-index">x<p class=d>y<i>z</i>`,
    )
  })

  test('decision-header = true shows crawlers the decision', async () => {
    const files = withToml('decision-header = true\n')
    const { response } = await served(() => html(PAGE), { files, userAgent: CRAWLER })
    expect(response.headers.get('acap-decision')).toBe(
      'permitted;basis=acap;assurance=claimed;crawler="searchbot1";line=3',
    )
    expect(response.headers.get('server-timing')).toMatch(/^acap;dur=\d+$/)
    const reader = await served(() => html(PAGE), { files })
    expect(reader.response.headers.has('acap-decision')).toBe(false)
  })
})
