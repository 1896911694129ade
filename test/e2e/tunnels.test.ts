/**
 * Requests that ask a server for another protocol than WebSocket, `h2c` above all: what comes behind an upgrade is judged by
 * nobody, so there must be none. The origin here agrees to every protocol.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CRAWLER, FILES, HOST, KNOWN } from '../support/author/server-table.ts'
import { missing } from '../support/debian.ts'
import { gate } from '../support/doors/gate.ts'
import { SERVER_KINDS } from '../support/doors/servers.ts'
import { BROWSER } from '../support/tagging-policy.ts'

/** RFC 6455 1.3. */
const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** Starts an origin that takes every upgrade. Behind one to another protocol than WebSocket it gives the closed page. */
async function willingOrigin(): Promise<string> {
  const server = createServer((_, response) => response.end('a page'))
  server.on('upgrade', ({ headers }, socket) => {
    socket.on('error', () => undefined)
    const accept = createHash('sha1')
      .update(`${headers['sec-websocket-key']}${WEBSOCKET_GUID}`)
      .digest('base64')
    const lines = [
      'Connection: Upgrade',
      `Upgrade: ${headers.upgrade}`,
      `Sec-WebSocket-Accept: ${accept}`,
    ]
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
    socket.on('data', () =>
      socket.end(headers.upgrade === 'websocket' ? 'a message' : 'the closed page'),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** What comes back for a request with these lines; behind a 101 another request is sent. */
function tunnelled(port: number, userAgent: string, lines: readonly string[]): Promise<string> {
  const head = [
    `GET /open HTTP/1.1`,
    `Host: ${HOST}`,
    `User-Agent: ${userAgent}`,
    ...lines,
    '',
    '',
  ].join('\r\n')
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(head))
    socket.on('data', (data) => {
      const isFirst = received === ''
      received += data.toString('latin1')
      if (isFirst && received.startsWith('HTTP/1.1 101'))
        socket.write('GET /closed/a HTTP/1.1\r\nHost: x\r\n\r\n')
      else if (/page|message/.test(received)) socket.end()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
  })
}

const SETTINGS = 'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA'
const FORMS: Readonly<Record<string, readonly string[]>> = {
  h2c: ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', SETTINGS],
  'h2c without HTTP2-Settings among the options': ['Connection: Upgrade', 'Upgrade: h2c', SETTINGS],
  H2C: ['Connection: upgrade', 'Upgrade: H2C', SETTINGS],
  'h2c beside websocket': [
    'Connection: Upgrade',
    'Upgrade: websocket, h2c',
    'Sec-WebSocket-Version: 13',
  ],
  'websocket, then h2c in a line of its own': [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Upgrade: h2c',
  ],
  'h2c, then websocket in a line of its own': [
    'Connection: Upgrade',
    'Upgrade: h2c',
    'Upgrade: websocket',
  ],
  'TLS within the connection': ['Connection: Upgrade', 'Upgrade: TLS/1.0'],
  'a protocol of nobody': ['Connection: keep-alive, Upgrade', 'Upgrade: foo'],
}

const WEBSOCKET = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]

describe.each(SERVER_KINDS)('$name', ({ name, program, authorize, start }) => {
  const lacks = missing(`the configuration of ${name}`, program)

  test.skipIf(lacks)('opens no tunnel for another protocol than WebSocket', async () => {
    const origin = await willingOrigin()
    const tested = await gate({
      files: FILES,
      known: KNOWN,
      answer: (_, response) => response.end(),
      settings: { authorize, trust: ['loopback'], origin: `http://${origin}` },
    })
    const port = await start({ gate: new URL(tested.url).host, origin })
    const got: Record<string, string> = {}
    for (const [form, lines] of Object.entries(FORMS)) {
      const answer = await tunnelled(port, CRAWLER, lines)
      got[form] = answer.includes('the closed page') ? 'the closed page' : answer.slice(0, 12)
    }
    expect(Object.values(got)).not.toContain('the closed page')
    expect(got).toEqual(
      Object.fromEntries(
        Object.keys(FORMS).map((form) => [
          form,
          expect.stringMatching(/HTTP\/1.1 (?:101|200|400)/),
        ]),
      ),
    )
    expect(await tunnelled(port, BROWSER, WEBSOCKET)).toMatch(
      name === 'nginx' ? /^HTTP\/1\.1 200/ : /^HTTP\/1\.1 101/,
    )
  })
})
