/**
 * An origin that reads no more of a request than its header ends, so that it answers all that a server passes on; and
 * requests as octets.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

export interface OctetsOrigin {
  /** Host and port. */
  readonly at: string
  /** The headers of requests that came, one character for each octet. */
  readonly seen: string[]
}

/** Starts one for the length of a test; every request gets a page that says `page`. */
export async function octetsOrigin(page: string): Promise<OctetsOrigin> {
  const seen: string[] = []
  const answer = `HTTP/1.1 200 OK\r\nContent-Length: ${page.length}\r\nConnection: close\r\n\r\n${page}`
  const server = createServer((socket) => {
    let text = ''
    socket.on('error', () => undefined)
    socket.on('data', (piece) => {
      text += piece.toString('latin1')
      if (!text.includes('\r\n\r\n')) return
      seen.push(text)
      text = ''
      socket.end(answer)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { at: `127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

/** Sends octets over a connection of their own; gives all that comes back, or how the connection failed. */
export function sent(port: number, octets: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('data', (piece) => (received += piece.toString('latin1')))
    socket.on('error', (fault) => (received += fault.message))
    socket.on('close', () => resolve(received))
    socket.write(octets, 'latin1')
  })
}

/** Has 50 clients send a header of 1 MB at once, and gives the answers to readers meanwhile. */
export async function amongLongHeaders(port: number, reader: string): Promise<string[]> {
  const long = reader.replace(/\r\n\r\n$/, `\r\nX-Long: ${'y'.repeat(1_000_000)}\r\n\r\n`)
  const crowd = Array.from({ length: 50 }, () => sent(port, long))
  const answers = await Promise.all(Array.from({ length: 20 }, () => sent(port, reader)))
  await Promise.all(crowd)
  return answers
}

/** The status of an answer; all of what came where it is none. */
export function statusOf(received: string): string {
  return /^HTTP\/1\.[01] (\d{3})/.exec(received)?.[1] ?? `no answer: ${received}`
}
