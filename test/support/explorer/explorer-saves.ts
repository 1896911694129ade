/**
 * What the explorer's page saves, sent to its server: one in this process, or one that a test has started.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { explorerServer } from '../../../src/explorer/server/explorer-server.ts'
import type { Ran } from '../cli/acap.ts'

/** Sends a request to save. */
export async function saveAt(
  url: string,
  body: unknown,
): Promise<{ readonly status: number; readonly text: string }> {
  const { origin } = new URL(url)
  const token = await (await fetch(`${origin}/token.txt`)).text()
  const headers = { origin, 'content-type': 'application/json', 'x-acap-token': token }
  const sent = await fetch(`${origin}/save`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return { status: sent.status, text: await sent.text() }
}

/** Saves by a server of this process for `policies`, and says what came of it as a command would. */
export async function runSave(policies: string, body: unknown): Promise<Ran> {
  const server = explorerServer('.', policies)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const { status, text } = await saveAt(`http://127.0.0.1:${port}`, body)
  server.closeAllConnections()
  server.close()
  const { message } = JSON.parse(text) as { readonly message: string }
  return status === 200
    ? { code: 0, out: `${message}\n`, err: '' }
    : { code: 3, out: '', err: `acap: ${message}\n` }
}
