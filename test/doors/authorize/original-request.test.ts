/**
 * Which site a request is for, and by which URL, where the servers before the asking one write their headers, too.
 */
import { describe, expect, test } from 'vitest'
import { HOST, outcome, ROBOTS, service } from '../../support/doors/sent-requests.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

const REFUSED: Readonly<Record<string, string>> = {
  nginx: '403',
  caddy: '403 answer',
  haproxy: '403 answer',
  traefik: '403',
}
const ONLY_HOST = { 'robots.txt': ROBOTS, 'site.toml': `hosts = ["${HOST}"]\n` }

describe.each(Object.keys(REFUSED))('a request that %s tells of', (server) => {
  const permitted = server === 'traefik' ? '200' : 'page'

  test('is one for the site where proxies write lists, or a port that none can have', async () => {
    const { url } = await service(server, { trust: ['loopback', '10.0.0.0/8'] }, ONLY_HOST)
    const far = { 'x-forwarded-for': '192.0.2.1, 10.0.0.2' }
    const near = { 'x-forwarded-for': '192.0.2.1' }
    const sent = [
      { host: `${HOST}:99999` },
      { host: `${HOST}:x@y` },
      ...(server === 'nginx'
        ? []
        : [
            { host: `${HOST}, proxy.test`, headers: far },
            { host: `proxy.test, ${HOST}`, headers: near },
            { host: HOST, headers: far },
          ]),
    ]
    for (const each of sent) {
      expect([each, await outcome(url, server, each)]).toEqual([each, REFUSED[server]])
      expect([each, await outcome(url, server, { ...each, userAgent: BROWSER })]).toEqual([
        each,
        permitted,
      ])
    }
  })

  test('[E3] is bound to its URL by the scheme that the first trusted proxy wrote', async () => {
    const bound = `canonical = "https://${HOST}"\n[[route]]\nmatch = "/"\nlocation = true\n`
    const files = { ...ONLY_HOST, 'site.toml': ONLY_HOST['site.toml'] + bound }
    const { url } = await service(server, { trust: ['loopback', '10.0.0.0/8'] }, files)
    const asked = (scheme: string, hops: string) =>
      outcome(url, server, { path: '/a', scheme, headers: { 'x-forwarded-for': hops } })
    const near = '192.0.2.1'
    const far = '192.0.2.1, 10.0.0.2'
    for (const [scheme, hops] of [
      ['HTTPS', near],
      ['https,http', far],
      ['http, https', near],
      ['https', far],
    ] as const) {
      expect([scheme, await asked(scheme, hops)]).toEqual([scheme, permitted])
    }
    expect(await asked('https,http', near)).toBe(REFUSED[server])
  })
})
