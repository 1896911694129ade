/**
 * A server → what stops it: it takes no more connections, and what runs may end within a time.
 */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How often connections whose last request has ended are looked for, in milliseconds. */
const SWEEP_MS = 50

/** Stops a server: idle connections end at once, the others when their requests are done or so many seconds are over. */
export type Stop = (grace: number) => Promise<void>

/** Gives what stops a server that does not listen so far. */
export function stopOf(server: Server): Stop {
  // Node itself forgets connections that go over to another protocol, and waits for them all the same.
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
