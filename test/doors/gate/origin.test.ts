/**
 * What the gate asks of the origin: for what was judged, and once for each request that changes something.
 */
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { gate } from '../../support/doors/gate.ts'
import { exchanged, raw } from '../../support/node-origin.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

const FILES = { 'robots.txt': 'User-agent: *\nDisallow: /closed/\n' }
const CRAWLER = 'SearchBot1/1.0'
const as = (userAgent: string) => ({ headers: { 'user-agent': userAgent } })

test('the origin is asked for the host and path that were judged, however the request writes them', async () => {
  const seen: [string | undefined, string][] = []
  const { url } = await gate({
    files: {
      'robots.txt': 'User-agent: *\nDisallow: /closed/\n',
      'site.toml': 'hosts = ["news.test", "127.0.0.1"]\n',
    },
    answer: (request, response) => {
      seen.push([request.headers.host, request.url!])
      response.end()
    },
  })
  const ask = async (line: string, hosts: readonly string[], more = '') => {
    const head = hosts.map((host) => `Host: ${host}\r\n`).join('')
    const text = `${line} HTTP/1.1\r\n${head}User-Agent: ${CRAWLER}\r\n${more}Connection: close\r\n\r\n`
    return (await exchanged(url, text)).slice(9, 12)
  }
  const news = ['news.test']
  // Neither the path nor a second header names the host.
  for (const target of [
    'x/closed/a',
    '.evil/closed/a',
    ':80x/closed/a',
    '*',
    '@evil/closed/a',
    'closed/a',
    '?/closed/a',
  ]) {
    expect([target, await ask(`GET ${target}`, news)]).toEqual([target, '400'])
  }
  expect(await ask('GET /closed/a', ['other.test', 'news.test'])).toBe('400')
  expect(await ask('GET /closed/a', news, 'Connection: host\r\n')).toBe('403')
  expect(await ask('GET http://news.test/closed/a', ['other.test'])).toBe('403')
  expect(seen).toEqual([])
  expect(await ask('GET http://other.test/closed/a', news)).toBe('200')
  expect(await ask('GET http://news.test/a', ['other.test'])).toBe('200')
  expect(await ask('GET /a#/../closed/a', news)).toBe('200')
  expect(await ask('GET /a#b', news)).toBe('200')
  // It asks about this server, and not about a page.
  expect(await ask('OPTIONS *', news)).toBe('204')
  expect(await ask('GET /a', news, 'Connection: host\r\n')).toBe('200')
  expect(seen).toEqual([
    ['other.test', '/closed/a'],
    ['news.test', '/a'],
    ['news.test', '/a'],
    ['news.test', '/a'],
    ['news.test', '/a'],
  ])
})

test('no client tells the origin what only a proxy may', async () => {
  let seen: string[] = []
  const answer: Parameters<typeof gate>[0]['answer'] = (request, response) => {
    seen = Object.keys(request.headers)
    response.end()
  }
  const headers = {
    'x-original-url': '/closed/a',
    'x-rewrite-url': '/closed/a',
    forwarded: 'host=evil',
    'user-agent': CRAWLER,
  }
  const names = ['x-original-url', 'x-rewrite-url', 'forwarded']
  await raw(`${(await gate({ files: FILES, answer })).url}/a`, { headers })
  expect(seen.filter((name) => names.includes(name))).toEqual([])
  const trusted = await gate({ files: FILES, answer, settings: { trust: ['loopback'] } })
  await raw(`${trusted.url}/a`, { headers })
  expect(seen.filter((name) => names.includes(name)).sort()).toEqual([...names].sort())
})

test('connections that the origin has closed cost no reader a page, and no method that changes something is repeated', async () => {
  let isClosing = false
  const methods: string[] = []
  const waiting: (() => void)[] = []
  const { url } = await gate({
    files: FILES,
    answer: (request, response) => {
      const { socket, method } = request
      if (isClosing && kept.has(socket)) {
        methods.push(method!)
        return void socket.destroy()
      }
      if (isClosing) return void response.end('fresh')
      kept.add(socket)
      waiting.push(() => response.end())
      if (waiting.length === 3) for (const end of waiting.splice(0)) end()
    },
  })
  const ask = (method = 'GET') => raw(`${url}/`, { method, ...as(BROWSER), agent: false })
  const keepThree = async () => {
    isClosing = false
    await Promise.all([ask(), ask(), ask()])
    isClosing = true
  }
  await keepThree()
  expect((await ask()).body.toString()).toBe('fresh')
  expect(methods.splice(0)).toEqual(['GET'])
  for (const method of ['POST', 'DELETE']) {
    await keepThree()
    expect((await ask(method)).status).toBe(502)
  }
  expect(methods).toEqual(['POST', 'DELETE'])
})

/** Connections to an origin that is about to close them. */
const kept = new Set<Socket>()

test('a connection that stays silent is closed without a word, a request that cannot be read is a 400 or 431', async () => {
  const { url } = await gate({ files: FILES, answer: (_, response) => void response.end() })
  const host = new URL(url).host
  expect(await exchanged(url, 'GET / HTTP/1.1 x\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  const long = `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`
  expect(await exchanged(url, long)).toMatch(/^HTTP\/1\.1 431 /)
})
