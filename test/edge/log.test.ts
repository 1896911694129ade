/**
 * The line that the Worker logs for a request of a crawler (docs/schema/log-line.schema.json).
 */
import { describe, expect, test, vi } from 'vitest'
import type { Network } from '../../src/program/program.ts'
import { BROWSER, edge } from '../support/edge/edge.ts'
import { requestLines, validLine } from '../support/logs/log-line.ts'

const ROBOTS = 'User-agent: *\nDisallow: /private/\n'
const FILES = { 'robots.txt': ROBOTS }
const PAGE = 'a page'
const origin = () =>
  new Response(PAGE, { headers: { 'content-type': 'text/plain', 'content-length': '6' } })
const from = (address: string) => ({ headers: { 'cf-connecting-ip': address } })
/** 192.0.2.0/24 and 2001:db8:5::/48. */
const NETWORK: Network = {
  name: 'search-bots',
  fresh: true,
  v4: Uint32Array.of(0xc0000200, 0xc00002ff),
  v6: Uint32Array.of(0x20010db8, 0x00050000, 0, 0, 0x20010db8, 0x0005ffff, 0xffffffff, 0xffffffff),
}
const PROFILE = '[crawlers.SearchBot1]\nnetworks = ["search-bots"]\n'

test('a refused crawler is one line, and it says all that is known', async () => {
  const { ask, log } = await edge({ files: FILES, origin })
  const before = Date.now()
  const answer = await ask('/private/newsroom.html?a=b', undefined, from('198.51.100.7'))
  const [line] = log.map(validLine)
  expect(line).toEqual({
    acap: 'request',
    version: 1,
    time: line!.time,
    severity: 'info',
    site: 'news',
    host: 'news.test',
    method: 'GET',
    target: '/private/newsroom.html?a=b',
    status: 403,
    bytes: (await answer.arrayBuffer()).byteLength,
    milliseconds: line!.milliseconds,
    userAgent: 'SearchBot1/1.0',
    crawler: { name: 'searchbot1', category: 'search', listed: true },
    assurance: { level: 'unchecked', why: null },
    outcome: 'prohibited',
    basis: 'conventional',
    rule: { text: 'Disallow: /private/', file: 'robots.txt', line: 2, servedLine: 2 },
    mode: 'enforce',
    policyHash: expect.stringMatching(/^[0-9a-f]{16}$/),
    policyVersion: null,
    robotsHash: null,
    client: { prefix: '198.51.100.0/24', list: null, address: null },
    fault: null,
  })
  expect(Date.parse(line!.time)).toBeGreaterThanOrEqual(before)
  expect(log).toHaveLength(1)
})

test('a permitted page has the status and the length that its headers say, and readers leave no line', async () => {
  const { ask, log } = await edge({ files: FILES, origin })
  await ask('/about')
  await ask('/about', undefined, { method: 'HEAD' })
  await ask('/about', BROWSER)
  await ask('/robots.txt', BROWSER)
  expect(log.map(validLine)).toMatchObject([
    { outcome: 'permitted', method: 'GET', status: 200, bytes: PAGE.length, rule: null },
    { outcome: 'permitted', method: 'HEAD', status: 200, bytes: 0 },
  ])
})

describe('a fetch of robots.txt', () => {
  test('has the hash of what was served, also where the copy is still good', async () => {
    const { ask, log } = await edge({ files: FILES })
    const served = await ask('/robots.txt')
    const text = new Uint8Array(await served.arrayBuffer())
    await ask('/robots.txt', undefined, {
      headers: { 'if-none-match': served.headers.get('etag')! },
    })
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
    const robotsHash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    expect(log.map(validLine)).toMatchObject([
      { outcome: 'exempt', status: 200, bytes: text.length, robotsHash },
      { outcome: 'exempt', status: 304, bytes: 0, robotsHash },
    ])
  })

  test('[I4] is proven by its address, like any request', async () => {
    const files = { ...FILES, 'site.toml': `hosts = ["news.test"]\n${PROFILE}` }
    const { ask, log } = await edge({ files, networks: [NETWORK] })
    for (const address of ['192.0.2.9', '198.51.100.7'])
      await ask('/robots.txt', undefined, from(address))
    expect(log.map(validLine)).toMatchObject([
      {
        outcome: 'exempt',
        assurance: { level: 'verified', why: 'network' },
        client: { list: 'search-bots' },
      },
      { outcome: 'exempt', assurance: { level: 'forged' }, client: { prefix: '198.51.100.0/24' } },
    ])
  })
})

describe('the client', () => {
  const lineFrom = async (address: string, more = '') => {
    const files = { ...FILES, 'site.toml': `hosts = ["news.test"]\n${more}${PROFILE}` }
    const { ask, log } = await edge({ files, networks: [NETWORK] })
    await ask('/about', undefined, address === '' ? {} : from(address))
    return requestLines(log)[0]!
  }

  test.each([
    ['192.0.2.9', { prefix: null, list: 'search-bots', address: null }],
    ['2001:db8:5:7::1', { prefix: null, list: 'search-bots', address: null }],
    ['203.0.113.200', { prefix: '203.0.113.0/24', list: null, address: null }],
    ['::ffff:203.0.113.200', { prefix: '203.0.113.0/24', list: null, address: null }],
    ['2001:db8:77:1:2:3:4:5', { prefix: '2001:db8:77::/48', list: null, address: null }],
    ['2001:db8::1', { prefix: '2001:db8::/48', list: null, address: null }],
    ['', { prefix: null, list: null, address: null }],
  ])('at %j is known by its list or its network alone', async (address, client) => {
    expect((await lineFrom(address)).client).toEqual(client)
  })

  test('has its whole address where site.toml asks for it', async () => {
    const { client } = await lineFrom('203.0.113.200', 'log-addresses = true\n')
    expect(client).toEqual({ prefix: '203.0.113.0/24', list: null, address: '203.0.113.200' })
  })

  test('whose name could not be compared is unchecked', async () => {
    expect((await lineFrom('')).assurance).toEqual({ level: 'unchecked', why: null })
  })
})

test('where no rule is asked, the line says why', async () => {
  const site =
    'hosts = ["news.test"]\nexempt = ["/open"]\n[[route]]\nmatch = "/off"\nmode = "off"\n'
  const { ask, log } = await edge({ files: { ...FILES, 'site.toml': site }, origin })
  for (const path of ['/open', '/off', `/${'a'.repeat(70_000)}`]) await ask(path)
  await ask('/about', undefined, {
    method: 'OPTIONS',
    headers: { origin: 'x', 'access-control-request-method': 'GET' },
  })
  const lines = log.map(validLine)
  expect(lines.map(({ outcome, basis, rule, mode }) => [outcome, basis, rule, mode])).toEqual([
    ['exempt', null, null, 'enforce'],
    ['off', null, null, 'off'],
    ['prohibited', null, null, 'enforce'],
    ['exempt', null, null, 'enforce'],
  ])
})

test('a route names site.toml', async () => {
  const site = 'hosts = ["news.test"]\n[[route]]\nmatch = "/paid/"\nfields = ["disallow-crawl"]\n'
  const { ask, log } = await edge({ files: { ...FILES, 'site.toml': site } })
  await ask('/paid/a')
  expect(validLine(log[0])).toMatchObject({
    rule: { file: 'site.toml', text: 'disallow-crawl', line: null },
  })
})

test('where Analytics Engine is bound, it gets the same as a data point', async () => {
  const writeDataPoint = vi.fn()
  const { ask } = await edge({ files: FILES, env: { DECISIONS: { writeDataPoint } } })
  const answer = await ask('/private/', undefined, from('198.51.100.7'))
  const bytes = (await answer.arrayBuffer()).byteLength
  const hash = expect.any(String)
  const rule = 'Disallow: /private/'
  expect(writeDataPoint).toHaveBeenCalledExactlyOnceWith({
    indexes: ['news'],
    blobs: [
      'searchbot1',
      'unchecked',
      'prohibited',
      'conventional',
      rule,
      hash,
      'enforce',
      'search',
      'news.test',
      '198.51.100.0/24',
    ],
    doubles: [2, expect.any(Number), 403, bytes],
  })
})

test('a fault of our own keeps crawlers waiting, leaves readers alone, and is logged as an object', async () => {
  const broken = {
    bySignature: () => {
      throw new Error('a bug')
    },
  }
  const { ask, log } = await edge({ files: FILES, identifier: broken as never })
  const response = await ask('/about.html', undefined, {
    headers: { 'signature-input': 'sig1=()' },
  })
  expect([response.status, response.headers.has('retry-after')]).toEqual([503, true])
  const fault = { name: 'Error', message: 'a bug', stack: expect.stringContaining('a bug') }
  expect(log).toMatchObject([
    { acap: 'fault', version: 1, severity: 'error', where: 'identify', fault },
    { acap: 'request', severity: 'error', outcome: 'unavailable', status: 503, fault },
  ])
  expect(validLine(log[1])).toMatchObject({ crawler: { name: 'searchbot1' } })
  expect((await ask('/private/newsroom.html', BROWSER)).status).toBe(200)
})

test('an origin that throws leaves a line, too', async () => {
  const binding = { fetch: () => Promise.reject(new TypeError('gone')) }
  const { ask, log } = await edge({ files: FILES, env: { ORIGIN: binding as never } })
  expect((await ask('/about.html')).status).toBe(502)
  expect(log).toMatchObject([
    { acap: 'origin', severity: 'warning', fault: { name: 'TypeError', message: 'gone' } },
    { acap: 'request', outcome: 'permitted', status: 502 },
  ])
})
