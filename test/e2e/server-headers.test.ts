/**
 * Requests with many, long and odd headers through the servers of Debian: the gate gets what it reads, no server dies of
 * it, and a refused crawler never gets the page.
 */

import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { missing } from '../support/debian.ts'
import { gate } from '../support/doors/gate.ts'
import { amongLongHeaders, octetsOrigin, sent, statusOf } from '../support/doors/octets-origin.ts'
import { SERVER_KINDS } from '../support/doors/servers.ts'
import { ASKING, CRAWLER, FILES, header, lines, PAGE } from '../support/e2e/closed-site.ts'
import { BROWSER } from '../support/tagging-policy.ts'

const COVERED = (count: number) => [
  `Signature-Input: sig1=("@authority" ${lines(count, (i) => `"x-${i}"`).join(' ')});created=1;expires=2;keyid="x";tag="web-bot-auth"`,
  'Signature: sig1=:AAAA:',
]

const SIGNED_HOST =
  'Signature-Input: sig1=("@authority" "host");created=1;expires=2;keyid="x";tag="web-bot-auth"'

/** A request of so many bytes in all: the gate gets every part in which they may stand. */
const LONG_REQUESTS = [15_150, 15_250, 15_350, 17_500, 18_000, 18_500, 19_400].flatMap((bytes) => {
  const filled = (request: string, filler: string) =>
    request.replace('@@', filler.repeat(bytes - request.length + 2))
  return [
    filled(header([], `${CRAWLER} @@`), 'y'),
    filled(header([], CRAWLER, '/closed/a?@@'), 'y'),
    filled(header(['Accept: @@'], CRAWLER), 'y'),
    filled(header([], CRAWLER).replace('news.test', 'news.test:@@80'), '0'),
    filled(header([SIGNED_HOST], CRAWLER).replace('news.test', 'news.test:@@80'), '0'),
  ]
})

/** Headers beside the usual ones. */
const HEADERS: readonly (readonly string[])[] = [
  ...[60, 90, 93, 94, 95, 96, 97, 98, 110, 500].map((count) => lines(count, (i) => `X-${i}: y`)),
  ...[60, 97].map((count) => lines(count, () => 'Accept: text/html')),
  ...[60, 97].map((count) => lines(count, () => `User-Agent: ${CRAWLER}`)),
  ...[60, 94].map((count) => [...COVERED(count), ...lines(count, (i) => `X-${i}: y`)]),
  ...[1, 7, 12, 14, 15, 16, 31, 63, 200].map((kilobytes) => [
    `X-Long: ${'y'.repeat(kilobytes * 1024)}`,
  ]),
  ...[1, 7, 12].map((kilobytes) => [`Accept: ${'y'.repeat(kilobytes * 1024)}`]),
  ...['\u0001', '\u001f', '\u007f', '\u0080', '\u00ff'].map((octet) => [
    `X: ${octet}`,
    `Accept: ${octet}`,
  ]),
  [
    'Connection: X-Original-URI, X-Forwarded-Uri, X-Forwarded-Host, X-Forwarded-Method, X-Original-Method, Host',
  ],
  // A server that takes a crawler's name off may put its own in the place of it.
  ['Connection: User-Agent'],
  [
    'X_Original_URI: /open',
    'X_Forwarded_Uri: /open',
    'X-Original-URI: /open',
    'X-Forwarded-Uri: /open',
  ],
  [
    'X-Acap-Answer: 1',
    'Acap-Verdict: permit',
    'Acap-Answer: 1',
    'X-Original-Host: a',
    'X-Forwarded-Host: a',
  ],
  ['Expect: 100-continue', 'Content-Length: 0'],
  [
    'Upgrade: websocket',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
  ],
]

describe.each(ASKING)('$name', ({ name, program, authorize, start }) => {
  const lacks = missing(`requests with many headers through ${name}`, program)

  test.skipIf(lacks)(
    'serves readers on, and no refused crawler, no matter what headers come',
    async () => {
      const origin = await octetsOrigin(PAGE)
      const { url, log } = await gate({
        files: FILES,
        answer: () => undefined,
        settings: { authorize, trust: ['loopback'] },
      })
      const port = await start({ gate: new URL(url).host, origin: origin.at })
      const targets = [
        '/closed/a',
        ...[7, 12, 14].map((kilobytes) => `/closed/${'a'.repeat(kilobytes * 1024)}`),
      ]
      const requests = [
        ...HEADERS.map((more) => header(more, CRAWLER)),
        ...targets.map((target) => header([], CRAWLER, target)),
        ...LONG_REQUESTS,
        header([], `${CRAWLER} ${'y'.repeat(7000)}`),
        header([], `${CRAWLER}\u0001`),
        header([`User-Agent: ${CRAWLER}`], 'another client'),
        header([], CRAWLER).replace('news.test', `${'a'.repeat(7000)}.news.test`),
      ]
      for (const request of requests) {
        const refused = await sent(port, request)
        expect([request.slice(0, 200), refused.includes(PAGE)]).toEqual([
          request.slice(0, 200),
          false,
        ])
        expect(statusOf(await sent(port, header([], BROWSER)))).toBe('200')
      }
      const answers = await amongLongHeaders(port, header([], BROWSER))
      expect(answers.map(statusOf)).toEqual(answers.map(() => '200'))
      expect(origin.seen.filter((each) => each.includes(CRAWLER))).toEqual([])
      expect(log.filter(({ acap }) => acap === 'fault')).toEqual([])
    },
  )
})

describe.each(ASKING)('$name', ({ name, program, authorize, start }) => {
  const lacks = missing(`a long robots.txt through ${name}`, program)

  test.skipIf(lacks)('serves a robots.txt of any length, as it is', async () => {
    const origin = await octetsOrigin(PAGE)
    const rules = lines(10_000, (i) => `Disallow: /closed/${i}/`).join('\n')
    const files = { ...FILES, 'robots.txt': `User-agent: ClosedOne\n${rules}\n` }
    const { url, log } = await gate({
      files,
      answer: () => undefined,
      settings: { authorize, trust: ['loopback'] },
    })
    const port = await start({ gate: new URL(url).host, origin: origin.at })
    const forged = ['X-Forwarded-Uri: /open', 'X-Forwarded-Method: GET', 'X-Original-URI: /open']
    for (const userAgent of [CRAWLER, BROWSER]) {
      const answer = await sent(port, header(forged, userAgent, '/robots.txt'))
      expect([
        statusOf(answer),
        answer.endsWith(`${rules.slice(-100)}\n`),
        answer.length > 200_000,
      ]).toEqual(['200', true, true])
    }
    expect(origin.seen).toEqual([])
    expect(log.filter(({ outcome }) => outcome === 'exempt')).toHaveLength(1)
  })
})

test.skipIf(missing('the headers that HAProxy sends', 'haproxy'))(
  'HAProxy sends what the gate reads and what a signature covers, and each name once',
  async () => {
    const heard: IncomingMessage[] = []
    const listener = createServer((message, outgoing) => {
      if (message.method === 'GET') heard.push(message)
      outgoing.writeHead(200, { 'acap-verdict': 'permit' }).end()
    }).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    onTestFinished(() => void listener.close())
    const origin = await octetsOrigin(PAGE)
    const haproxy = SERVER_KINDS.find(({ authorize }) => authorize === 'haproxy')!
    const port = await haproxy.start({
      gate: `127.0.0.1:${(listener.address() as AddressInfo).port}`,
      origin: origin.at,
    })
    const others = [
      'Cookie: secret',
      'Authorization: secret',
      'Accept: a',
      'Accept: b',
      'Content-Length: 0',
    ]
    const covered = COVERED(60)[0]!.replace(
      '"@authority"',
      '"@authority" "content-length" "x-forwarded-uri" "cookie"',
    )
    await sent(port, header([covered, ...others, ...lines(40, (i) => `X-${i}: y`)], BROWSER))
    const [{ headers, rawHeaders }] = heard as [IncomingMessage]
    expect(headers).toMatchObject({
      accept: 'a, b',
      'user-agent': BROWSER,
      'x-forwarded-uri': '/closed/a',
      cookie: 'secret',
    })
    expect(headers.authorization).toBeUndefined()
    expect(Object.keys(headers).filter((each) => /^x-\d/.test(each)).length).toBe(19)
    expect(rawHeaders.length / 2).toBe(Object.keys(headers).length)
  },
)
