import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleOf } from '../support/bundle.ts'
import { PROXIES, type StartedEdge } from '../support/doors/platforms.ts'
import { type Origin, raw, startOrigin } from '../support/node-origin.ts'
import { BROWSER } from '../support/tagging-policy.ts'

const BYTES = randomBytes(300_000)
const POLICY = {
  'robots.txt': 'User-agent: *\nDisallow: /private/\n',
  'site.toml': 'hosts = ["127.0.0.1"]\n',
}
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** What the origin has, by path. */
const PATHS: Readonly<Record<string, (asked: IncomingMessage, answer: ServerResponse) => void>> = {
  '/bytes': (asked, answer) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(asked.headers.range ?? '') ?? []
    const headers = {
      'content-type': 'application/octet-stream',
      'accept-ranges': 'bytes',
      etag: '"bytes"',
    }
    if (asked.headers['if-none-match'] === '"bytes"')
      return void answer.writeHead(304, { etag: '"bytes"' }).end()
    if (from === undefined)
      return void answer.writeHead(200, { ...headers, 'content-length': BYTES.length }).end(BYTES)
    const range = `bytes ${from}-${to}/${BYTES.length}`
    answer
      .writeHead(206, { ...headers, 'content-range': range })
      .end(BYTES.subarray(Number(from), Number(to) + 1))
  },
  '/html': (_, answer) =>
    answer.writeHead(200, { 'content-type': 'text/html' }).end('<head></head>h'),
  '/cookies': (_, answer) =>
    answer.writeHead(200, { 'set-cookie': ['a=1; Path=/', 'b=2, x', 'c=3'] }).end('c'),
  '/nothing': (_, answer) => answer.writeHead(204, { 'x-note': 'nothing' }).end(),
  '/moved': (_, answer) => answer.writeHead(302, { location: '/html', 'set-cookie': 'm=1' }).end(),
  '/broken': (_, answer) => answer.writeHead(500, { 'content-type': 'text/plain' }).end('broken'),
  '/early': (_, answer) => {
    answer.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' })
    answer.writeHead(200).end('early')
  },
  '/echo': (asked, answer) => {
    const hash = createHash('sha256')
    let size = 0
    asked.on('data', (chunk: Buffer) => {
      size += chunk.length
      hash.update(chunk)
    })
    asked.on('end', () =>
      answer.writeHead(200).end(JSON.stringify([asked.method, size, hash.digest('hex')])),
    )
  },
  '/mirror': (asked, answer) =>
    void asked.pipe(answer.writeHead(200, { 'content-type': 'text/plain' })),
}

describe.each(PROXIES)('$name', (platform) => {
  let origin: Origin
  let edge: StartedEdge
  beforeAll(async () => {
    origin = await startOrigin((asked, answer) => {
      const path = PATHS[asked.url!.split('?')[0]!]
      if (path === undefined) answer.writeHead(404).end('no such page')
      else path(asked, answer)
    })
    origin.server.on('upgrade', (asked: IncomingMessage, socket: Duplex) => {
      const key = `${asked.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
      const accept = createHash('sha1').update(key).digest('base64')
      const head = `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`
      // One unmasked text frame: `hi`.
      socket.write(Buffer.concat([Buffer.from(head), Buffer.from([0x81, 2, 0x68, 0x69])]))
    })
    edge = await platform.start(await bundleOf({ site: POLICY }), origin.url)
  })
  afterAll(() => {
    edge?.stop()
    origin?.stop()
  })

  /** Headers that each hop sets for itself. */
  const HOP = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length'])

  const both = async (
    path: string,
    options: { method?: string; headers?: Record<string, string> } = {},
    body: Buffer | string = '',
  ) => {
    const asked = { ...options, headers: { 'user-agent': BROWSER, ...options.headers } }
    const seen = async (url: string) => {
      const { status, headers, body: bytes, complete } = await raw(url + path, asked, body)
      const kept = Object.entries(headers).filter(([name]) => !HOP.has(name))
      return { status, headers: Object.fromEntries(kept), body: sha(bytes), complete }
    }
    return { alone: await seen(origin.url), behind: await seen(edge.url) }
  }

  const SAME: Readonly<Record<string, Parameters<typeof both>>> = {
    'a page': ['/html'],
    bytes: ['/bytes'],
    'a range of bytes': ['/bytes', { headers: { range: 'bytes=1000-1999' } }],
    'a copy that is still good': ['/bytes', { headers: { 'if-none-match': '"bytes"' } }],
    'the head of bytes': ['/bytes', { method: 'HEAD' }],
    'several cookies': ['/cookies'],
    nothing: ['/nothing'],
    'a redirect': ['/moved'],
    'a fault': ['/broken'],
    'what is not there': ['/absent?x=1'],
    'what crawlers are refused': ['/private/x'],
    'an answer after early hints': ['/early'],
    'a POST': [
      '/echo',
      { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      'a=b',
    ],
    'a PUT': ['/echo', { method: 'PUT' }, randomBytes(100_000)],
    'a DELETE': ['/echo', { method: 'DELETE' }],
    'a PATCH': ['/echo', { method: 'PATCH' }, 'x'],
    'an upload of 20 MB': ['/echo', { method: 'POST' }, randomBytes(20 << 20)],
  }

  for (const [name, asking] of Object.entries(SAME)) {
    test(`a reader gets ${name} as the origin alone gives it`, async () => {
      const { alone, behind } = await both(...asking)
      expect(behind).toEqual(alone)
    })
  }

  test('a reader’s events come one by one', async () => {
    let send: ServerResponse | null = null
    const events = await new Promise<Origin>((resolve) => {
      const server = createServer((_, answer) => {
        send = answer.writeHead(200, { 'content-type': 'text/event-stream' })
        answer.write('data: 1\n\n')
      })
      server.listen(0, '127.0.0.1', () => {
        const { port } = server.address() as { port: number }
        resolve({
          url: `http://127.0.0.1:${port}`,
          server,
          stop: () => server.closeAllConnections(),
        })
      })
    })
    const edge = await platform.start(await bundleOf({ site: POLICY }), events.url)
    // The runtime's own start asked for something; its answer is still open.
    const response = await fetch(`${edge.url}/events`, { headers: { 'user-agent': BROWSER } })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toBe('data: 1\n\n')
    send!.write('data: 2\n\n')
    expect((await reader.read()).value).toBe('data: 2\n\n')
    await reader.cancel()
    edge.stop()
    events.stop()
    events.server.close()
  })

  test('a reader’s body goes out while it is still coming in', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const asked = request(`${edge.url}/mirror`, {
        method: 'POST',
        headers: { 'user-agent': BROWSER },
      })
      let text = ''
      asked.on('response', (response) => {
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          text += chunk
          // The second half is sent when the first has come back: nothing on the way waits for the whole.
          if (text === 'first') asked.end(' second')
        })
        response.on('end', () => resolve(text))
      })
      asked.on('error', reject)
      asked.write('first')
    })
    expect(answer).toBe('first second')
  })

  test('a reader’s WebSocket is connected', async () => {
    const socket = new WebSocket(edge.url.replace('http', 'ws'), {
      headers: { 'user-agent': BROWSER },
    } as never)
    const text = await new Promise((resolve, reject) => {
      socket.addEventListener('message', ({ data }) => resolve(data))
      socket.addEventListener('error', () => reject(new Error('the WebSocket was not connected')))
    })
    expect(text).toBe('hi')
    socket.close()
  })
})
