/** Sites that are slow, endless, looping or broken: an audit of them ends, by few requests and bytes, and asks no other host. */
import { createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { auditAgents } from '../../src/author/audit/agents.ts'
import { audit } from '../../src/author/audit/audit.ts'
import { LiveRobots } from '../../src/author/audit/declared.ts'
import { textProgram } from '../../src/author/files/load-programs.ts'
import { AuditClient } from '../../src/cli/audit/audit-client.ts'
import { readSitemap } from '../../src/cli/audit/read-page.ts'
import { isLong } from '../support/runs.ts'

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n'
const BLOCK = Buffer.alloc(1 << 16, 'a')

type Answer = (socket: Socket, path: string, other: string) => void

function endless(socket: Socket, first: string, part: Buffer | string): void {
  socket.write(first)
  const go = (): void => {
    while (!socket.destroyed && socket.write(part));
    if (!socket.destroyed) socket.once('drain', go)
  }
  go()
}

const whole = (body: Buffer | string, more = '') =>
  `${HEAD}${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`

const moved = (to: string) => `HTTP/1.1 302 Found\r\nLocation: ${to}\r\nContent-Length: 0\r\n\r\n`

const SITES: Readonly<Record<string, Answer>> = {
  'never answers': () => undefined,
  'ends each connection': (socket) => socket.destroy(),
  'stops in its head': (socket) => void socket.write('HTTP/1.1 200 OK\r\nX: '),
  'stops in its body': (socket) => void socket.write(`${HEAD}Content-Length: 99\r\n\r\nabc`),
  'has an endless body': (socket) => endless(socket, `${HEAD}\r\n`, BLOCK),
  'has an endless head': (socket) => endless(socket, HEAD, `X-A: ${'a'.repeat(4000)}\r\n`),
  'speaks no HTTP': (socket) => void socket.end('\0\x01\x02 garbage\r\n\r\n'),
  'sends a bomb': (socket) => {
    const bomb = gzipSync(Buffer.alloc(16 << 20))
    socket.write(whole(bomb, 'Content-Encoding: gzip\r\n'))
    socket.write(bomb)
  },
  'redirects for ever': (socket, path) => void socket.write(moved(`${path}x`)),
  'redirects robots.txt in a circle': (socket) => void socket.write(moved('/robots.txt')),
  'sends everybody elsewhere': (socket, path, other) => void socket.write(moved(other + path)),
  'names another host in everything': (socket, _, other) => {
    const page = `User-agent: *\nDisallow:\nSitemap: ${other}/sitemap.xml\nLicense: ${other}/rsl.xml\n<link rel=canonical href="${other}/c"><a href="${other}/a">a</a><loc>${other}/b</loc>`
    socket.write(whole(page, `Link: <${other}/license>; rel="license"\r\n`) + page)
  },
  'has sitemaps of sitemaps': (socket, path) => {
    const page = path.startsWith('/robots')
      ? 'User-agent: *\nDisallow:\n'
      : Array.from({ length: 900 }, (_, i) => `<loc>http://127.0.0.1${path}${i}.xml</loc>`).join('')
    socket.write(whole(page) + page)
  },
  'wants nobody': (socket) =>
    void socket.write(
      'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 9\r\nContent-Length: 0\r\n\r\n',
    ),
  'fails always': (socket) =>
    void socket.write('HTTP/1.1 500 Internal\r\nContent-Length: 0\r\n\r\n'),
  'closes everything with a rule a page': (socket) => {
    const rules = Array.from({ length: 5000 }, (_, i) => `Disallow: /p${i}/*a*b*c$\n`).join('')
    const page = `User-agent: *\n${rules}`
    socket.write(whole(page) + page)
  },
  'changes its mind': (socket) => {
    const page = `User-agent: *\nDisallow: /${Math.random()}\n`
    socket.write(whole(page) + page)
  },
}

async function listening(answer: Answer, other: string) {
  const counts = { requests: 0, bytes: 0, connections: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    counts.connections++
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => (counts.bytes += socket.bytesWritten))
    socket.on('data', (bytes) => {
      const path = /^GET (\S+) /.exec(bytes.toString('latin1'))?.[1]
      if (path === undefined) return
      counts.requests++
      answer(socket, path, other)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return { home: `http://127.0.0.1:${port}`, counts }
}

test.each(Object.entries(SITES))('a site that %s', async (what, answer) => {
  const stranger = await listening((socket) => socket.destroy(), '')
  const { home, counts } = await listening(answer, stranger.home)
  const client = new AuditClient({ pauseMs: 0, from: null, patienceMs: 60 })
  onTestFinished(() => client.close())
  const result = await audit(client.ask, {
    start: new URL(home),
    // Each crawler follows redirects: all of them together must not send too much.
    agents: auditAgents(isLong || /^redirects/.test(what) ? [] : ['GPTBot']),
    most: 120,
    policy: null,
    isMine: true,
    readRobots: (text) => new LiveRobots(text, textProgram(text), 0),
    readSitemap,
    beforeAgain: async () => undefined,
  })
  expect(stranger.counts.connections).toBe(0)
  expect(counts.requests).toBeLessThanOrEqual(120)
  expect(result?.asked ?? 0).toBeLessThanOrEqual(120)
  // What a socket's buffers take is written, too.
  expect(counts.bytes).toBeLessThan(130 * (8 << 20))
})
