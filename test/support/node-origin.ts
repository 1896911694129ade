/**
 * An origin in Node, and requests and answers as they go over the wire.
 */
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
export async function raw(url: string, options: RequestOptions = {}, body: Buffer | string = ''): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const asked = request(url, options, (answer) => {
      const chunks: Buffer[] = []
      const end = (complete: boolean) =>
        resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks), complete })
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => end(answer.complete))
      answer.on('error', () => end(false))
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** Sends bytes to a socket and gives back the answer's status and body; the server closes. */
export async function spoken(port: number, bytes: string): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => (text += chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }))
    socket.write(bytes, 'latin1')
  })
}
