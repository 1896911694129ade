/**
 * An origin in Node, and requests and answers as they go over the wire.
 */
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, connect } from 'node:net'

export interface Origin {
  readonly url: string
  readonly server: Server
  stop(): void
}

/** Starts one on a free port. */
export async function startOrigin(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Origin> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, server, stop }
}

/** An answer as it came, nothing decoded. */
export interface Raw {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  /** False where the connection broke off before the end. */
  readonly complete: boolean
}

/** Sends a request; the body comes as it is. */
export async function raw(
  url: string,
  options: RequestOptions = {},
  body: Buffer | string = '',
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const asked = request(url, options, (answer) => {
      const chunks: Buffer[] = []
      const end = (complete: boolean) =>
        resolve({
          status: answer.statusCode!,
          headers: answer.headers,
          body: Buffer.concat(chunks),
          complete,
        })
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => end(answer.complete))
      answer.on('error', () => end(false))
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Sends text over a connection of its own, and gives what comes back until it is closed: one character for each octet. */
export async function exchanged(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(text, 'latin1')
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString('latin1')))
  await once(socket, 'close')
  return received
}
