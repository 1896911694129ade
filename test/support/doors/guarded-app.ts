/**
 * A server with an app behind the middleware, and a client that reads as it likes.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { nodeMiddleware } from '../../../src/doors/node/node-middleware.ts'
import { bundleOf } from '../bundle.ts'
import { BROWSER, POLICY } from '../tagging-policy.ts'

export type App = (request: IncomingMessage, response: ServerResponse) => void

export const policies = await bundleOf({ site: POLICY }, { known: { TestBot: 'search' } })
export const PAGE = '<!doctype html><html><head><title>a</title></head><body>b</body></html>'

export const html: App = (_, response) => {
  response.setHeader('content-type', 'text/html')
  response.end(PAGE)
}

/** A server whose app is behind the edge; `before` comes first. */
export async function serving(app: App, before: App = () => undefined): Promise<string> {
  const guard = nodeMiddleware(policies)
  const server = createServer((request, response) => {
    before(request, response)
    guard(request, response, () => app(request, response))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** What a client gets until the server has nothing more to send. */
export async function reading(url: string, userAgent = BROWSER): Promise<[Socket, () => string]> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.on('data', (piece) => (received += piece.toString('latin1')))
  socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${userAgent}\r\n\r\n`)
  return [socket, () => received]
}

export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}
