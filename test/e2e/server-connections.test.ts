import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { missing } from '../support/debian.ts'
import { gate } from '../support/doors/gate.ts'
import { octetsOrigin, sent, statusOf } from '../support/doors/octets-origin.ts'
import { SERVER_KINDS, startHaproxy } from '../support/doors/servers.ts'
import { ASKING, CRAWLER, FILES, header, lines, PAGE } from '../support/e2e/closed-site.ts'
import { BROWSER } from '../support/tagging-policy.ts'

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

async function asked(socket: Socket, request: string): Promise<string> {
  socket.write(request)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  return answer.toString('latin1')
}

test.skipIf(missing('the connections of HAProxy', 'haproxy'))(
  'HAProxy has connections left to ask, no matter how many its clients hold',
  async () => {
    const origin = await octetsOrigin(PAGE)
    const { url } = await gate({
      files: FILES,
      answer: () => undefined,
      settings: { authorize: 'haproxy', trust: ['loopback'] },
    })
    const port = await startHaproxy({ gate: new URL(url).host, origin: origin.at }, (text) =>
      text.replace('maxconn 4000', 'maxconn 40').replace('maxconn 3000', 'maxconn 30'),
    )
    const held: Socket[] = []
    for (let i = 0; i < 40; i++) held.push(await opened(port))
    const request = header([], BROWSER).replace('Connection: close\r\n', '')
    const answers = await Promise.all(held.slice(0, 20).map((socket) => asked(socket, request)))
    expect(answers.map(statusOf)).toEqual(answers.map(() => '200'))
  },
)

describe.each(ASKING)('$name', ({ name, program, authorize, start }) => {
  const service = async () =>
    gate({ files: FILES, answer: () => undefined, settings: { authorize, trust: ['loopback'] } })

  test.skipIf(missing(`the body of a GET through ${name}`, program))(
    'passes on the body of a reader’s GET',
    async () => {
      const origin = createServer((message, outgoing) => void message.pipe(outgoing)).listen(
        0,
        '127.0.0.1',
      )
      await once(origin, 'listening')
      onTestFinished(() => void origin.close())
      const { url } = await service()
      const port = await start({
        gate: new URL(url).host,
        origin: `127.0.0.1:${(origin.address() as AddressInfo).port}`,
      })
      expect(await sent(port, `${header(['Content-Length: 5'], BROWSER)}hello`)).toMatch(
        /^HTTP\/1\.1 200.*hello/s,
      )
    },
  )

  test.skipIf(missing(`an origin that fails behind ${name}`, program))(
    'asks an origin that fails once',
    async () => {
      const asked: string[] = []
      const origin = createTcpServer((socket) => {
        socket.once('data', (piece) => {
          asked.push(piece.toString('latin1').slice(0, 6))
          socket.destroy()
        })
      }).listen(0, '127.0.0.1')
      await once(origin, 'listening')
      onTestFinished(() => void origin.close())
      const { url } = await service()
      const port = await start({
        gate: new URL(url).host,
        origin: `127.0.0.1:${(origin.address() as AddressInfo).port}`,
      })
      for (const userAgent of [BROWSER, CRAWLER]) {
        const request = header(['Content-Length: 0'], userAgent, '/open').replace('GET', 'DELETE')
        expect(statusOf(await sent(port, request))).toBe('502')
      }
      expect(asked).toEqual(['DELETE', 'DELETE'])
    },
  )
})

test.skipIf(missing('requests of a megabyte through Caddy', 'caddy'))(
  'the gate answers in time behind Caddy, no matter how many requests have a megabyte',
  async () => {
    const origin = await octetsOrigin(PAGE)
    const { url } = await gate({
      files: FILES,
      answer: () => undefined,
      settings: { authorize: 'caddy', trust: ['loopback'] },
    })
    const caddy = SERVER_KINDS.find((kind) => kind.authorize === 'caddy')!
    const port = await caddy.start({ gate: new URL(url).host, origin: origin.at })
    const request = header([], CRAWLER, `/closed/?${'*'.repeat(1_000_000)}`)
    const answers = await Promise.all(lines(10, () => request).map((each) => sent(port, each)))
    // Caddy's own bound, `max_header_size`, comes first.
    expect(answers.map(statusOf)).toEqual(answers.map(() => '431'))
  },
)
