/**
 * What the gate allows a connection: limits of time, and bounds that make crawlers wait and never readers.
 */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { boundsFor, MAX_PIPELINED, SECONDS } from '../../../src/doors/gate/limits.ts'
import { OriginClient } from '../../../src/doors/gate/origin-client.ts'
import { gate } from '../../support/doors/gate.ts'
import { exchanged, raw, startOrigin } from '../../support/node-origin.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

const FILES = { 'robots.txt': 'User-agent: *\nDisallow: /closed/\n' }
/** How long a loaded machine may take. */
const PATIENCE = { timeout: 30_000 }
const CRAWLER = 'SearchBot1/1.0'
const REQUEST = { method: 'GET', target: '/', headers: [], body: null }
const SWITCHED =
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
const as = (userAgent: string) => ({ headers: { 'user-agent': userAgent }, agent: false as const })

/** What comes back on a connection until it is closed. */
async function received(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (piece) => (text += String(piece)))
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('close', resolve))
  return text
}

function open(url: string, text = ''): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.write(text)
  return socket
}

const head = (path: string, more = '', method = 'GET') =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ${BROWSER}\r\n${more}\r\n`

/** Sends a request until its origin has it: a loaded machine may be over a limit before it has read what came. */
async function begun(
  url: string,
  text: string,
  hasCome: Promise<unknown>,
): Promise<{ answer: Promise<string> }> {
  for (;;) {
    const answer = received(open(url, text))
    if (await Promise.race([hasCome.then(() => true), answer.then(() => false)])) return { answer }
  }
}

describe('a connection ends', () => {
  const seconds = { ...SECONDS, silence: 0.2, header: 0.3, idle: 0.2 }
  /** A machine under load may be over a limit before it has read what came. */
  const atLast = (url: string, text: string) =>
    expect.poll(() => received(open(url, text)), PATIENCE)

  test('without a word where no byte comes, with a 408 where a header stays incomplete', async () => {
    const { url } = await gate({
      files: FILES,
      answer: (_, response) => void response.end(),
      settings: { seconds },
    })
    expect(await received(open(url))).toBe('')
    await atLast(url, 'GET / HTTP/1.1\r\nHost: x').toMatch(/^HTTP\/1\.1 408 /)
    // After an answer, too.
    await atLast(url, head('/')).toMatch(/^HTTP\/1\.1 200 OK[^/]*$/)
  })

  test('with a 408 where an upload holds back, and not where the origin does', async () => {
    const { url, origin } = await gate({
      files: FILES,
      answer: ({ url, socket }) => void (url === '/slow' && socket.pause()),
      settings: { seconds },
    })
    await atLast(url, `${head('/', 'Content-Length: 9\r\n', 'POST')}half`).toMatch(
      /^HTTP\/1\.1 408 /,
    )
    const body = 'x'.repeat(20_000_000)
    const upload =
      head('/slow', `Content-Length: ${body.length}\r\nConnection: close\r\n`, 'POST') + body
    const come = once(origin.server, 'request')
    const { answer } = await begun(url, upload, come)
    const [request, response] = await come
    await limitsPass(url)
    request.resume().on('end', () => response.end('taken'))
    expect(await answer).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*taken/)
  })

  test('never with an answer on its way', async () => {
    const { url, origin } = await gate({
      files: FILES,
      answer: () => undefined,
      settings: { seconds },
    })
    const come = once(origin.server, 'request')
    const { answer } = await begun(url, head('/', 'Connection: close\r\n'), come)
    const [, response] = await come
    await limitsPass(url)
    response.write('half ')
    await limitsPass(url)
    response.end('whole')
    expect(await answer).toMatch(/half[\s\S]*whole/)
  })

  /** The limits are over on other connections. */
  async function limitsPass(url: string): Promise<void> {
    for (let i = 0; i < 2; i++) await received(open(url))
  }
})

test('pipelined requests are asked of the origin one by one, and too many of them are a 503 each', async () => {
  const waiting: ServerResponse[] = []
  const { url } = await gate({ files: FILES, answer: (_, response) => void waiting.push(response) })
  const count = MAX_PIPELINED + 4
  const text = exchanged(url, head('/').repeat(count - 1) + head('/', 'Connection: close\r\n'))
  for (let i = 0; i <= MAX_PIPELINED; i++) {
    await expect.poll(() => waiting.length, PATIENCE).toBe(1)
    waiting.pop()!.end('page')
  }
  const statuses = [...(await text).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
  expect(statuses).toEqual([...Array(MAX_PIPELINED + 1).fill('200'), '503', '503', '503'])
})

test('crawlers get a time to come back where they have too many places at the origin; readers do not', async () => {
  const waiting: ServerResponse[] = []
  const bounds = { clients: 100, requests: 10, crawlers: 2 }
  const { url } = await gate({
    files: FILES,
    answer: (_, response) => void waiting.push(response.setHeader('content-type', 'text/plain')),
    settings: { bounds },
  })
  const crawlers = Array.from({ length: 5 }, () => raw(`${url}/`, as(CRAWLER)))
  const first = await Promise.race(crawlers)
  expect([first.status, first.headers['retry-after']]).toEqual([503, '5'])
  const readers = Array.from({ length: 8 }, () => raw(`${url}/`, as(BROWSER)))
  await expect.poll(() => waiting.length, PATIENCE).toBe(10)
  // Nothing is left to serve another one with.
  expect((await raw(`${url}/`, as(BROWSER))).status).toBe(503)
  expect((await raw(`${url}/closed/`, as(CRAWLER))).status).toBe(403)
  for (const response of waiting) response.end('page')
  const statuses = (await Promise.all([...crawlers, ...readers])).map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(10).fill(200), 503, 503, 503])
})

describe('connections to origins', () => {
  test.each([null, 'websocket'])(
    'make room for one another, and not where they carry requests: %s',
    async (upgrade) => {
      const client = new OriginClient(null, 3, { ...SECONDS, unused: 600 })
      onTestFinished(() => client.close())
      let open = 0
      const ask = async (isWebSocket: boolean) => {
        const origin = await startOrigin((_, response) => void response.end('page'))
        onTestFinished(() => origin.stop())
        origin.server.on('upgrade', (_, socket) => socket.write(SWITCHED))
        origin.server.on('connection', (socket) => socket.once('close', () => open--) && open++)
        const answer = await client.ask(new URL(origin.url), { ...REQUEST, isWebSocket }).answer
        if ('socket' in answer) return answer.socket
        for await (const _ of answer.body.resume());
        return null
      }
      const carrying = await Promise.all([1, 2].map(() => ask(upgrade !== null)))
      for (let i = 0; i < 6; i++) await ask(false)
      await expect.poll(() => open).toBeLessThanOrEqual(3)
      expect(carrying.map((socket) => socket?.destroyed)).toEqual(
        upgrade === null ? [undefined, undefined] : [false, false],
      )
    },
  )
})

test('the oldest connection without a request makes room for a new reader', async () => {
  const { url } = await gate({
    files: FILES,
    answer: (_, response) => void response.end('page'),
    settings: { bounds: { clients: 3, requests: 10, crawlers: 2 } },
  })
  const half = open(url, 'GET / HTTP/1.1\r\n')
  await once(half, 'connect')
  const others = [open(url), open(url)]
  for (const socket of others) await once(socket, 'connect')
  const closed = received(half)
  expect((await raw(`${url}/`, as(BROWSER))).status).toBe(200)
  expect(await closed).toBe('')
  expect(others.map(({ destroyed }) => destroyed)).toEqual([false, false])
})

test('a connection to an origin that carries no request ends, however long the origin would keep it', async () => {
  const seconds = { ...SECONDS, unused: 0.1 }
  const { url, origin } = await gate({
    files: FILES,
    answer: (_, response) => void response.end(),
    settings: { seconds },
  })
  origin.server.keepAliveTimeout = 600_000
  const closed = new Promise((resolve) => {
    origin.server.once('connection', (socket) => socket.once('close', resolve))
  })
  expect((await raw(`${url}/`, as(BROWSER))).status).toBe(200)
  await closed
})

test('the bounds leave descriptors free', () => {
  for (const files of [256, 1024, 20_000, 1_048_576]) {
    const { clients, requests, crawlers } = boundsFor(files)
    expect(clients + requests).toBeLessThan(files)
    expect(crawlers).toBeLessThan(requests)
  }
})
