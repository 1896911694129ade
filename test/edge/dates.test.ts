/**
 * The dates of routes (E7) at the edge: the minute before, at and after, with the copies that caches keep.
 */
import { expect, onTestFinished, test, vi } from 'vitest'
import { BROWSER, CRAWLER, edge } from '../support/edge/edge.ts'
import { html, PAGE } from '../support/edge/tagged-pages.ts'

const OPENS = Date.parse('2026-12-01T00:00:00Z')
const CLOSES = Date.parse('2026-12-03T18:30:00Z')
const MINUTE = 60_000

const FILES = {
  'robots.txt': 'User-agent: *\nDisallow: /never/\nACAP-crawler: *\nACAP-disallow-index: /\n',
  'site.toml': `hosts = ["news.test"]
[[route]]
match = "/embargo/"
closed-until = 2026-12-01
[[route]]
match = "/offer/"
open-until = "2026-12-03T18:30"
`,
}

function setClock(now: number): void {
  vi.setSystemTime(now)
}

async function dated(now: number, origin = () => html(PAGE)) {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  setClock(now)
  return edge({ files: FILES, origin, builtAt: now })
}

test('[E7] a route opens and another closes at their instants, and readers notice neither', async () => {
  const { ask } = await dated(OPENS - MINUTE)
  const statuses = async () => {
    const paths = ['/embargo/a', '/offer/a', '/never/a', '/']
    const crawler = await Promise.all(paths.map(async (path) => (await ask(path)).status))
    const reader = await Promise.all(paths.map(async (path) => (await ask(path, BROWSER)).status))
    expect(reader).toEqual([200, 200, 200, 200])
    return crawler
  }
  expect(await statuses()).toEqual([403, 200, 403, 200])
  setClock(OPENS - 1)
  expect(await statuses()).toEqual([403, 200, 403, 200])
  setClock(OPENS)
  expect(await statuses()).toEqual([200, 200, 403, 200])
  setClock(CLOSES - 1)
  expect(await statuses()).toEqual([200, 200, 403, 200])
  setClock(CLOSES + MINUTE)
  expect(await statuses()).toEqual([200, 403, 403, 200])
})

test('[E7] a clock that jumps is followed, both ways', async () => {
  const { ask } = await dated(OPENS - MINUTE)
  setClock(CLOSES + 365 * 24 * 60 * MINUTE)
  expect([(await ask('/embargo/a')).status, (await ask('/offer/a')).status]).toEqual([200, 403])
  setClock(OPENS - MINUTE)
  expect([(await ask('/embargo/a')).status, (await ask('/offer/a')).status]).toEqual([403, 200])
})

test('[E7] robots.txt changes with them, and no copy of it outlives its text', async () => {
  const { ask } = await dated(OPENS - 2 * 60 * MINUTE)
  const robots = async (init: RequestInit = {}) => {
    const response = await ask('/robots.txt', CRAWLER, init)
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  const before = await robots()
  expect(before.text).toContain('Disallow: /embargo/')
  expect(before.headers.get('cache-control')).toBe('public, max-age=3600')
  setClock(OPENS - MINUTE)
  const etag = before.headers.get('etag')!
  const held = await robots({ headers: { 'if-none-match': etag } })
  expect([held.status, held.headers.get('cache-control')]).toEqual([304, 'public, max-age=60'])
  setClock(OPENS)
  const after = await robots({ headers: { 'if-none-match': etag } })
  expect([after.status, after.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600'])
  expect(after.text).not.toContain('/embargo/')
  expect(after.text).not.toContain('/offer/')
  setClock(CLOSES)
  expect((await robots()).text).toContain('Disallow: /offer/')
})

test.each([
  [
    { 'cache-control': 'public, max-age=600, s-maxage="900"' },
    'cache-control',
    'public, max-age=90, s-maxage=90',
  ],
  [
    { 'cache-control': 'max-age=30, stale-while-revalidate=600' },
    'cache-control',
    'max-age=30, stale-while-revalidate=0',
  ],
  [{ 'cache-control': 'max-age=600', age: '40' }, 'cache-control', 'max-age=130'],
  [{ 'cdn-cache-control': 'max-age=600' }, 'cdn-cache-control', 'max-age=90'],
  [{ expires: 'Tue, 01 Dec 2026 12:00:00 GMT' }, 'expires', 'Tue, 01 Dec 2026 00:00:00 GMT'],
  [{ 'cache-control': 'no-store' }, 'cache-control', 'no-store'],
])(
  '[E7] a page with tags is kept no longer than its policy: %j',
  async (headers, name, expected) => {
    const { ask } = await dated(OPENS - 90_000, () => html(PAGE, headers))
    for (const who of [BROWSER, CRAWLER])
      expect((await ask('/', who)).headers.get(name)).toBe(expected)
    setClock(CLOSES + MINUTE)
    expect((await ask('/', BROWSER)).headers.get(name)).toBe(new Headers(headers).get(name))
  },
)
