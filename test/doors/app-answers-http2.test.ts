import { once } from 'node:events'
import * as http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { nodeMiddleware } from '../../src/doors/node/node-middleware.ts'
import { type App, html, PAGE, policies } from '../support/doors/guarded-app.ts'
import { compress, onHeaders } from '../support/doors/late-headers.ts'
import { BROWSER, TAGS } from '../support/tagging-policy.ts'

beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue())

describe('in HTTP/2', () => {
  async function connected(app: App): Promise<http2.ClientHttp2Session> {
    const guard = nodeMiddleware(policies)
    const server = http2.createServer((request, response) => {
      guard(request, response, () => app(request as never, response as never))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = http2.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    onTestFinished(() => {
      client.destroy()
      server.close()
    })
    return client
  }

  async function answerOf(client: http2.ClientHttp2Session, authority: string) {
    const stream = client.request({ ':path': '/', ':authority': authority, 'user-agent': BROWSER })
    const [header, , lines] = (await once(stream, 'response')) as [
      http2.IncomingHttpHeaders,
      number,
      readonly string[],
    ]
    return { header, lines, body: await buffer(stream) }
  }

  test('lines of a header stay lines, and ours is one of its own', async () => {
    const client = await connected((_, response) => {
      response.setHeader('link', ['</a>; rel=next', '</b>; rel="pre,load"'])
      response.writeHead(200, { 'content-type': 'text/plain' }).end('a text')
    })
    const { lines } = await answerOf(client, 'localhost')
    const links = lines.filter((_, i) => lines[i - 1] === 'link')
    const ours = '</robots.txt>; rel="describedby"; type="text/plain"'
    expect(links).toEqual(['</a>; rel=next', '</b>; rel="pre,load"', ours])
  })

  test.each(['localhost', 'unknown.example'])(
    'what an app wrote before it destroys the stream is sent on %s',
    async (authority) => {
      const client = await connected((request, response) => {
        if (authority === 'localhost') response.setHeader('content-type', 'text/html')
        response.write('<html><body>a ')
        response.write('part')
        setImmediate(() => {
          request.socket.destroy()
          response.end('the end')
        })
      })
      const { body } = await answerOf(client, authority)
      expect(body.toString()).toMatch(/a part$/)
    },
  )

  test('the header is written by what stands in the place of `writeHead`', async () => {
    const client = await connected((request, response) => {
      onHeaders(response, () => response.setHeader('set-cookie', 'sid=1'))
      html(request, response)
    })
    for (const authority of ['localhost', 'unknown.example']) {
      const { header } = await answerOf(client, authority)
      expect([authority, header['set-cookie']]).toEqual([authority, ['sid=1']])
    }
  })

  test.each(['localhost', 'unknown.example'])(
    'an app compresses behind the edge, page by page and piece by piece, on %s',
    async (authority) => {
      const client = await connected((_, response) => {
        compress(response)
        response.setHeader('content-type', 'text/html')
        response.writeHead(200)
        response.write(PAGE)
        setImmediate(() => response.end(PAGE))
      })
      const { header, body } = await answerOf(client, authority)
      expect(header['content-encoding']).toBe('gzip')
      expect(String(gunzipSync(body)).replace(TAGS, '')).toBe(PAGE + PAGE)
    },
  )
})
