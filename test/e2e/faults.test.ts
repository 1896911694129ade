import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { bundleOf } from '../support/bundle.ts'
import { edgeForTest, PROXIES, type StartedEdge } from '../support/doors/platforms.ts'
import { freePort } from '../support/edge/workerd.ts'
import { type Origin, raw, startOrigin } from '../support/node-origin.ts'
import { isLong } from '../support/runs.ts'
import { BROWSER, CRAWLER, POLICY, TAGS } from '../support/tagging-policy.ts'

const HTML = { 'content-type': 'text/html' }
const BIG = 100 << 20
const CHUNK = Buffer.alloc(1 << 20, '<p>a paragraph of a very long page</p>\n')

/** What the origin does wrong, by path. */
const FAULTS: Readonly<Record<string, (answer: ServerResponse, asked: IncomingMessage) => void>> = {
  '/hangs': () => undefined,
  '/resets': (_, asked) => asked.socket.resetAndDestroy(),
  '/garbles': (_, asked) => void asked.socket.end('this is not HTTP\r\n\r\n'),
  '/leaves': (_, asked) => void asked.socket.end(),
  '/floods': (_, asked) => flood(asked.socket),
  '/drips': (answer) => void answer.writeHead(200, HTML).write('<html><head><title>a'),
  '/drips-of-a-length': (answer) =>
    void answer.writeHead(200, { ...HTML, 'content-length': '1000' }).write('<html><head><title>a'),
  '/truncates': (answer) => {
    answer.writeHead(200, { ...HTML, 'content-length': '1000' })
    answer.write('<html><head></head><body>cut', () => answer.destroy())
  },
  '/truncates-in-head': (answer) => {
    answer.writeHead(200, { ...HTML, 'content-length': '1000' })
    answer.write('<html><he', () => answer.destroy())
  },
  '/lies': (answer) =>
    void answer.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end('<head></head>no gzip'),
  '/fails': (answer) =>
    void answer.writeHead(503, { ...HTML, 'retry-after': '7' }).end('<head></head>down'),
  '/big': async (answer) => {
    answer
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .write('<html><head></head><body>')
    for (let sent = 0; sent < BIG; sent += CHUNK.length) {
      if (!answer.write(CHUNK)) await new Promise((resolve) => answer.once('drain', resolve))
    }
    answer.end()
  },
}

/** Headers without end. */
function flood(socket: Socket): void {
  const header = `x-more: ${'x'.repeat(8000)}\r\n`.repeat(100)
  const more = () => {
    while (!socket.destroyed && socket.write(header));
  }
  socket.on('drain', more).on('error', () => socket.destroy())
  socket.write('HTTP/1.1 200 OK\r\n')
  more()
}

describe.each(PROXIES)('$name', (platform) => {
  let origin: Origin
  let edge: StartedEdge
  beforeAll(async () => {
    origin = await startOrigin((asked, answer) => {
      const fault = FAULTS[asked.url!]
      if (fault === undefined) answer.writeHead(404).end()
      else fault(answer, asked)
    })
    edge = await platform.start(
      await bundleOf({ site: POLICY }, { known: { TestBot: 'search' } }),
      origin.url,
      1,
    )
  })
  afterAll(() => {
    edge?.stop()
    origin?.stop()
  })

  const get = (path: string, userAgent: string) =>
    raw(edge.url + path, { headers: { 'user-agent': userAgent } })

  for (const userAgent of [BROWSER, CRAWLER]) {
    const who = userAgent === BROWSER ? 'a reader' : 'a crawler'

    describe(`to ${who}`, () => {
      test('an origin that hangs is a gateway timeout', async () => {
        expect((await get('/hangs', userAgent)).status).toBe(504)
      })

      test.each(['resets', 'leaves', 'garbles', 'floods'])(
        'an origin that %s is a bad gateway',
        async (fault) => {
          expect((await get(`/${fault}`, userAgent)).status).toBe(502)
        },
      )

      // Both at once: a crawler waits the edge's whole patience for a head, twice, which is half a minute.
      test.runIf(isLong || userAgent === BROWSER)(
        'a head that drips gets no tags, and no crawler',
        async () => {
          const answers = ['drips', 'drips-of-a-length'].map(async (fault) => {
            const answer = await fetch(`${edge.url}/${fault}`, {
              headers: { 'user-agent': userAgent },
            })
            const { value } = await answer
              .body!.pipeThrough(new TextDecoderStream())
              .getReader()
              .read()
            // A crawler is not given a page whose META nobody has read (E4).
            if (userAgent === CRAWLER) expect([fault, answer.status]).toEqual([fault, 503])
            else expect([fault, value]).toEqual([fault, '<html><head><title>a'])
          })
          await Promise.all(answers)
        },
      )

      test('an origin that breaks off in the page breaks off, with or without tags', async () => {
        const answer = await get('/truncates', userAgent)
        // A crawler gets 503 where the break comes before its page is sent.
        if (userAgent === CRAWLER && answer.complete) return void expect(answer.status).toBe(503)
        expect([answer.status, answer.complete]).toEqual([200, false])
        const sent = [TAGS, ''].map((tags) => `<html><head>${tags}</head><body>cut`)
        expect(sent.some((page) => page.startsWith(answer.body.toString()))).toBe(true)
      })

      test('an origin that breaks off in the head breaks off for readers, and is kept from crawlers', async () => {
        const answer = await get('/truncates-in-head', userAgent).catch(() => null)
        expect(answer?.body.toString() ?? '').not.toContain('META')
        // A page whose META nobody has read (E4).
        if (userAgent === CRAWLER) expect([answer?.status, answer?.complete]).toEqual([503, true])
        else expect(answer?.complete ?? false).toBe(false)
      })

      test('a body that is not what its coding says goes to readers as it came, and to no crawler', async () => {
        const answer = await get('/lies', userAgent)
        if (userAgent === CRAWLER) expect(answer.status).toBe(503)
        else
          expect([answer.complete, answer.body.toString()]).toEqual([true, '<head></head>no gzip'])
      })

      test('the origin’s own failure is passed on', async () => {
        const answer = await get('/fails', userAgent)
        expect([answer.status, answer.headers['retry-after'], answer.body.toString()]).toEqual([
          503,
          '7',
          '<head></head>down',
        ])
      })

      test('a page of 100 MB streams, and is not held in memory', async () => {
        const before = residentMegabytes(edge)
        const answer = await get('/big', userAgent)
        expect([answer.complete, answer.body.length]).toEqual([
          true,
          BIG + TAGS.length + '<html><head></head><body>'.length,
        ])
        expect(residentMegabytes(edge) - before).toBeLessThan(90)
      })
    })
  }

  test('an origin that is not there is a bad gateway', async () => {
    const absent = `http://127.0.0.1:${await freePort()}`
    const edge = await edgeForTest(platform, await bundleOf({ site: POLICY }), absent)
    expect((await raw(edge.url, { headers: { 'user-agent': BROWSER } })).status).toBe(502)
  })

  test('a corrupt bundle leaves readers to the origin and keeps crawlers waiting', async () => {
    const here = await startOrigin((_, answer) =>
      answer.writeHead(200, HTML).end('<head></head>here'),
    )
    onTestFinished(() => here.stop())
    const policies = (await bundleOf({ site: POLICY })).slice(0)
    new Uint8Array(policies)[policies.byteLength - 9]! ^= 1
    const edge = await edgeForTest(platform, policies, here.url)
    const ask = async (path: string, userAgent: string) => {
      const { status, body, headers } = await raw(edge.url + path, {
        headers: { 'user-agent': userAgent },
      })
      return [status, body.toString().startsWith('<head></head>here'), headers['retry-after']]
    }
    expect(await ask('/private/', BROWSER)).toEqual([200, true, undefined])
    expect(await ask('/', 'Googlebot/2.1')).toEqual([503, false, '120'])
    expect(await ask('/robots.txt', BROWSER)).toEqual([503, false, '120'])
  })
})

/** What the process keeps in memory now. */
function residentMegabytes({ pid }: StartedEdge): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}
