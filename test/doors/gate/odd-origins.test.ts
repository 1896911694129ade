/**
 * Origins whose answers break the rules of HTTP: the gate answers, and goes on.
 */
import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { OriginPlaces } from '../../../src/doors/gate/limits.ts'
import { OriginClient } from '../../../src/doors/gate/origin-client.ts'
import { proxyServer } from '../../../src/doors/gate/proxy-server.ts'
import { localServices } from '../../../src/doors/node/exchange.ts'
import type { Edge } from '../../../src/edge/edge.ts'
import { gate } from '../../support/doors/gate.ts'
import { exchanged, raw } from '../../support/node-origin.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

const FILES = { 'robots.txt': 'ACAP-crawler: *\nACAP-disallow-index: /\n' }
const SWITCHED = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'
const CHUNKED = 'Transfer-Encoding: Chunked\r\n\r\n0\r\n\r\n'

/** An origin that answers each request with these bytes, and closes the connection. */
async function originOf(bytes: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.from(bytes, 'latin1')))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  ['a protocol that nobody asked for', SWITCHED, 502],
  ['a status below 100', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n', 502],
  ['a status of zeros', 'HTTP/1.1 000 Odd\r\nContent-Length: 0\r\n\r\n', 502],
  ['a control character in its phrase', 'HTTP/1.1 200 O\x01K\r\nContent-Length: 0\r\n\r\n', 200],
  [
    'a control character in a header',
    'HTTP/1.1 200 OK\r\nX: a\x01b\r\nContent-Length: 0\r\n\r\n',
    200,
  ],
  // Behind the gate, nobody would know that the body is coded.
  [
    'another transfer coding',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    502,
  ],
  [
    'a coding on a line of its own',
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n${CHUNKED}`,
    502,
  ],
  ['chunks, and says so twice', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n${CHUNKED}`, 200],
  ['no coding, and says so', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n', 200],
])('an origin that answers with %s', async (_, bytes, status) => {
  const { url } = await gate({
    files: FILES,
    answer: () => undefined,
    settings: { origin: await originOf(bytes) },
  })
  for (const userAgent of [BROWSER, 'SearchBot1/1.0']) {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
      const answer = await raw(`${url}/`, { method, headers: { 'user-agent': userAgent } })
      expect([userAgent, method, answer.status]).toEqual([userAgent, method, status])
    }
  }
})

test.each([
  [
    '100 Continue unasked',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npage',
    200,
    '4',
  ],
  [
    'early hints',
    'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npage',
    200,
    '4',
  ],
  ['a 204 with a length', 'HTTP/1.1 204 No Content\r\nContent-Length: 4\r\n\r\n', 204, undefined],
  [
    'a 304 with a length',
    'HTTP/1.1 304 Not Modified\r\nContent-Length: 4\r\nETag: "a"\r\n\r\n',
    304,
    '4',
  ],
])('%s is passed on as RFC 9110 has it', async (_, bytes, status, length) => {
  const { url } = await gate({
    files: FILES,
    answer: () => undefined,
    settings: { origin: await originOf(bytes) },
  })
  for (const method of ['GET', 'POST']) {
    const answer = await raw(`${url}/`, { method, headers: { 'user-agent': BROWSER } })
    const { 'content-length': given } = answer.headers
    expect([answer.status, given, answer.complete]).toEqual([status, length, true])
  }
})

test.each([BROWSER, 'SearchBot1/1.0'])(
  'a 205 has no page, also where its origin sends one: %s',
  async (userAgent) => {
    const origin = await originOf('HTTP/1.1 205 Reset Content\r\nContent-Length: 4\r\n\r\npage')
    const { url } = await gate({ files: FILES, answer: () => undefined, settings: { origin } })
    const answer = await raw(`${url}/`, { headers: { 'user-agent': userAgent } })
    expect([answer.status, String(answer.body), answer.complete]).toEqual([205, '', true])
  },
)

test('an origin that refuses an upload and closes at once is heard', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(
        'HTTP/1.1 413 Content Too Large\r\nContent-Length: 8\r\nConnection: close\r\n\r\ntoo much',
      )
      socket.destroySoon()
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { url } = await gate({ files: FILES, answer: () => undefined, settings: { origin } })
  const head = `POST /a HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ${BROWSER}\r\nConnection: close\r\n`
  for (let i = 0; i < 30; i++) {
    const answer = await exchanged(
      url,
      `${head}Content-Length: 3000000\r\n\r\n${'x'.repeat(3_000_000)}`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*too much$/)
  }
})

test('an origin that breaks off while it refuses another protocol breaks the copy off', async () => {
  const origin = await originOf('HTTP/1.1 403 Forbidden\r\nContent-Length: 100\r\n\r\nhalf')
  const { url } = await gate({ files: FILES, answer: () => undefined, settings: { origin } })
  const sent = request(url, {
    headers: { 'user-agent': BROWSER, connection: 'upgrade', upgrade: 'x' },
  }).end()
  const [answer] = await once(sent, 'response')
  answer.resume()
  const [fault] = await once(answer, 'error')
  expect([answer.statusCode, fault.code]).toEqual([403, 'ECONNRESET'])
})

test('an answer that cannot be sent ends its connection, and not the gate', async () => {
  const log: string[] = []
  const platform = {
    log: { ...console, error: (line: string) => void log.push(line) },
    fetchKeys: fetch,
  }
  const services = {
    ...localServices(() => false),
    platform,
    client: new OriginClient(null, 1),
    places: new OriginPlaces({ clients: 1, requests: 1, crawlers: 1 }),
    origin: null,
    ownHost: '',
  }
  const unsendable = { status: 1000, headers: new Headers(), body: null }
  const edge = { answer: async () => unsendable } as unknown as Edge
  const server = proxyServer(edge, services, { clients: 10 }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  for (let i = 0; i < 2; i++) await expect(raw(url)).rejects.toThrow('socket hang up')
  expect(log).toHaveLength(2)
  expect(JSON.parse(log[0]!)).toMatchObject({ acap: 'fault', where: 'gate' })
})
