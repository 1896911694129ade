/**
 * What the authorization service makes of a request that a server tells it of: host, scheme, method and path by their
 * grammars.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CRAWLER,
  HOST,
  headersOf,
  outcome,
  ROBOTS,
  service,
} from '../../support/doors/sent-requests.ts'
import { exchanged } from '../../support/node-origin.ts'
import { runs } from '../../support/runs.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

const MALFORMED: Readonly<Record<string, string>> = {
  nginx: '400',
  caddy: '400 malformed',
  haproxy: '400 malformed',
  traefik: '400',
}
const REFUSED: Readonly<Record<string, string>> = {
  ...MALFORMED,
  nginx: '403',
  caddy: '403 answer',
  haproxy: '403 answer',
  traefik: '403',
}

describe.each(Object.keys(MALFORMED))('a request that %s tells of', (server) => {
  const permitted = server === 'traefik' ? '200' : 'page'

  test('is judged by the path that the server serves, no matter what its host says', async () => {
    const { url } = await service(server)
    for (const host of [
      HOST,
      'NEWS.TEST.',
      `${HOST}:8080`,
      'other.test',
      '1.2.3.4.5',
      '[::1]',
      'example.1',
      'a,b',
    ]) {
      expect([host, await outcome(url, server, { host })]).toEqual([host, REFUSED[server]])
      expect([host, await outcome(url, server, { host, path: '/open' })]).toEqual([host, permitted])
      expect([host, await outcome(url, server, { host, userAgent: BROWSER })]).toEqual([
        host,
        permitted,
      ])
    }
  })

  test('is judged where its host or scheme cannot be read: no reader gets 400', async () => {
    const { url } = await service(server)
    const hosts = ['news.test?x', 'a@b', 'news.test:99999', 'news.test#', 'news.test/x', '[::1']
    const odd = [...hosts, 'a b', ':80'].map((host) => ({ host }))
    const lists = ['HTTPS', 'https,http', 'http, https', 'ht tp', '1http', 'http:', '']
    for (const sent of [...odd, ...lists.map((scheme) => ({ scheme }))]) {
      expect([sent, await outcome(url, server, sent)]).toEqual([sent, REFUSED[server]])
      expect([sent, await outcome(url, server, { ...sent, userAgent: BROWSER })]).toEqual([
        sent,
        permitted,
      ])
    }
  })

  test('is malformed for no character of its path, and for no method', async () => {
    const { url } = await service(server)
    for (const path of [
      '[',
      '|',
      '"',
      '{',
      '^',
      '%',
      '%zz',
      '\u00c3\u00a9',
      '\u00ff',
      '\t',
      '#a',
      '\\a',
    ]) {
      expect([
        path,
        await outcome(url, server, { path: `/open${path}`, userAgent: BROWSER }),
      ]).toEqual([path, permitted])
      expect([path, await outcome(url, server, { path: `/closed/${path}` })]).toEqual([
        path,
        REFUSED[server],
      ])
    }
    for (const method of ['M-SEARCH', 'get', 'TRACE', 'FOO', "!#$%&'*+-.^_`|~1"]) {
      expect([method, await outcome(url, server, { method, userAgent: BROWSER })]).toEqual([
        method,
        permitted,
      ])
      expect([method, await outcome(url, server, { method })]).toEqual([method, REFUSED[server]])
    }
    for (const method of ['G ET', 'CONNECT'])
      expect(await outcome(url, server, { method })).toBe(MALFORMED[server])
    expect(await outcome(url, server, { path: 'closed/a' })).toBe(MALFORMED[server])
  })

  test('[P2] matches a rule by its octets', async () => {
    const { url } = await service(server)
    for (const path of ['/\u00c3\u00a9/', '/%C3%A9/', '/a[bc', '/a%5Bbc']) {
      expect([path, await outcome(url, server, { path })]).toEqual([path, REFUSED[server]])
    }
    for (const path of ['/\u00e9/', '/%E9/', '/\u00c3/']) {
      expect([path, await outcome(url, server, { path })]).toEqual([path, permitted])
    }
  })

  test('[P6] is judged by what the origin makes of the path as it was sent', async () => {
    const { url } = await service(server)
    for (const path of [
      '/closed/../open',
      '/closed/a\\..\\..\\open',
      '/open#/../closed/a',
      '/closed/a#/../../open',
    ]) {
      expect([path, await outcome(url, server, { path })]).toEqual([path, REFUSED[server]])
      expect([path, await outcome(url, server, { path, userAgent: BROWSER })]).toEqual([
        path,
        permitted,
      ])
    }
  })

  test('without a host is that of a host that no site has', async () => {
    const files = { 'robots.txt': ROBOTS, 'site.toml': `hosts = ["${HOST}"]\n` }
    const { url, log } = await service(server, {}, files)
    expect(await outcome(url, server, { host: '' })).toBe(permitted)
    expect(await outcome(url, server)).toBe(REFUSED[server])
    expect(log.filter(({ acap }) => acap === 'host')).toEqual([])
  })
})

test('no text in the place of host, path, scheme or method opens what is closed, and none looks like a dead gate', async () => {
  const { url, log } = await service('caddy')
  const text = fc.string({
    unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)),
    maxLength: 20,
  })
  const octets = text.map((each) => each.replace(/[\r\n]/g, ''))
  const sent = {
    host: octets,
    scheme: octets,
    method: octets,
    path: octets.map((each) => `/closed/${each}`),
  }
  const property = async ({ host, scheme, method, path }: Record<keyof typeof sent, string>) => {
    const values = {
      'X-Forwarded-Host': host,
      'X-Forwarded-Proto': scheme,
      'X-Forwarded-Method': method,
    }
    const lines = Object.entries({ ...values, 'X-Forwarded-Uri': path, 'User-Agent': CRAWLER }).map(
      (each) => each.join(': '),
    )
    const answer = await exchanged(
      url,
      ['GET / HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n'),
    )
    expect(answer).toMatch(
      /^HTTP\/1\.1 (?:403 .*\r\n(?:.*\r\n)*acap-verdict: answer|400 .*\r\n(?:.*\r\n)*acap-verdict: malformed)\r\n/,
    )
  }
  const isClosed = (path: string) =>
    !/(?:^|[\\/;]|%2f|%5c)[.;%\\/]/i.test(path.slice('/closed/'.length))
  const closed = fc.record({ ...sent, path: sent.path.filter(isClosed) })
  const usual = { host: fc.constant(HOST), scheme: fc.constant('http'), method: fc.constant('GET') }
  const numRuns = runs(120, 5000)
  await fc.assert(fc.asyncProperty(closed, property), { numRuns })
  for (const key of ['host', 'scheme', 'method', 'path'] as const) {
    const one = fc.record({
      ...usual,
      path: fc.constant('/closed/a'),
      [key]: key === 'path' ? sent.path.filter(isClosed) : sent[key],
    })
    await fc.assert(fc.asyncProperty(one as typeof closed, property), { numRuns })
  }
  expect(log.filter(({ acap }) => acap === 'fault')).toEqual([])
})

test('nginx writes by which host it has chosen its configuration: another one in Host is malformed', async () => {
  const { url } = await service(
    'nginx',
    {},
    { 'robots.txt': ROBOTS, 'site.toml': `hosts = ["${HOST}"]\n` },
  )
  const sent = (host: string, chosen: string) =>
    outcome(url, 'nginx', { host, headers: { 'x-original-host': chosen } })
  expect(await sent(HOST, HOST)).toBe('403')
  expect(await sent(`${HOST}.:8080`, HOST)).toBe('403')
  expect(await sent('other.test', HOST)).toBe('400')
  expect(await sent(HOST, 'other.test')).toBe('400')
})

test('what the server lets through is no fault of the client: no header is too long, too many or too odd', async () => {
  const { url } = await service('caddy')
  const sent = Object.entries(headersOf('caddy', { userAgent: '' })).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const asked = async (...lines: readonly string[]) =>
    /^HTTP\/1\.1 \d+/.exec(
      await exchanged(
        url,
        ['GET / HTTP/1.1', ...sent, ...lines, 'Connection: close', '', ''].join('\r\n'),
      ),
    )?.[0]
  const many = Array.from({ length: 3000 }, (_, i) => `X-${i}: y`)
  expect(await asked(...many, `User-Agent: ${CRAWLER}`)).toBe('HTTP/1.1 403')
  expect(await asked(`X-Long: ${'y'.repeat(1_000_000)}`, `User-Agent: ${CRAWLER}`)).toBe(
    'HTTP/1.1 403',
  )
  expect(await asked(`User-Agent: ${CRAWLER} \u0001`)).toBe('HTTP/1.1 403')
})
