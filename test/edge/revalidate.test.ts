import { describe, expect, test } from 'vitest'
import { BROWSER, CRAWLER, edge } from '../support/edge.ts'
import { html, PAGE, TELLING } from '../support/told-pages.ts'

describe('a client that has a copy', () => {
  const origin = (request: Request) =>
    request.headers.get('if-none-match')?.includes('"abc"')
      ? html(null, { etag: '"abc"' }, 304)
      : html(PAGE, { etag: '"abc"' })

  test('keeps it while page and policy stay', async () => {
    const { ask } = await edge({ files: TELLING, origin })
    const etag = (await ask('/told/a', BROWSER)).headers.get('etag')!
    const again = await ask('/told/a', BROWSER, { headers: { 'if-none-match': etag } })
    expect([again.status, again.headers.get('etag')?.replace('W/', '')]).toEqual([304, etag.replace('W/', '')])
  })

  test('gets the page anew when the policy changes', async () => {
    const first = await edge({ files: TELLING, origin })
    const etag = (await first.ask('/told/a', BROWSER)).headers.get('etag')!
    const changed = { 'robots.txt': `${TELLING['robots.txt']}ACAP-disallow-follow: /told/\n` }
    const then = await edge({ files: changed, origin })
    const again = await then.ask('/told/a', BROWSER, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(200)
    expect(await again.text()).toContain('disallow-follow')
  })

  test('gets the page anew when its copy is from before there was a policy', async () => {
    const { ask, asked } = await edge({ files: TELLING, origin })
    const headers = { 'if-none-match': '"abc"', 'if-modified-since': 'Sun, 01 Nov 2026 06:00:00 GMT' }
    expect((await ask('/told/a', BROWSER, { headers })).status).toBe(200)
    expect(asked[0]?.headers.has('if-modified-since')).toBe(false)
  })

  test('[T1] gets it whole where the policy asks for a new crawl', async () => {
    const files = { 'robots.txt': `${TELLING['robots.txt']}ACAP-crawler: SearchBot1\nACAP-request-re-crawl: /told/a\n` }
    const { ask } = await edge({ files, origin })
    const etag = (await ask('/told/a')).headers.get('etag')!
    expect((await ask('/told/a', CRAWLER, { headers: { 'if-none-match': etag } })).status).toBe(200)
    expect((await ask('/told/a', 'NamedBot/1', { headers: { 'if-none-match': etag } })).status).toBe(304)
  })
})
