/**
 * The lines that a gate logs of crawlers, and what /metrics counts of them, behind both of its doors.
 */
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { LogLine } from '../../../src/words/log-line.ts'
import { gate, type TestedGate } from '../../support/doors/gate.ts'
import { requestLines } from '../../support/logs/log-line.ts'
import { raw } from '../../support/node-origin.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

const ADMIN = { host: '127.0.0.1', port: 0 }
const FILES = {
  'robots.txt': 'User-agent: *\nDisallow: /closed/\n',
  'site.toml':
    'hosts = ["127.0.0.1"]\n[[route]]\nmatch = "/tagged/"\nfields = ["disallow-preserve"]\n',
}
const PAGE = `<!DOCTYPE html><title>é</title><p>${'text '.repeat(9000)}</p>`
const LENGTH = Buffer.byteLength(PAGE)
const CRAWLER = { 'user-agent': 'SearchBot1/1.0' }

const started = (authorize: string | null = null) => {
  const trust = authorize === null ? [] : ['loopback']
  return gate({
    files: FILES,
    settings: { admin: ADMIN, authorize, trust },
    answer: ({ url }, response) => {
      response.setHeader(
        'content-type',
        /text|endless/.test(url!) ? 'text/plain' : 'text/html; charset=utf-8',
      )
      if (url === '/whole') response.setHeader('content-length', LENGTH)
      response.write(PAGE.slice(0, 100))
      // The rest comes in a piece of its own, as from a page that is being made.
      if (url !== '/endless') setImmediate(() => response.end(PAGE.slice(100)))
    },
  })
}

/** Waits until a gate has logged so many requests: a line is written when its answer was sent. */
async function linesOf({ log }: TestedGate, count: number): Promise<readonly LogLine[]> {
  await expect.poll(() => requestLines(log).length).toBe(count)
  return requestLines(log)
}

/** The samples of metrics about requests, by name and labels; those of the request's time are left out. */
async function samplesOf({ adminUrl }: TestedGate): Promise<Record<string, number>> {
  const text = String((await raw(`${adminUrl}/metrics`)).body)
  const rows = text.match(/^acap_(?:decisions|declared|robots|reader|crawler|bytes)\S+.*$/gm) ?? []
  return Object.fromEntries(rows.map((row) => [row.split(' ')[0], Number(row.split(' ')[1])]))
}

describe('the reverse proxy', () => {
  test.each(['/whole', '/chunked', '/text', '/tagged/a'])(
    'logs what was sent of %s to its last octet',
    async (path) => {
      const proxy = await started()
      const { body } = await raw(proxy.url + path, { headers: CRAWLER })
      const [line] = await linesOf(proxy, 1)
      expect(line).toMatchObject({
        status: 200,
        bytes: body.length,
        outcome: 'permitted',
        target: path,
      })
      expect(body.length).toBeGreaterThanOrEqual(LENGTH)
      expect(line!.client).toEqual({ prefix: '127.0.0.0/24', list: null, address: null })
    },
  )

  test('logs refusals, files and HEAD as they were sent, and no reader', async () => {
    const proxy = await started()
    const refused = await raw(`${proxy.url}/closed/a`, { headers: CRAWLER })
    const robots = await raw(`${proxy.url}/robots.txt`, { headers: CRAWLER })
    for (const path of ['/closed/a', '/whole'])
      await raw(proxy.url + path, { method: 'HEAD', headers: CRAWLER })
    await raw(`${proxy.url}/closed/a`, { headers: { 'user-agent': BROWSER } })
    const lines = await linesOf(proxy, 4)
    expect(lines.map(({ status, bytes, outcome }) => [status, bytes, outcome])).toEqual([
      [403, refused.body.length, 'prohibited'],
      [200, robots.body.length, 'exempt'],
      [403, 0, 'prohibited'],
      [200, 0, 'permitted'],
    ])
    expect(lines.map(({ robotsHash }) => robotsHash !== null)).toEqual([false, true, false, false])
  })

  test('logs a crawler that leaves before the end, with what it got', async () => {
    const proxy = await started()
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1')
    socket.write('GET /endless HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: SearchBot1/1.0\r\n\r\n')
    socket.once('data', () => socket.destroy())
    const [line] = await linesOf(proxy, 1)
    expect(line).toMatchObject({
      target: '/endless',
      outcome: 'permitted',
      status: 200,
      bytes: Buffer.byteLength(PAGE.slice(0, 100)),
    })
  })

  test('counts each request once: assurance, files, readers, what was sent and what was spared', async () => {
    const proxy = await started()
    const headers = { 'user-agent': 'Zorkbot/1.0 (+https://zork.test/bot)' }
    const { body: page } = await raw(`${proxy.url}/whole`, { headers: CRAWLER })
    const { body: refusal } = await raw(`${proxy.url}/closed/a`, { headers: CRAWLER })
    const { body: robots } = await raw(`${proxy.url}/robots.txt`, { headers: CRAWLER })
    const { body: other } = await raw(`${proxy.url}/closed/b`, { headers })
    for (let i = 0; i < 3; i++)
      await raw(`${proxy.url}/closed/a`, { headers: { 'user-agent': BROWSER } })
    await linesOf(proxy, 4)
    const decided = (crawler: string, outcome: string, assurance: string) =>
      `acap_decisions_total{site="site",crawler="${crawler}",outcome="${outcome}",mode="enforce",assurance="${assurance}"}`
    expect(await samplesOf(proxy)).toEqual({
      [decided('searchbot1', 'permitted', 'unchecked')]: 1,
      [decided('searchbot1', 'prohibited', 'unchecked')]: 1,
      [decided('searchbot1', 'exempt', 'unchecked')]: 1,
      [decided('other', 'prohibited', 'unchecked')]: 1,
      'acap_declared_total{site="site",name="zorkbot"}': 1,
      'acap_robots_fetches_total{site="site",crawler="searchbot1"}': 1,
      'acap_reader_requests_total{site="site"}': 3,
      'acap_crawler_bytes_total{site="site"}':
        page.length + refusal.length + robots.length + other.length,
      'acap_bytes_not_sent_total{site="site"}': 2 * page.length - refusal.length - other.length,
    })
  })
})

test('[I4] a forged name is counted under the name that it claims, and marked', async () => {
  const network = {
    name: 'search',
    fresh: true,
    v4: Uint32Array.of(0xc0000200, 0xc00002ff),
    v6: new Uint32Array(),
  }
  const files = {
    ...FILES,
    'site.toml': `${FILES['site.toml']}[crawlers.SearchBot1]\nnetworks = ["search"]\n`,
  }
  const answer = (_: unknown, response: { end(text: string): void }) => void response.end('a page')
  const settings = { admin: ADMIN, trust: ['loopback'] }
  const proxy = await gate({ files, networks: [network], answer, settings })
  // The address of a proxy that nobody named comes first: it disproves no name.
  for (const headers of [CRAWLER, { ...CRAWLER, 'x-forwarded-for': '198.51.100.7' }])
    await raw(`${proxy.url}/a`, { headers })
  const [crawler, why] = [{ name: 'searchbot1' }, expect.stringContaining('claims to be')]
  expect(await linesOf(proxy, 2)).toMatchObject([
    { crawler, assurance: { level: 'unchecked', why } },
    { crawler, assurance: { level: 'forged', why } },
  ])
  expect(Object.keys(await samplesOf(proxy))).toContainEqual(
    expect.stringMatching(/crawler="searchbot1",.*assurance="forged"/),
  )
})

describe('the authorization service', () => {
  const ask = ({ url }: TestedGate, path: string) =>
    raw(`${url}/`, {
      headers: {
        ...CRAWLER,
        'x-forwarded-for': '192.0.2.9',
        'x-forwarded-method': 'GET',
        'x-forwarded-host': '127.0.0.1',
        'x-forwarded-uri': path,
      },
    })

  test('does not know what the other server sends of a page, and knows its own answers', async () => {
    const service = await started('caddy')
    await ask(service, '/open')
    const { body } = await ask(service, '/closed/a')
    const lines = await linesOf(service, 2)
    expect(lines).toMatchObject([
      {
        target: '/open',
        outcome: 'permitted',
        status: null,
        bytes: null,
        client: { prefix: '192.0.2.0/24' },
      },
      { target: '/closed/a', outcome: 'prohibited', status: 403, bytes: body.length },
    ])
    const samples = Object.keys(await samplesOf(service))
    expect(samples.filter((name) => name.startsWith('acap_decisions_total'))).toHaveLength(2)
  })
})
