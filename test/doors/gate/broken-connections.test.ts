/**
 * Origins and clients that break off, hold back or close one half of a connection: readers get what the origin gives.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { gate } from '../../support/doors/gate.ts'
import { raw } from '../../support/node-origin.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

const FILES = { 'robots.txt': 'User-agent: *\nDisallow: /closed/\n' }
const READER = { headers: { 'user-agent': BROWSER } }

const HALF_A_PAGE = `
  const server = require('node:http').createServer((request, response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('half')
  })
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

test('an origin that is killed within a page breaks the copy off, and is a 502 after it', async () => {
  const killed = spawn(process.execPath, ['-e', HALF_A_PAGE], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void killed.kill('SIGKILL'))
  const [port] = await once(killed.stdout!, 'data')
  const { url } = await gate({
    files: FILES,
    answer: () => undefined,
    settings: { origin: `http://127.0.0.1:${Number(port)}` },
  })
  const sent = request(`${url}/`, READER).end()
  const [answer] = await once(sent, 'response')
  const [half] = await once(answer, 'data')
  expect(String(half)).toBe('half')
  killed.kill('SIGKILL')
  const [fault] = await once(answer, 'error')
  expect([fault.code, answer.complete]).toEqual(['ECONNRESET', false])
  expect((await raw(`${url}/`, READER)).status).toBe(502)
})

test('a slow origin’s pieces reach a reader one by one', async () => {
  const pieces = ['one', 'two', 'three']
  let next: () => void = () => undefined
  const { url } = await gate({
    files: FILES,
    answer: (_, response) => {
      next = () => {
        const piece = pieces.shift()
        if (piece === undefined) response.end()
        else response.write(piece)
      }
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.flushHeaders()
    },
  })
  const sent = request(`${url}/closed/a`, READER).end()
  const [answer] = await once(sent, 'response')
  for (const piece of [...pieces]) {
    const came = once(answer, 'data')
    next()
    expect(String((await came)[0])).toBe(piece)
  }
  const ended = once(answer, 'end')
  answer.resume()
  next()
  await ended
  expect(answer.complete).toBe(true)
})

test('an origin that ends its page by closing its half of the connection gives a whole page', async () => {
  const origin = createServer({ allowHalfOpen: true }, (socket) => {
    socket.once('data', () =>
      socket.end(`HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n${'a'.repeat(500_000)}`),
    )
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void origin.close())
  await once(origin, 'listening')
  const { port } = origin.address() as AddressInfo
  const { url } = await gate({
    files: FILES,
    answer: () => undefined,
    settings: { origin: `http://127.0.0.1:${port}` },
  })
  const answer = await raw(`${url}/`, READER)
  expect([answer.status, answer.complete, answer.body.length]).toEqual([200, true, 500_000])
})

describe('a page whose end is that of its connection, and that breaks off,', () => {
  /** Asks, and gives what came and how the connection ended, when the origin has broken its half page off. */
  async function halfPage(head: string, version: string): Promise<string> {
    let breakOff: () => void = () => undefined
    const origin = createServer((socket) => {
      socket.write(`${head}Content-Type: text/plain\r\n\r\n4\r\nhalf\r\n`)
      breakOff = () => void socket.resetAndDestroy()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void origin.close())
    await once(origin, 'listening')
    const { port } = origin.address() as AddressInfo
    const settings = { origin: `http://127.0.0.1:${port}` }
    const { url } = await gate({ files: FILES, answer: () => undefined, settings })
    const client = connect(Number(new URL(url).port), '127.0.0.1')
    client.write(
      `GET / HTTP/${version}\r\nHost: x\r\nUser-Agent: ${BROWSER}\r\nConnection: close\r\n\r\n`,
    )
    let came = ''
    client.on('data', (piece) => {
      if (!came.includes('half') && String(piece).includes('half')) breakOff()
      came += String(piece)
    })
    client.on('error', (fault: NodeJS.ErrnoException) => (came += fault.code))
    await new Promise((resolve) => client.once('close', resolve))
    return came
  }

  test('has no last chunk where the origin has reset its connection', async () => {
    expect(await halfPage('HTTP/1.0 200 OK\r\n', '1.1')).toMatch(/half\r\n\r\n$/)
  })

  test('is a reset connection to a client of HTTP/1.0, as nginx is', async () => {
    expect(await halfPage('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n', '1.0')).toMatch(
      /halfECONNRESET$/,
    )
  })
})

test('a client that leaves while kept connections to the origin are idle costs nothing more', async () => {
  const waiting: ServerResponse[] = []
  const { url } = await gate({ files: FILES, answer: (_, response) => void waiting.push(response) })
  const came = async (count: number) => {
    while (waiting.length < count) await new Promise(setImmediate)
  }
  const both = ['/a', '/b'].map((path) => raw(`${url}${path}`, READER))
  await came(2)
  for (const response of waiting.splice(0)) response.end('a page')
  await Promise.all(both)
  const leaving = request(`${url}/leaves`, READER).end()
  leaving.on('error', () => undefined)
  await came(1)
  const gone = once(waiting[0]!, 'close')
  leaving.socket!.resetAndDestroy()
  await gone
  const next = raw(`${url}/next`, READER)
  await came(2)
  waiting[1]!.end('the next page')
  expect((await next).body.toString()).toBe('the next page')
})

describe('bytes that cannot be read', () => {
  const HEAD = `Host: x\r\nUser-Agent: ${BROWSER}\r\n`
  const UPLOAD = `POST /upload HTTP/1.1\r\n${HEAD}Content-Length: 100\r\n\r\nthe first part`
  const PAGE = `GET /page HTTP/1.1\r\n${HEAD}\r\n`

  /** Sends the first text, the second when half of an answer has come, and closes its half. */
  async function talk(
    first: string,
    second: string,
  ): Promise<{ got: string; uploads: readonly string[] }> {
    const uploads: string[] = []
    let finish: () => void = () => undefined
    const gateOf = await gate({
      files: FILES,
      answer: (request, response) => {
        request.on('data', (piece) => uploads.push(String(piece)))
        request.on('end', () => uploads.push('END'))
        response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 8 })
        response.write('half')
        finish = () => void setImmediate(() => request.method === 'GET' && response.end('half'))
        if (second === '') finish()
      },
    })
    const { hostname, port } = new URL(gateOf.url)
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    const pieces: string[] = []
    socket.on('error', () => undefined)
    socket.on('data', (piece) => {
      pieces.push(String(piece))
      if (second !== '' && String(piece).includes('half') && socket.writable)
        socket.end(second, finish)
    })
    if (second === '') socket.end(first)
    else socket.write(first)
    await once(socket, 'close')
    return { got: pieces.join(''), uploads }
  }

  test('an answer that has begun is never continued with another one', async () => {
    const { got, uploads } = await talk(UPLOAD, ' and no more')
    expect(got).toMatch(/half$/)
    expect(uploads.join('')).toBe('the first part and no more')
  })

  test('a client that sends them behind a request gets one answer, its page or a 400', async () => {
    for (const [first, second] of [
      [PAGE, '\u0001\r\n\r\n'],
      [`${PAGE}GET /unfin`, ''],
    ] as const) {
      const { got } = await talk(first, second)
      expect(got).toMatch(/^HTTP\/1\.1 (?:200|400) /)
      expect(got.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    }
  })
})

test('a HEAD that is refused has the header of the refusal and no body', async () => {
  const { url } = await gate({ files: FILES, answer: () => undefined })
  const ask = (method: string) =>
    raw(`${url}/closed/a`, { method, headers: { 'user-agent': 'SearchBot1/1.0' } })
  const [get, head] = [await ask('GET'), await ask('HEAD')]
  expect([get.status, head.status, head.body.length]).toEqual([403, 403, 0])
  expect(get.body.length).toBeGreaterThan(0)
  for (const name of ['content-type', 'cache-control', 'link'])
    expect(head.headers[name]).toBe(get.headers[name])
})
