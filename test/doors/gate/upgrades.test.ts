/**
 * Requests for another protocol: WebSocket alone is passed on, decided like any other request, after the origin's 101.
 */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { gate } from '../../support/doors/gate.ts'
import { exchanged } from '../../support/node-origin.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

const FILES = { 'robots.txt': 'User-agent: *\nDisallow: /closed/\n' }
/** How long a loaded machine may take. */
const PATIENCE = { timeout: 30_000 }
const CRAWLER = 'SearchBot1/1.0'
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n'
const WEB_SOCKET = `Connection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n${KEY}`
const ACCEPTED =
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'

/** Sends a request, and gives what comes back until the connection is closed. */
function ask(
  url: string,
  path: string,
  more: string,
  { userAgent = BROWSER, body = '', method = 'GET' } = {},
) {
  const { host } = new URL(url)
  return exchanged(
    url,
    `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${userAgent}\r\n${more}\r\n${body}`,
  )
}

test('WebSocket is decided before it is piped', async () => {
  const upgraded: Socket[] = []
  const { url, origin } = await gate({
    files: FILES,
    answer: (_, response) => void response.writeHead(426).end('no'),
  })
  origin.server.on('upgrade', (_, socket: Socket) => {
    upgraded.push(socket)
    socket.on('error', () => socket.destroy())
    socket.write(`${ACCEPTED}hello `)
    socket.once('data', (chunk) => socket.end(`echo ${chunk}`))
  })
  const refused = await ask(url, '/closed/ws', WEB_SOCKET, { userAgent: CRAWLER, body: 'ping' })
  expect(refused).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/)
  expect(upgraded).toHaveLength(0)
  for (const [path, userAgent] of [
    ['/closed/ws', BROWSER],
    ['/open/ws', CRAWLER],
  ] as const) {
    const answer = await ask(url, path, WEB_SOCKET, { userAgent, body: 'ping' })
    expect(answer).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\nUpgrade: websocket\r\n/)
    expect(answer.endsWith('hello echo ping')).toBe(true)
  }
})

describe('a request for another protocol is one like any other', () => {
  test.each([
    ['another token', `Connection: Upgrade\r\nUpgrade: foo\r\n${KEY}`, 'GET', ''],
    ['several tokens', `Connection: Upgrade\r\nUpgrade: h2c, websocket\r\n${KEY}`, 'GET', ''],
    [
      'h2c and a body',
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: a\r\n',
      'POST',
      'body',
    ],
    ['no key', 'Connection: Upgrade\r\nUpgrade: websocket\r\n', 'GET', ''],
    ['a body', WEB_SOCKET, 'GET', 'body'],
    ['another method', WEB_SOCKET, 'POST', 'body'],
  ])('%s', async (_, headers, method, body) => {
    const seen: (string | undefined)[][] = []
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      let got = ''
      for await (const piece of request) got += piece
      seen.push([request.method, request.url, request.headers.upgrade, got])
      const page = '<!doctype html><meta name="robots" content="ACAP disallow-crawl">'
      response.setHeader('content-type', 'text/html').end(page)
    }
    const { url } = await gate({ files: FILES, answer })
    const length = body === '' ? '' : `Content-Length: ${body.length}\r\n`
    // What stands behind such a request is never read.
    const smuggled = `${body}GET /closed/b HTTP/1.1\r\nHost: x\r\n\r\n`
    expect(await ask(url, '/a', headers + length, { method, body: smuggled })).toMatch(
      /^HTTP\/1\.1 200 /,
    )
    expect(seen).toEqual([[method, '/a', undefined, body]])
    // The page's own META counts.
    const refused = await ask(url, '/a', headers + length, { method, body, userAgent: CRAWLER })
    expect(refused).toMatch(method === 'GET' ? /^HTTP\/1\.1 403 / : /^HTTP\/1\.1 (?:200|403) /)
  })
})

test('a 101 that says how long its body is goes on without that: it has none (RFC 9110 8.6)', async () => {
  const { url, origin } = await gate({ files: FILES, answer: (_, response) => void response.end() })
  for (const more of ['Content-Length: 0\r\n', 'Transfer-Encoding: chunked\r\n']) {
    origin.server.once('upgrade', (_, socket: Socket) => {
      socket.end(`${ACCEPTED.slice(0, -2)}${more}\r\nhello`)
    })
    const answer = await ask(url, '/ws', WEB_SOCKET)
    expect(answer).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\nUpgrade: websocket\r\n/)
    expect(answer).not.toMatch(/^(?:content-length|transfer-encoding):/im)
    expect(answer.endsWith('\r\n\r\nhello')).toBe(true)
  }
})

test('a request of HTTP/1.0 is one like any other', async () => {
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    void response.end(`to upgrade: ${request.headers.upgrade}`)
  const { url } = await gate({ files: FILES, answer })
  const head = `Host: ${new URL(url).host}\r\nUser-Agent: ${BROWSER}\r\n${WEB_SOCKET}`
  expect(await exchanged(url, `GET /a HTTP/1.0\r\n${head}\r\n`)).toMatch(
    / 200 OK\r\n[\s\S]*to upgrade: undefined$/,
  )
})

test('behind a request that is not answered yet, it is a request like any other', async () => {
  const waiting: ServerResponse[] = []
  const { url, origin } = await gate({
    files: FILES,
    answer: (_, response) => void waiting.push(response),
  })
  origin.server.on('upgrade', (_, socket: Socket) => socket.destroy())
  const first = `Connection: keep-alive\r\n\r\nGET /ws HTTP/1.1\r\nHost: x\r\nUser-Agent: ${BROWSER}\r\n${WEB_SOCKET}`
  const answers = ask(url, '/a', first)
  for (const page of ['one', 'two']) {
    await expect.poll(() => waiting.length, PATIENCE).toBe(1)
    waiting.pop()!.end(page)
  }
  expect(await answers).toMatch(/200 OK[\s\S]*one[\s\S]*200 OK[\s\S]*two/)
})

test('a connection that has gone over gives its place at the origin back', async () => {
  const bounds = { clients: 10, requests: 1, crawlers: 1 }
  const { url, origin } = await gate({
    files: FILES,
    answer: (_, response) => void response.end(),
    settings: { bounds },
  })
  origin.server.on('upgrade', (_, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(ACCEPTED)
  })
  for (let i = 0; i < 3; i++) expect(await ask(url, '/a', WEB_SOCKET)).toMatch(/^HTTP\/1\.1 101 /)
  const status = async () => (await ask(url, '/a', 'Connection: close\r\n')).slice(9, 12)
  await expect.poll(status, PATIENCE).toBe('200')
})

test('what the origin answers in the place of 101 is a page like any other', async () => {
  const page =
    '<!doctype html><meta name="robots" content="ACAP disallow-crawl"><title>A page</title>'
  const { url } = await gate({
    files: FILES,
    answer: (_, response) => void response.setHeader('content-type', 'text/html').end(page),
  })
  expect(await ask(url, '/a', WEB_SOCKET)).toContain(page)
  const refused = await ask(url, '/a', WEB_SOCKET, { userAgent: CRAWLER })
  expect(refused).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/)
  expect(refused).not.toContain('A page')
})

test('a long page in the place of 101 comes whole to a client that reads slowly', async () => {
  const page = 'x'.repeat(5_000_000)
  const { url } = await gate({ files: FILES, answer: (_, response) => void response.end(page) })
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${BROWSER}\r\n${WEB_SOCKET}\r\n`)
  let length = 0
  for await (const piece of socket) length += piece.length
  expect(length).toBeGreaterThan(page.length)
})

test('an upgrade to a host that has no origin is answered 502', async () => {
  const site = { ...FILES, 'site.toml': 'hosts = ["127.0.0.1"]\norigin = "http://127.0.0.1:1"\n' }
  const { url } = await gate({ files: site, answer: () => undefined, settings: { origin: null } })
  const head = `Host: other.test\r\nUser-Agent: ${BROWSER}\r\n${WEB_SOCKET}`
  expect(await exchanged(url, `GET / HTTP/1.1\r\n${head}\r\n`)).toMatch(
    /^HTTP\/1\.1 502 Bad Gateway\r\n/,
  )
})

test('a gate that stops ends connections of other protocols when their time is over', async () => {
  const { url, origin, stop } = await gate({
    files: FILES,
    answer: () => undefined,
    settings: { grace: 0 },
  })
  origin.server.on('upgrade', (_, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    socket.write(ACCEPTED)
  })
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n${WEB_SOCKET}\r\n`)
  socket.on('error', () => undefined)
  await once(socket, 'data')
  const ended = once(socket, 'close')
  await stop()
  await ended
})
