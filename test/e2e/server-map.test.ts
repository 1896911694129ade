/**
 * The servers of Debian without a gate, each with the map that `acap gate --print-map` writes for it: headers of readers get
 * the page, and those of known crawlers 503, as the rows say. `npm run test:long` sends all headers of the lists.
 */
import { Agent, request } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { clientTest } from '../../src/author/servers/crawler-map.ts'
import { READER_HEADERS } from '../../src/crawlers/reader-headers.ts'
import { knownCrawlers } from '../../src/registry.ts'
import { CRAWLER_HEADERS, clientIn, OTHER_HEADERS } from '../support/author/crawler-headers.ts'
import { missing } from '../support/debian.ts'
import { amongLongHeaders, statusOf } from '../support/doors/octets-origin.ts'
import { SERVER_KINDS } from '../support/doors/servers.ts'
import { freePort } from '../support/edge/workerd.ts'
import { startOrigin } from '../support/node-origin.ts'
import { runs } from '../support/runs.ts'
import { siteOf } from '../support/site-of.ts'
import { BROWSER } from '../support/tagging-policy.ts'

const POLICY = 'User-agent: ClosedOne\nUser-agent: Zeus\nDisallow: /closed/\n'
const CLIENTS = clientTest({ sites: [siteOf(POLICY)], registry: knownCrawlers() }, 'reader')
const STEP = runs(20, 1)

/** Some of a list, or all of it. */
const some = (headers: readonly string[]) => headers.filter((_, i) => i % STEP === 0)

/** Headers that take an expression long to search. */
const LONG = [
  'a',
  ';',
  '(',
  ')',
  '(compatible;',
  'a(b)',
  ' spider',
  'closedone',
  'b-',
  ',x',
  'x11;',
].map((piece) => piece.repeat(Math.floor(6000 / piece.length)))
const HEADERS: readonly string[] = [
  ...READER_HEADERS,
  ...some(OTHER_HEADERS),
  ...some(CRAWLER_HEADERS),
  ...LONG,
  ...LONG.map((header) => `${header} ClosedOne/1.0`),
  'ClosedOne/1.0',
  'Zeus 46138 Webster Pro V2.9 Win32',
  'Mozilla/5.0 (Linux; Android 11; AUPO Zeus 10 Pro) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
  '',
]

describe.each(SERVER_KINDS)('$name without a gate', ({ name, program, start }) => {
  test.skipIf(missing(`the map of ${name}`, program))(
    'tells crawlers from readers',
    { timeout: 300_000 },
    async () => {
      const origin = await startOrigin((_, response) => void response.end('a page'))
      onTestFinished(() => origin.stop())
      const gate = `127.0.0.1:${await freePort()}`
      const port = await start({ gate, origin: new URL(origin.url).host, clients: CLIENTS })
      const agent = new Agent({ keepAlive: true, maxSockets: 16 })
      onTestFinished(() => agent.destroy())
      const ask = (userAgent: string) => statusFor(port, agent, userAgent)
      // HAProxy learns from its health checks that there is none.
      await vi.waitFor(async () => expect(await ask(BROWSER)).toBe(200), { timeout: 20_000 })
      const found = await Promise.all(HEADERS.map(async (header) => [header, await ask(header)]))
      // What would take long to search is not searched.
      const client = (header: string) => clientIn(CLIENTS, header.slice(0, 1024))
      expect(found).toEqual(
        HEADERS.map((header) => [header, client(header) === 'crawler' ? 503 : 200]),
      )
      expect([400, 431]).toContain(await ask('a;('.repeat(40_000)))
      const reader = `GET / HTTP/1.1\r\nHost: news.test\r\nUser-Agent: ${BROWSER}\r\nConnection: close\r\n\r\n`
      const answers = await amongLongHeaders(port, reader)
      expect(answers.map(statusOf)).toEqual(answers.map(() => '200'))
    },
  )
})

/** The status that a client with this header gets; without the header where it is empty. */
function statusFor(port: number, agent: Agent, userAgent: string): Promise<number> {
  const headers = { host: 'news.test', ...(userAgent === '' ? {} : { 'user-agent': userAgent }) }
  return new Promise((resolve, reject) => {
    request({ port, agent, headers, path: '/closed/a' }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode!))
    })
      .on('error', reject)
      .end()
  })
}
