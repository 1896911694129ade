/**
 * An app of Hono on Node, behind the edge and without it: slow clients, streams of events, lines of headers, early hints.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { acap } from '../../src/doors/hono/node.ts'
import { PAGE, policies, reading, until } from '../support/doors/guarded-app.ts'
import { exchanged } from '../support/node-origin.ts'
import { BROWSER, CRAWLER, TAGS } from '../support/tagging-policy.ts'

type Handler = (c: Context<{ Bindings: HttpBindings }>) => Response | Promise<Response>

beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue())

async function serving(handler: Handler, isGuarded = true): Promise<string> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  if (isGuarded) app.use(acap({ bundle: new Uint8Array(policies) }))
  app.get('/', handler)
  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each(['text/html', 'text/plain'])(
  'a body of %s is read no faster than its client reads it',
  async (type) => {
    let read = 0
    const piece = new Uint8Array(64 * 1024).fill(120)
    const url = await serving((c) => {
      const body = new ReadableStream<Uint8Array>(
        {
          pull: (controller) => {
            if (read === 0) controller.enqueue(new TextEncoder().encode(PAGE.slice(0, 50)))
            controller.enqueue(piece)
            read += piece.length
            if (read >= 80 * 1024 * 1024) controller.close()
          },
        },
        { highWaterMark: 0 },
      )
      return c.body(body, 200, { 'content-type': type })
    })
    const [socket, received] = await reading(url)
    await until(() => received().includes('<title>'))
    await standstill(socket, () => read)
    expect(read).toBeLessThan(20 * 1024 * 1024)
    const before = read
    socket.resume()
    await until(() => read > before + 1024 * 1024)
  },
)

/** Waits until the buffers of the kernel are full, too. */
async function standstill(socket: Socket, read: () => number): Promise<void> {
  socket.pause()
  for (let last = -1; last !== read(); ) {
    last = read()
    for (let i = 0; i < 200; i++) await new Promise((resolve) => setImmediate(resolve))
  }
}

test.each([BROWSER, CRAWLER])('a stream of events comes event by event, for %s', async (agent) => {
  let send!: (event: string) => void
  const url = await serving((c) => {
    const body = new ReadableStream({
      start: (controller) => {
        send = (event) => controller.enqueue(new TextEncoder().encode(event))
      },
    })
    return c.body(body, 200, { 'content-type': 'text/event-stream' })
  })
  const [, received] = await reading(url, agent)
  await until(() => received().includes('\r\n\r\n'))
  for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
    send(event)
    await until(() => received().includes(event))
  }
})

const ASKED = `GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${BROWSER}\r\nConnection: close\r\n\r\n`

/** What is there natively, and behind the edge. */
async function both(handler: Handler): Promise<readonly [native: string, guarded: string]> {
  const answers: string[] = []
  for (const isGuarded of [false, true])
    answers.push(await exchanged(await serving(handler, isGuarded), ASKED))
  return answers as [string, string]
}

test('the lines of a header are those that the runtime sends without the edge', async () => {
  const [native, guarded] = await both((c) => {
    for (const link of ['</a>; rel=next', '</b>; rel="pre,load"'])
      c.header('link', link, { append: true })
    for (const cookie of ['a=1; Expires=Wed, 21 Oct 2031 07:28:00 GMT', 'b=2'])
      c.header('set-cookie', cookie, { append: true })
    c.header('x-robots-tag', 'otherbot: nofollow')
    return c.html(PAGE)
  })
  const linesOf = (answer: string) =>
    answer.split('\r\n').filter((line) => /^(?:link|set-cookie|x-robots-tag):/i.test(line))
  const ours = ', </robots.txt>; rel="describedby"; type="text/plain"'
  expect(linesOf(guarded).map((line) => line.replace(ours, ''))).toEqual(linesOf(native))
  expect(guarded).toContain(TAGS)
})

test('early hints come before the answer', async () => {
  const [native, guarded] = await both((c) => {
    c.env.outgoing.writeEarlyHints({ link: '</a.css>; rel=preload' })
    return c.html(PAGE)
  })
  for (const answer of [native, guarded])
    expect(answer).toMatch(
      /^HTTP\/1\.1 103 Early Hints\r\nLink: <\/a\.css>; rel=preload\r\n\r\nHTTP\/1\.1 200 /,
    )
})
