/**
 * Crawlers that hold places at the origin: none keeps the others out, and one that hardly moves loses its connection.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { OriginPlaces, SECONDS } from '../../../src/doors/gate/limits.ts'
import { gate } from '../../support/doors/gate.ts'
import { raw } from '../../support/node-origin.ts'
import { isLong } from '../../support/runs.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

const FILES = { 'robots.txt': 'User-agent: *\nDisallow: /closed/\n' }
const MADE_UP = 'MadeUpBot/1.0 (+https://made-up.test/bot)'

describe('places at the origin', () => {
  const bounds = { clients: 100, requests: 100, crawlers: 16 }
  const taken = (places: OriginPlaces, name: string | null, networks: readonly (string | null)[]) =>
    networks.filter((network) => places.take({ name, network })).length

  test('one name leaves a quarter for others, and one network three quarters', () => {
    const places = new OriginPlaces(bounds)
    const many = Array.from({ length: 40 }, (_, i) => `192.0.${i}.0/24`)
    expect(taken(places, null, many)).toBe(12)
    expect(taken(places, 'googlebot', many)).toBe(4)
    const others = new OriginPlaces(bounds)
    const [own] = many
    const names = Array.from({ length: 40 }, (_, i) => `bot${i}`)
    expect(names.filter((name) => others.take({ name, network: own! }))).toHaveLength(4)
    expect(others.take({ name: 'googlebot', network: many[1]! })).toBe(true)
  })

  test('are free again when they are given back, and readers have the rest', () => {
    const places = new OriginPlaces(bounds)
    const holder = { name: null, network: '192.0.2.0/24' }
    for (let round = 0; round < 3; round++) {
      expect(taken(places, null, Array(9).fill(holder.network))).toBe(4)
      for (let i = 0; i < 4; i++) places.giveBack({ ...holder })
    }
    expect(Array.from({ length: 120 }, () => places.take(null)).filter(Boolean)).toHaveLength(100)
  })
})

describe.runIf(isLong)('256 connections at once of one made-up crawler', () => {
  const page = Buffer.alloc(16 * 1024 * 1024, 'x')

  test.each([
    ['slow uploads from one network', 'POST /upload', 'Content-Length: 100\r\n\r\na', false],
    ['slow uploads from many', 'POST /upload', 'Content-Length: 100\r\n\r\na', true],
    ['downloads that nobody reads, from one network', 'GET /long', '\r\n', false],
    ['downloads that nobody reads, from many', 'GET /long', '\r\n', true],
  ] as const)('keep nobody else out: %s', async (_, head, rest, isWide) => {
    let asked = 0
    const { url } = await gate({
      files: FILES,
      settings: { trust: ['loopback'] },
      answer: ({ url: path }, response) => {
        asked++
        if (path === '/long') response.end(page)
        else if (path === '/page') response.end('a page')
      },
    })
    const from = (network: number) => `198.51.${isWide ? network : 100}.7`
    for (let i = 0; i < 256; i++) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => undefined).pause()
      const fields = `Host: 127.0.0.1\r\nUser-Agent: ${MADE_UP}\r\nX-Forwarded-For: ${from(i)}\r\n`
      socket.write(`${head} HTTP/1.1\r\n${fields}${rest}`)
    }
    await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThanOrEqual(64)
    const statuses: number[] = []
    for (let i = 0; i < 40; i++) {
      const agent = i % 2 === 0 ? BROWSER : 'SearchBot1/1.0'
      const headers = { 'user-agent': agent, 'x-forwarded-for': '192.0.2.7' }
      statuses.push((await raw(`${url}/page`, { headers })).status)
    }
    console.info(`${asked - 40} of 256 reached the origin`)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})

describe('a connection that hardly moves', () => {
  afterEach(() => void vi.useRealTimers())
  const PAGE = Buffer.alloc(64 * 1024 * 1024, 'x')
  /** Two windows, and a little. */
  const TWICE_MS = 2 * SECONDS.slow * 1000 + 1

  async function serving(onEnd: () => void = () => undefined) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const asked: string[] = []
    const { url } = await gate({
      files: FILES,
      answer: (request, response) => {
        asked.push(request.url!)
        response.once('close', onEnd)
        if (request.url === '/long') response.end(PAGE)
        else if (request.url === '/events') response.write('data: 1\n\n')
        else request.on('end', () => response.end('taken')).resume()
      },
    })
    const open = async (head: string, userAgent: string) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => undefined)
      socket.pause()
      socket.write(`${head} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ${userAgent}\r\n`)
      return socket
    }
    return { url, asked, open }
  }

  const isOver = (socket: Socket) => {
    socket.resume()
    return once(socket, 'close').then(() => 'closed')
  }

  test.each([
    ['an upload', 'POST /upload', 'Content-Length: 100\r\n\r\na'],
    ['a download that nobody reads', 'GET /long', '\r\n'],
  ])('of a crawler with %s is closed', async (_, head, rest) => {
    let ended = 0
    const { asked, open } = await serving(() => ended++)
    const socket = await open(head, MADE_UP)
    socket.write(rest)
    await expect.poll(() => asked.length).toBe(1)
    // The connection stands still some time after this, and the gate gives the request at the origin up.
    await vi.waitFor(() => {
      vi.advanceTimersByTime(SECONDS.slow * 1000)
      expect(ended).toBe(1)
    }, 30_000)
    expect(await isOver(socket)).toBe('closed')
  })

  test('of a crawler whose origin is slow, or of a reader, stays open', async () => {
    const { asked, open } = await serving()
    const events = await open('GET /events', MADE_UP)
    events.write('\r\n')
    const upload = await open('POST /upload', BROWSER)
    upload.write('Connection: close\r\nContent-Length: 2\r\n\r\na')
    await expect.poll(() => asked.length).toBe(2)
    vi.advanceTimersByTime(3 * TWICE_MS)
    upload.write('b')
    expect(await isOver(upload)).toBe('closed')
    expect(events.destroyed).toBe(false)
    expect(
      (await raw(`http://127.0.0.1:${events.remotePort}/a`, { headers: { 'user-agent': BROWSER } }))
        .status,
    ).toBe(200)
  })
})
