/**
 * The operator's server (health, readiness, metrics), which the public must not reach; and how
 * servers listen and stop.
 */
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Metrics } from './metrics.ts'

interface Admin {
  readonly metrics: Metrics
  /** Null, or why the gate should get no requests now. */
  notReady(): string | null
}

/** Makes the operator's server: whether the gate lives, whether it is ready, and its numbers. */
export function adminServer({ metrics, notReady }: Admin): Server {
  return createServer((request, answer) => {
    // A query is of no meaning here.
    const path = request.url!.split('?')[0]
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return say(answer, 405, 'GET or HEAD\n')
    if (path === '/healthz') return say(answer, 200, 'ok\n')
    if (path === '/readyz') {
      const why = notReady()
      return say(answer, why === null ? 200 : 503, `${why ?? 'ready'}\n`)
    }
    if (path !== '/metrics') return say(answer, 404, '/healthz, /readyz or /metrics\n')
    metrics.text().then(
      (text) => say(answer, 200, text, metrics.contentType),
      (fault) => say(answer, 500, `${fault}\n`),
    )
  })
}

function say(
  answer: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  answer.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
}

export interface ListenAddress {
  readonly host: string
  readonly port: number
}

export async function listenAt(
  server: Server,
  { host, port }: ListenAddress,
): Promise<{ url: string; stop: Stop }> {
  const stop = stopOf(server)
  server.listen(port, host)
  await once(server, 'listening')
  const at = server.address() as AddressInfo
  return { url: `http://${at.family === 'IPv6' ? `[${at.address}]` : at.address}:${at.port}`, stop }
}

/** How often connections whose last request has ended are looked for, in milliseconds. */
const SWEEP_MS = 50

/**
 * Stops a server: idle connections end at once, the others when their requests are done or so many
 * seconds are over.
 */
type Stop = (grace: number) => Promise<void>

function stopOf(server: Server): Stop {
  // Node itself forgets connections that go over to another protocol, and waits for them all the
  // same.
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return async (grace) => {
    if (!server.listening) return
    const end = once(server, 'close')
    server.close()
    // Node closes the connections that are idle now, and would keep those that become idle later.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
    const timer = setTimeout(() => {
      for (const socket of sockets) socket.destroy()
    }, grace * 1000)
    await end
    clearInterval(sweep)
    clearTimeout(timer)
  }
}
