/**
 * `nodeMiddleware` in a server of `node:http`: what an app writes in Node's own ways arrives, with its tags or without.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nodeMiddleware } from '../../src/doors/node/node-middleware.ts'
import { type App, bundle, PAGE, page, WAYS } from '../support/doors/ways-to-write.ts'
import { exchanged, raw } from '../support/node-origin.ts'
import { BROWSER, TAGS } from '../support/tagging-policy.ts'

/** A server whose app is behind the middleware; `before` comes first. */
async function serving(app: App, before: App = () => undefined): Promise<string> {
  const guard = nodeMiddleware(bundle)
  const server = createServer((request, response) => {
    before(request, response)
    guard(request, response, (fault) =>
      fault ? response.writeHead(500).end() : app(request, response),
    )
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ask = async (
  app: App,
  path = '/a',
  init: { method?: string; headers?: Record<string, string> } = {},
) => {
  const answer = await raw((await serving(app)) + path, {
    ...init,
    headers: { 'user-agent': 'SearchBot1/1.0', ...init.headers },
  })
  return { ...answer, text: String(answer.body) }
}

describe('the middleware for node:http', () => {
  it('refuses a crawler before the app runs, and no reader', async () => {
    const { status, text } = await ask(() => expect.unreachable(), '/private/a')
    expect([status, text]).toEqual([403, expect.stringContaining('/private/')])
    expect((await ask(page, '/private/a', { headers: { 'user-agent': BROWSER } })).status).toBe(200)
  })

  it('serves the robots.txt of the policy', async () => {
    expect((await ask(() => expect.unreachable(), '/robots.txt')).text).toContain(
      'ACAP-disallow-preserve: /',
    )
  })

  it.each(Object.entries(WAYS))('puts tags in a page that is written by %s', async (_, app) => {
    const { status, text, headers } = await ask(app)
    expect([status, text.includes(TAGS), text.endsWith('a page</body></html>')]).toEqual([
      200,
      true,
      true,
    ])
    expect(headers['content-length'] ?? String(Buffer.byteLength(text))).toBe(
      String(Buffer.byteLength(text)),
    )
  })

  it('lets an answer without tags pass as it was written', async () => {
    const app: App = (_, response) => {
      response.writeHead(201, 'Made', ['X-Case', 'a', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'])
      response.write(Buffer.from([0, 255]))
      response.end(Buffer.from([1]))
    }
    const { status, body, headers } = await ask(app)
    expect([status, [...body], headers['set-cookie'], headers['x-case']]).toEqual([
      201,
      [0, 255, 1],
      ['a=1', 'b=2'],
      'a',
    ])
  })

  it('lets a body of many megabytes pass while it is written, and pauses the app', async () => {
    let most = 0
    const app: App = (_, response) => {
      const pieces = Readable.from(
        (function* () {
          for (let i = 0; i < 400; i++) {
            most = Math.max(most, response.writableLength)
            yield Buffer.alloc(32 * 1024, i)
          }
        })(),
      )
      pieces.pipe(response)
    }
    expect((await ask(app)).body.length).toBe(400 * 32 * 1024)
    expect(most).toBeLessThan(4 * 1024 * 1024)
  })

  it('gives the app the path, the body and the decision', async () => {
    const app: App = async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece)
      const { acap } = request as { acap?: { decision: { outcome: string } | null } }
      response.end(
        `${request.method} ${request.url} ${Buffer.concat(pieces)} ${acap?.decision?.outcome}`,
      )
    }
    const url = await serving(app)
    const answer = await fetch(`${url}/b?c`, {
      method: 'POST',
      body: 'text',
      headers: { 'user-agent': 'SearchBot1' },
    })
    expect(await answer.text()).toBe('POST /b?c text permitted')
  })

  it('asks the app for the whole page, without a condition', async () => {
    const app: App = ({ headers }, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<html><head></head>${headers.range} ${headers['if-none-match']}</html>`)
    }
    const conditions = { range: 'bytes=0-3', 'if-none-match': '"x"', 'if-range': '"x"' }
    expect((await ask(app, '/a', { headers: conditions })).text).toContain('undefined undefined')
  })

  it.each([204, 304])('sends a %i without a body', async (status) => {
    const answer = await ask((_, response) => void response.writeHead(status, { 'x-a': '1' }).end())
    expect([answer.status, answer.text, answer.headers['x-a']]).toEqual([status, '', '1'])
  })

  it.each([199, 600, 999])(
    'answers everybody with the status %i of the app, and reads the META there',
    async (code) => {
      const withMeta = (meta: string): App => {
        const text = PAGE.replace('<title>', `${meta}<title>`)
        return (_, response) =>
          response.writeHead(code, { 'content-type': 'text/html; charset=utf-8' }).end(text)
      }
      const closed = withMeta('<meta name="robots" content="ACAP disallow-crawl">')
      const first = async (app: App, agent: string) => {
        const asked = `GET /a HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${agent}\r\nConnection: close\r\n\r\n`
        const answer = await exchanged(await serving(app), asked)
        return [Number(answer.slice(9, 12)), answer.includes('a page')]
      }
      const hasBody = code > 199
      expect(await first(closed, BROWSER)).toEqual([code, hasBody])
      expect(await first(withMeta(''), 'SearchBot1/1.0')).toEqual([code, hasBody])
      expect(await first(closed, 'SearchBot1/1.0')).toEqual([hasBody ? 403 : code, false])
    },
  )

  it('drops what an app writes behind the end, and tells it so', async () => {
    const faults: unknown[] = []
    const app: App = (request, response) => {
      response.on('error', ({ code }: NodeJS.ErrnoException) => faults.push(code))
      page(request, response)
      faults.push(response.write('more'))
    }
    expect((await ask(app)).text).toMatch(/<\/html>$/)
    expect(faults).toEqual([false, 'ERR_STREAM_WRITE_AFTER_END'])
  })

  it('answers a HEAD by the header alone', async () => {
    const answer = await ask(page, '/a', { method: 'HEAD' })
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
      200,
      '',
      'text/html; charset=utf-8',
    ])
  })

  it('keeps what a middleware before it has put on a refusal', async () => {
    const url = await serving(page, (_, response) => void response.setHeader('x-request', '7'))
    const refused = await raw(`${url}/private/a`, { headers: { 'user-agent': 'SearchBot1' } })
    expect([refused.status, refused.headers['x-request']]).toEqual([403, '7'])
  })

  it('answers 400 to a host that is none', async () => {
    const url = await serving(page)
    expect((await raw(`${url}/a`, { headers: { host: 'a b' } })).status).toBe(400)
  })
})
