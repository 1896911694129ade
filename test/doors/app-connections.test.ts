/**
 * What an app does to the connection of its answer behind the edge, and what a client that reads slowly gets.
 */
import { once } from 'node:events'
import { Agent } from 'node:http'
import type { Socket } from 'node:net'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { html, PAGE, reading, serving, until } from '../support/doors/guarded-app.ts'
import { exchanged, raw } from '../support/node-origin.ts'
import { BROWSER, TAGS } from '../support/tagging-policy.ts'

beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue())

test('a page with tags is read no faster than its client reads it', async () => {
  let written = 0
  const piece = Buffer.alloc(64 * 1024, 'x')
  const url = await serving((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.write(PAGE.slice(0, 50))
    const more = () => {
      while (written < 80 * 1024 * 1024) {
        written += piece.length
        if (!response.write(piece)) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  })
  const [socket, received] = await reading(url)
  await until(() => received().includes(TAGS))
  socket.pause()
  // The kernel's own buffers take some of it.
  for (let last = -1; last !== written; ) {
    last = written
    for (let i = 0; i < 200; i++) await new Promise((resolve) => setImmediate(resolve))
  }
  expect(written).toBeLessThan(20 * 1024 * 1024)
  const before = written
  socket.resume()
  await until(() => written > before + 1024 * 1024)
})

test('a connection for many requests keeps nothing of those that are answered', async () => {
  let connection!: Socket
  const url = await serving((request, response) => {
    connection = request.socket
    html(request, response)
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const counts: string[] = []
  for (const host of ['localhost', 'unknown.example', 'localhost', 'unknown.example']) {
    await raw(url, { agent, headers: { host, 'user-agent': BROWSER } })
    await new Promise((resolve) => setImmediate(resolve))
    const names = connection.eventNames()
    counts.push(names.map((name) => `${String(name)} ${connection.listenerCount(name)}`).join())
  }
  expect(new Set(counts)).toEqual(new Set([counts[0]]))
})

test('a header is sent that the app flushed before it corked the connection', async () => {
  const url = await serving((_, response) => {
    response.flushHeaders()
    response.cork()
    response.write('kept back')
  })
  const [, received] = await reading(url)
  await until(() => received().endsWith('\r\n\r\n'))
})

describe('an app that closes the connection', () => {
  const asked = `GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${BROWSER}\r\n\r\n`

  test.each(['destroy', 'end'] as const)('by `%s` behind its answer has sent it', async (close) => {
    const url = await serving((request, response) => {
      html(request, response)
      request.socket[close]()
    })
    const answer = await exchanged(url, asked)
    expect([answer.includes(TAGS), answer.endsWith('</html>')]).toEqual([true, true])
  })

  test.each([
    ['end', 'text/html'],
    ['end', 'text/plain'],
    ['destroySoon', 'text/html'],
  ] as const)('by `%s` behind a part of its answer has sent it: %s', async (close, type) => {
    const url = await serving((request, response) => {
      response.setHeader('content-type', type)
      response.write('<html><body>a part')
      request.socket[close]()
    })
    expect(await exchanged(url, asked)).toContain('a part')
  })

  // What finalhandler does with a fault behind the beginning of an answer.
  test.each([
    ['a tick', 'text/html', process.nextTick],
    ['a tick', 'text/plain', process.nextTick],
    ['a microtask', 'text/plain', queueMicrotask],
    ['a turn', 'text/html', setImmediate],
  ] as const)('by `destroy` %s behind a part has sent that alone: %s', async (_, type, later) => {
    const url = await serving((request, response) => {
      response.setHeader('content-type', type)
      response.write('<html><body>a part')
      later(() => {
        request.socket.destroy()
        expect([request.socket.destroyed, response.write('more')]).toEqual([true, false])
        response.end('the end')
      })
    })
    const answer = await exchanged(url, asked)
    expect(answer).toContain('a part')
    expect(answer).not.toMatch(/more|the end|\r\n0\r\n/)
  })

  test('has sent an answer before a request that cannot be read ends its connection', async () => {
    const url = await serving(html)
    const answer = await exchanged(url, `${asked}GET /?a b HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    expect([answer.slice(0, 15), answer.includes('</html>')]).toEqual(['HTTP/1.1 200 OK', true])
  })

  test('by `destroy` behind its header has sent that, and nothing that it keeps back', async () => {
    const url = await serving((_, response) => {
      response.writeHead(201).flushHeaders()
      response.cork()
      response.write('kept back')
      process.nextTick(() => response.destroy())
    })
    const answer = await exchanged(url, asked)
    expect([answer.slice(0, 12), answer.includes('kept')]).toEqual(['HTTP/1.1 201', false])
  })

  test('has sent a long page to a client that reads slowly', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x')
    let written = 0
    const url = await serving(async (request, response) => {
      response.setHeader('content-type', 'text/html')
      response.write(PAGE)
      for (; written < 16; written++) {
        response.write(piece)
        await new Promise((resolve) => setImmediate(resolve))
      }
      response.end()
      request.socket.end()
    })
    const [socket] = await reading(url)
    socket.pause()
    await until(() => written === 16)
    let length = 0
    socket.on('data', (piece) => (length += piece.length))
    socket.resume()
    await once(socket, 'close')
    expect(length).toBeGreaterThan(16 * piece.length)
  })
})
