/**
 * Requests for another protocol: decided like any other, before a byte is piped.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { gate } from '../support/gate.ts'
import { exchanged } from '../support/node-origin.ts'
import { BROWSER } from '../support/telling-policy.ts'

const FILES = { 'robots.txt': 'User-agent: *\nDisallow: /closed/\n' }
const CRAWLER = 'SearchBot1/1.0'

test('an upgrade is decided before it is piped', async () => {
  const upgraded: Socket[] = []
  const { url, origin } = await gate({ files: FILES, answer: (_, response) => void response.writeHead(426).end('no') })
  origin.server.on('upgrade', (request, socket: Socket) => {
    upgraded.push(socket)
    socket.on('error', () => socket.destroy())
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${request.headers.upgrade}\r\nConnection: Upgrade\r\n\r\n`,
    )
    socket.once('data', (chunk) => socket.end(`echo ${chunk}`))
  })
  const { host } = new URL(url)
  const ask = (path: string, userAgent: string) =>
    exchanged(
      url,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${userAgent}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nping`,
    )
  expect(await ask('/closed/ws', CRAWLER)).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/)
  expect(upgraded).toHaveLength(0)
  for (const [path, userAgent] of [
    ['/closed/ws', BROWSER],
    ['/open/ws', CRAWLER],
  ] as const) {
    const answer = await ask(path, userAgent)
    expect(answer).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\nUpgrade: websocket\r\n/)
    expect(answer.endsWith('echo ping')).toBe(true)
  }
})

test('an upgrade to a host that has no origin is answered 502', async () => {
  const site = { ...FILES, 'site.toml': 'hosts = ["127.0.0.1"]\norigin = "http://127.0.0.1:1"\n' }
  const { url } = await gate({ files: site, answer: () => undefined, settings: { origin: null } })
  const head = `Host: other.test\r\nUser-Agent: ${BROWSER}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
  expect(await exchanged(url, `GET / HTTP/1.1\r\n${head}`)).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/)
})

test('a gate that stops ends connections of other protocols when their time is over', async () => {
  const { url, origin, stop } = await gate({
    files: FILES,
    answer: () => undefined,
    settings: { grace: 0 },
  })
  origin.server.on('upgrade', (_, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
  })
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
  socket.on('error', () => undefined)
  await once(socket, 'data')
  const ended = once(socket, 'close')
  await stop()
  await ended
})
