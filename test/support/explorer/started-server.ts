/** The explorer's server on a port of its own, and requests to it. */
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { explorerServer } from '../../../src/explorer/server/explorer-server.ts'
import { folderWith } from '../cli/acap.ts'

export async function serve(policies: string): Promise<number> {
  const names = ['main.js', 'background-worker.js', 'shared.js', 'explorer.css', 'icon.svg']
  const built = folderWith({
    'index.html': '<title>x</title>',
    ...Object.fromEntries(names.map((name) => [name, ''])),
  })
  const server = explorerServer(built, policies)
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

interface Answered {
  readonly status: number | undefined
  readonly type: string | undefined
  readonly security: unknown
  readonly body: string
}

export function get(
  port: number,
  path: string,
  { method = 'GET', host = 'localhost' } = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, method, headers: { host } }, async (response) => {
      let body = ''
      for await (const chunk of response) body += chunk
      const { 'content-type': type, 'content-security-policy': security } = response.headers
      resolve({ status: response.statusCode, type, security, body })
    })
    sent.on('error', reject).end()
  })
}
