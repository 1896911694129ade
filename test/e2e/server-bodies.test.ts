/**
 * Requests with bodies through the servers of Debian: no body turns the authorization off, and readers' bodies arrive.
 */
import { describe, expect, test } from 'vitest'
import { missing } from '../support/debian.ts'
import { gate } from '../support/doors/gate.ts'
import { sent, statusOf } from '../support/doors/octets-origin.ts'
import { SERVER_KINDS, startNginx } from '../support/doors/servers.ts'
import { startOrigin } from '../support/node-origin.ts'
import { BROWSER } from '../support/tagging-policy.ts'

const PAGE = 'the closed page'
const CRAWLER = 'ClosedOne/1.0'
const FILES = {
  'robots.txt': 'User-agent: *\nDisallow: /closed/\n\nUser-agent: ClosedOne\nDisallow: /\n',
  'site.toml': 'hosts = ["*"]\n',
}
const MEGABYTE = 1024 * 1024
const BODY = 'x'.repeat(3 * MEGABYTE)

/** Requests with a body, as clients may frame it. */
const FRAMED: Readonly<Record<string, (method: string) => readonly string[]>> = {
  'a length': () => [`Content-Length: ${BODY.length}`, '', BODY],
  chunks: () => [
    'Transfer-Encoding: chunked',
    '',
    `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
  ],
  'an expectation': () => [`Content-Length: ${BODY.length}`, 'Expect: 100-continue', '', BODY],
}

const requestOf = (method: string, framing: string, userAgent: string) =>
  [
    `${method} /closed/a HTTP/1.1`,
    'Host: news.test',
    `User-Agent: ${userAgent}`,
    'Connection: close',
    ...FRAMED[framing]!(method),
  ].join('\r\n')

/** The status behind those of 1xx. */
const last = (received: string) =>
  statusOf(received.replace(/^(?:HTTP\/1\.1 100 .*?\r\n\r\n)+/s, ''))

/** nginx where a location takes longer bodies than the server, and where none takes any. */
const LIMITS = (limit: string) => (text: string) =>
  text.replace('  location / {\n', `  location / {\n    client_max_body_size ${limit};\n`)

const SERVERS = [
  ...SERVER_KINDS.filter(({ authorize }) => authorize !== null).map((kind) => ({
    ...kind,
    takes: kind.name !== 'nginx',
  })),
  {
    ...SERVER_KINDS[0]!,
    name: 'nginx that takes 10 MB',
    takes: true,
    start: (places: Parameters<typeof startNginx>[0]) => startNginx(places, LIMITS('10m')),
  },
]

describe.each(SERVERS)('$name', ({ name, program, authorize, start, takes }) => {
  // nginx reads what it does not need, and chunks no further than its own limit.
  const canRead = (framing: string) => !name.startsWith('nginx') || (takes && framing !== 'chunks')
  const lacks = missing(`bodies through ${program}`, program)

  test.skipIf(lacks)('refuses a crawler with a body of 3 MB, and takes a reader’s', async () => {
    const lengths: number[] = []
    const origin = await startOrigin((request, response) => {
      let length = 0
      request.on('data', (piece) => (length += piece.length))
      request.on('end', () => {
        lengths.push(length)
        response.end(PAGE)
      })
    })
    const { url, log } = await gate({
      files: FILES,
      answer: () => undefined,
      settings: { authorize, trust: ['loopback'] },
    })
    const port = await start({ gate: new URL(url).host, origin: new URL(origin.url).host })
    for (const framing of Object.keys(FRAMED)) {
      for (const method of ['GET', 'POST', 'PUT']) {
        const refused = await sent(port, requestOf(method, framing, CRAWLER))
        expect([method, framing, last(refused), refused.includes(PAGE)]).toEqual([
          method,
          framing,
          expect.stringMatching(canRead(framing) ? /^403$/ : /^(?:403|413)$/),
          false,
        ])
        const read = await sent(port, requestOf(method, framing, BROWSER))
        expect([method, framing, last(read)]).toEqual([method, framing, takes ? '200' : '413'])
      }
    }
    expect(lengths).toEqual(takes ? Array(9).fill(BODY.length) : [])
    expect(log.filter(({ acap }) => acap === 'fault')).toEqual([])
    origin.stop()
  })
})
