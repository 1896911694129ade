/**
 * A Hono app on `@hono/node-server` → what a client reads of its answer on the wire, header and body.
 */
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { onTestFinished } from 'vitest'
import { exchanged } from '../node-origin.ts'

/** One request to the app, which runs for the length of the test. */
export async function answerOnWire(
  app: { readonly fetch: Parameters<typeof serve>[0]['fetch'] },
  userAgent: string,
  { method = 'GET', path = '/a' } = {},
): Promise<string> {
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return exchanged(
    `http://127.0.0.1:${port}`,
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${userAgent}\r\nConnection: close\r\n\r\n`,
  )
}
