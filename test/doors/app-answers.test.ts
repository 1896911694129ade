/**
 * What apps and their middleware do with a ServerResponse, behind the edge: sessions, streams of events, slow clients.
 */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type App, html, PAGE, reading, serving, until } from '../support/doors/guarded-app.ts'
import { compress, onHeaders } from '../support/doors/late-headers.ts'
import { exchanged, raw } from '../support/node-origin.ts'
import { BROWSER, CRAWLER, TAGS } from '../support/tagging-policy.ts'

beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue())

const HEAD_FORMS: readonly (readonly unknown[])[] = [
  [302, undefined, { location: '/b', 'set-cookie': ['a=1', 'b=2'] }],
  [302, null, { location: '/b', 'set-cookie': ['a=1', 'b=2'] }],
  [302, 'Found', { location: '/b', 'set-cookie': ['a=1', 'b=2'] }],
  [302, { location: '/b', 'set-cookie': ['a=1', 'b=2'] }],
  [302, ['location', '/b', 'set-cookie', ['a=1', 'b=2']]],
  [302, ['location', '/b', 'set-cookie', 'a=1', 'set-cookie', 'b=2']],
]

describe('a session whose cookie is set when the header is written', () => {
  const apps: Readonly<Record<string, App>> = {
    'a page with tags': html,
    'another answer': (_, response) => response.end('{}'),
    'a redirect': (_, response) => response.writeHead(302, { location: '/b' }).end(),
  }
  const session: App = (_, response) => {
    onHeaders(response, () => response.setHeader('set-cookie', 'sid=1'))
  }

  test.each(Object.entries(apps))('is on %s', async (_, app) => {
    const url = await serving((request, response) => {
      session(request, response)
      app(request, response)
    })
    for (const host of ['localhost', 'unknown.example']) {
      const { headers } = await raw(url, { headers: { host, 'user-agent': BROWSER } })
      expect([host, headers['set-cookie']]).toEqual([host, ['sid=1']])
    }
  })

  test('is there, too, where it is registered before the edge', async () => {
    const url = await serving(html, session)
    const { headers, body } = await raw(url, { headers: { 'user-agent': BROWSER } })
    expect([headers['set-cookie'], String(body).includes(TAGS)]).toEqual([['sid=1'], true])
  })
})

test.each(HEAD_FORMS)('writeHead(%j, %j, %j) sends its header', async (...form) => {
  const url = await serving((_, response) => {
    Reflect.apply(response.writeHead, response, form)
    response.end()
  })
  const { status, headers } = await raw(url, { headers: { 'user-agent': BROWSER } })
  expect([status, headers.location, headers['set-cookie']]).toEqual([302, '/b', ['a=1', 'b=2']])
})

describe('a stream of events', () => {
  const stream = (then: (response: ServerResponse) => void): App => {
    return (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
      then(response)
    }
  }

  test.each([BROWSER, CRAWLER])(
    'begins with its header, before the first event, for %s',
    async (agent) => {
      let response!: ServerResponse
      const url = await serving(stream((made) => (response = made)))
      const [, received] = await reading(url, agent)
      await until(() => received().includes('\r\n\r\n'))
      response.write('data: 1\n\n')
      await until(() => received().includes('data: 1\n\n'))
    },
  )

  test.each(['before', 'behind'])(
    'comes event by event where it is compressed %s the edge',
    async (place) => {
      let response: (ServerResponse & { flush(): void }) | undefined
      const events = stream((made) => (response = made as typeof response))
      const compressing: App = (_, made) => compress(made)
      const behind: App = (request, made) => {
        compressing(request, made)
        events(request, made)
      }
      const url = place === 'before' ? await serving(events, compressing) : await serving(behind)
      const [, received] = await reading(url)
      const bytes = () =>
        Buffer.from(received(), 'latin1').subarray(received().indexOf('\r\n\r\n') + 4)
      for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
        await until(() => response !== undefined)
        response!.write(event)
        response!.flush()
        await until(() => inflated(bytes()).endsWith(event))
      }
    },
  )

  /** What chunks of gzip stand for so far. */
  function inflated(chunked: Buffer): string {
    const pieces: Buffer[] = []
    for (let at = 0; at < chunked.length; ) {
      const end = chunked.indexOf('\r\n', at)
      const size = Number.parseInt(chunked.toString('latin1', at, end), 16)
      pieces.push(chunked.subarray(end + 2, end + 2 + size))
      at = end + size + 4
    }
    if (pieces.length === 0) return ''
    return String(gunzipSync(Buffer.concat(pieces), { finishFlush: 2 }))
  }
})

test('a page that its app codes for the transfer gets the headers of its terms, and no tags', async () => {
  const coded = gzipSync(PAGE)
  const url = await serving((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'transfer-encoding': 'gzip, chunked' })
    response.end(coded)
  })
  const [socket, received] = await reading(url)
  await until(() => received().endsWith('0\r\n\r\n'))
  socket.destroy()
  const [head, body] = received().split(/\r\n\r\n(.*)/s) as [string, string]
  expect(head).toMatch(/^transfer-encoding: gzip, chunked\r$/im)
  expect(head).toMatch(/^link: /im)
  expect(head).not.toMatch(/^content-encoding/im)
  expect(body).toBe(`${coded.length.toString(16)}\r\n${coded.toString('latin1')}\r\n0\r\n\r\n`)
})

test('a page in chunks ends with these, and not with a length beside them', async () => {
  const url = await serving((_, response) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      'content-length': PAGE.length,
      'transfer-encoding': 'chunked',
      trailer: 'x-time',
    })
    response.write(PAGE, () => {
      response.addTrailers({ 'x-time': '3' })
      response.end()
    })
  })
  const asked = `GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${BROWSER}\r\nConnection: close\r\n\r\n`
  const answer = await exchanged(url, asked)
  expect(answer).not.toMatch(/^content-length/im)
  expect(answer.slice(answer.indexOf('\r\n0\r\n'))).toBe('\r\n0\r\nx-time: 3\r\n\r\n')
})

test('a page with tags keeps its trailers, except those about its bytes', async () => {
  const url = await serving((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', trailer: 'X-Time, Content-MD5' })
    response.write(PAGE)
    response.addTrailers({ 'X-Time': '3', 'Content-MD5': 'old' })
    response.end()
  })
  const asked = `GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${BROWSER}\r\nConnection: close\r\n\r\n`
  const answer = await exchanged(url, asked)
  expect(answer).toContain(TAGS)
  expect(answer.slice(answer.indexOf('\r\n0\r\n'))).toBe('\r\n0\r\nX-Time: 3\r\n\r\n')
})

test('the app gets what the client sent, except what the edge took', async () => {
  let seen!: IncomingMessage
  const url = await serving((request, response) => {
    seen = request
    html(request, response)
  })
  const fields = 'Cookie: a=1\r\nCookie: b=2\r\nX-A: 1\r\nX-A: 2\r\nRange: bytes=0-3'
  await exchanged(
    url,
    `GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${BROWSER}\r\n${fields}\r\nConnection: close\r\n\r\n`,
  )
  expect(seen.headers).toMatchObject({ cookie: 'a=1; b=2', 'x-a': '1, 2' })
  expect(seen.headersDistinct).toMatchObject({ 'x-a': ['1', '2'] })
  expect(seen.rawHeaders.filter((text) => /^(?:a=1|b=2)$/.test(text))).toEqual(['a=1', 'b=2'])
  for (const names of [
    Object.keys(seen.headers),
    Object.keys(seen.headersDistinct),
    seen.rawHeaders,
  ])
    expect(names.map((name) => name.toLowerCase())).not.toContain('range')
})

test('a crawler is refused by the META of a page whose app has not ended it', async () => {
  const closed = PAGE.replace(
    '<title>',
    '<meta name="robots" content="ACAP disallow-crawl"><title>',
  )
  const events: string[] = []
  const url = await serving((_, response) => {
    response.on('close', () => events.push('close'))
    response.setHeader('content-type', 'text/html')
    response.write(closed)
  })
  const [socket, received] = await reading(url, CRAWLER)
  await once(socket, 'close')
  expect(received()).toMatch(/^HTTP\/1.1 403 /)
  expect(received()).toContain('Connection: close')
  expect(received()).not.toContain('<title>')
  await until(() => events.length > 0)
})
