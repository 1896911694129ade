/**
 * How requests are framed on their way to the origin: one request of a client is one request at the origin, no matter
 * what the client says of its connection.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { gate } from '../../support/doors/gate.ts'
import { exchanged } from '../../support/node-origin.ts'
import { BROWSER } from '../../support/tagging-policy.ts'

const FILES = { 'robots.txt': 'User-agent: *\nDisallow: /private/\n' }
const CRAWLER = 'SearchBot1/1.0'
const SMUGGLED = 'GET /private/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'

interface Seen {
  readonly line: string
  readonly body: string
  readonly host: string | undefined
}

/** A gate whose origin writes down what it is asked. */
async function recorded() {
  const seen: Seen[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const piece of request) body += piece
    seen.push({ line: `${request.method} ${request.url}`, body, host: request.headers.host })
    response.setHeader('content-type', 'text/plain').end(`page ${request.url}`)
  }
  return { ...(await gate({ files: FILES, answer })), seen }
}

describe.each(['GET', 'HEAD', 'OPTIONS', 'DELETE', 'POST'])('the body of a %s', (method) => {
  test.each([
    ['content-length', ''],
    ['content-length, close', 'Connection: Content-Length\r\n'],
    ['chunks', 'Transfer-Encoding: chunked\r\n'],
    [
      'chunks',
      'Transfer-Encoding: chunked\r\nConnection: transfer-encoding, host, x-forwarded-for\r\n',
    ],
  ])('is never a second request: %s %s', async (framing, headers) => {
    const { url, seen } = await recorded()
    const isChunked = framing === 'chunks'
    const body = isChunked
      ? `${SMUGGLED.length.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`
      : SMUGGLED
    const length = isChunked ? '' : `Content-Length: ${body.length}\r\n`
    for (const userAgent of [CRAWLER, BROWSER]) {
      const head = `${method} /a HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ${userAgent}\r\n${headers}${length}\r\n`
      const next = `GET /b HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ${userAgent}\r\nConnection: close\r\n\r\n`
      const answers = await exchanged(url, head + body + next)
      expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
      expect(answers).toMatch(/page \/b$/)
    }
    expect(seen.map(({ line }) => line.slice(line.indexOf(' ')))).toEqual([
      ' /a',
      ' /b',
      ' /a',
      ' /b',
    ])
    expect(seen[0]).toMatchObject({ body: SMUGGLED, host: '127.0.0.1' })
  })
})

test.each([
  ['another coding before the chunks', 'HTTP/1.1', 'Transfer-Encoding: gzip, chunked\r\n'],
  ['two fields', 'HTTP/1.1', 'Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n'],
  ['a length beside the chunks', 'HTTP/1.1', 'Transfer-Encoding: chunked\r\nContent-Length: 3\r\n'],
  ['chunks of HTTP/1.0', 'HTTP/1.0', 'Transfer-Encoding: chunked\r\n'],
  ['two lengths', 'HTTP/1.1', 'Content-Length: 3\r\nContent-Length: 3\r\n'],
])(
  'a request with %s is a 400, and nothing of it reaches the origin',
  async (_, version, headers) => {
    const { url, seen } = await recorded()
    const head = `POST /a ${version}\r\nHost: 127.0.0.1\r\nUser-Agent: ${BROWSER}\r\nConnection: close\r\n${headers}\r\n`
    expect(await exchanged(url, `${head}3\r\nabc\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
    expect(seen).toEqual([])
  },
)

test('an origin that answers before an upload has ended: the client gets the answer, and the next one its own', async () => {
  const { url } = await gate({
    files: FILES,
    answer: (request, response) => {
      if (request.method === 'POST')
        response.writeHead(413, { 'content-type': 'text/plain' }).end('too much')
      else response.end('the next page')
    },
  })
  const head = `Host: 127.0.0.1\r\nUser-Agent: ${BROWSER}\r\n`
  const upload = `POST /a HTTP/1.1\r\n${head}Content-Length: 1000000\r\n\r\n${'x'.repeat(1_000_000)}`
  const answers = await exchanged(
    url,
    `${upload}GET /b HTTP/1.1\r\n${head}Connection: close\r\n\r\n`,
  )
  expect(answers).toMatch(
    /^HTTP\/1\.1 413 [\s\S]*too much[\s\S]*HTTP\/1\.1 200 OK[\s\S]*the next page/,
  )
})
