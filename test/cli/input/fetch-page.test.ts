/**
 * Servers that do harm, by intent or not, on loopback.
 */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fetchPage } from '../../../src/base/files/fetch-page.ts'
import { folderWith } from '../../support/cli/acap.ts'
import { runAcap } from '../../support/cli/run-acap.ts'
import { serveSecurely } from '../../support/doors/secure-server.ts'

const ROBOTS = 'User-agent: *\nDisallow: /private/\n'
const PATIENT = { patienceMs: 20_000 }

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const serveBytes = (bytes: Uint8Array, encoding: string) =>
  serve((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bytes))

describe('a compressed answer', () => {
  const ENCODERS = {
    gzip: gzipSync,
    'x-gzip': gzipSync,
    GZIP: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
  }

  it.each(Object.entries(ENCODERS))('is read: %s', async (encoding, encode) => {
    const { bytes } = await fetchPage(
      await serveBytes(encode(Buffer.from(ROBOTS)), encoding),
      PATIENT,
    )
    expect(Buffer.from(bytes).toString()).toBe(ROBOTS)
  })

  it.each([
    ['gzip', gzipSync(Buffer.alloc(64 << 20))],
    ['gzip', gzipSync(Buffer.alloc(64 << 20, 'Disallow: /\n'))],
    ['deflate', deflateSync(Buffer.alloc(64 << 20))],
    [
      'br',
      brotliCompressSync(Buffer.alloc(64 << 20), {
        params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
      }),
    ],
  ])('that expands without end is left: %s', async (encoding, bomb) => {
    await expect(fetchPage(await serveBytes(bomb, encoding), PATIENT)).rejects.toThrow(
      'the compressed answer expands to more than 100 times its size',
    )
  })

  it.each([
    ['gzip', gzipSync(Buffer.from(ROBOTS)).subarray(0, 30), 'the compressed answer ends too early'],
    ['gzip', Buffer.from(ROBOTS), 'the compressed answer is damaged'],
    ['zstd', Buffer.from(ROBOTS), 'the answer is encoded as `zstd`, which cannot be read'],
    [
      'constructor',
      Buffer.from(ROBOTS),
      'the answer is encoded as `constructor`, which cannot be read',
    ],
    [
      'gzip, gzip',
      Buffer.from(ROBOTS),
      'the answer is encoded as `gzip, gzip`, which cannot be read',
    ],
  ])('that cannot be read says so: %s', async (encoding, bytes, message) => {
    await expect(fetchPage(await serveBytes(bytes, encoding), PATIENT)).rejects.toThrow(message)
  })
})

describe('an answer', () => {
  it.each([
    ['a length', { 'content-length': String(64 << 20) }],
    ['no length', {}],
  ])('without an end is left at 16 MiB: %s', async (_, headers) => {
    const home = await serve((_request, response) => {
      response.writeHead(200, headers)
      const chunk = Buffer.alloc(1 << 20, 'a')
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', more)
      more()
    })
    await expect(fetchPage(home, PATIENT)).rejects.toThrow('the answer is larger than 16 MiB')
  })

  it.each([
    ['headers', (): RequestListener => () => undefined],
    [
      'the first byte',
      (): RequestListener => (_, response) => void response.writeHead(200).flushHeaders(),
    ],
    [
      'the rest, drop by drop',
      (): RequestListener => (_, response) => {
        response.writeHead(200)
        const drip = setInterval(() => response.write('a'), 5)
        response.on('close', () => clearInterval(drip))
      },
    ],
    [
      'the end of redirects',
      (): RequestListener => (request, response) => {
        setImmediate(() => response.writeHead(302, { location: `${request.url}x` }).end())
      },
    ],
  ])('that never comes is left in time: %s', async (what, listener) => {
    const home = await serve(listener())
    const message = what.includes('redirects')
      ? 'more than 5 redirects'
      : 'no whole answer within 0.3 seconds'
    await expect(fetchPage(home, { patienceMs: 300 })).rejects.toThrow(message)
  })

  it.each([
    ['SSH-2.0-OpenSSH_9.9\r\n', 'the answer is not HTTP'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort', 'the connection was cut'],
    [
      `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
      'the headers of the answer are too large',
    ],
    ['', 'the connection was cut'],
  ])('that is broken says so: %j', async (bytes, message) => {
    const server = createTcpServer((socket) =>
      socket.on('error', () => undefined).end(bytes),
    ).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await expect(fetchPage(home, PATIENT)).rejects.toThrow(message)
  })
})

describe('a redirect', () => {
  const redirecting = (location: string, status = 301) =>
    serve((request, response) => {
      if (request.url === '/robots.txt') response.writeHead(status, { location }).end()
      else response.end(ROBOTS)
    })

  it.each([301, 302, 303, 307, 308])('of status %i is followed', async (status) => {
    const home = await redirecting('/other', status)
    const { bytes, url } = await fetchPage(`${home}/robots.txt`, PATIENT)
    expect([Buffer.from(bytes).toString(), url.href]).toEqual([ROBOTS, `${home}/other`])
  })

  it.each([
    ['ftp://a.test/', 'it redirects to ftp://a.test/'],
    ['file:///etc/passwd', 'it redirects to file:///etc/passwd'],
    ['http://[x', 'which is not a URL'],
  ])('to %s is not followed', async (location, message) => {
    await expect(fetchPage(`${await redirecting(location)}/robots.txt`, PATIENT)).rejects.toThrow(
      message,
    )
  })

  it('from https to http is not followed', async () => {
    const plain = await serve((_, response) => response.end(ROBOTS))
    const home = await serveSecurely((request, response) => {
      if (request.url === '/robots.txt') response.writeHead(302, { location: plain }).end()
      else response.end(ROBOTS)
    })
    expect(Buffer.from((await fetchPage(home, PATIENT)).bytes).toString()).toBe(ROBOTS)
    await expect(fetchPage(`${home}/robots.txt`, PATIENT)).rejects.toThrow(
      `it redirects from https to ${plain}/`,
    )
    const cwd = folderWith({ 'policies/.networks/sources.toml': `a = "${home}/robots.txt"\n` })
    const { code, out } = await runAcap(['networks', join(cwd, 'policies')])
    expect([code, out]).toEqual([
      3,
      `a: as it was; ${home}/robots.txt: it redirects from https to ${plain}/\n`,
    ])
  })
})

describe('acap init and acap networks', () => {
  it('say what was wrong with the answer, and are not at fault themselves', async () => {
    const home = await serveBytes(gzipSync(Buffer.alloc(64 << 20)), 'gzip')
    const cwd = folderWith({ 'policies/.networks/sources.toml': `a = "${home}/a.json"\n` })
    const init = await runAcap(['init', 'a', '--from', home, '--policies', cwd])
    expect([init.code, init.err]).toEqual([
      2,
      expect.stringContaining('cannot be fetched: the compressed answer expands'),
    ])
    const networks = await runAcap(['networks', join(cwd, 'policies')])
    expect([networks.code, networks.out]).toEqual([
      3,
      expect.stringContaining('the compressed answer expands'),
    ])
  })
})
