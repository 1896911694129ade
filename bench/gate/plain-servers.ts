/**
 * What the gate is measured beside: the least that a server in Node does for the same answers. One process each, so that
 * its CPU time can be read. `node plain-servers.ts KIND JSON`; prints its port.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGunzip, createGzip } from 'node:zlib'
import { LineLog } from '../../src/gate/line-log.ts'

type Serve = (message: IncomingMessage, outgoing: ServerResponse) => void

/** An answer that is always the same. */
export interface Constant {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: string
  /** A log line up to what differs with every request. */
  readonly logPrefix: string
}

/** Passes everything on, with the client that the gate has. `send` writes the body. */
function proxy(origin: string, send: (answer: IncomingMessage, outgoing: ServerResponse) => void): Serve {
  const agent = new Agent({ keepAlive: true, scheduling: 'lifo' })
  const { hostname: host, port } = new URL(origin)
  return (message, outgoing) => {
    const { method, url, rawHeaders } = message
    const options = { host, port, method, path: url, headers: rawHeaders, setHost: false, agent }
    const sent = request(options, (answer) => send(answer, outgoing))
    sent.on('error', () => outgoing.destroy())
    if (method === 'GET') sent.end()
    else message.pipe(sent)
  }
}

function sendAsItIs(answer: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(answer.statusCode!, answer.statusMessage, answer.rawHeaders)
  answer.pipe(outgoing)
}

/** Decodes and codes again, and changes nothing between. */
function sendRecompressed(answer: IncomingMessage, outgoing: ServerResponse): void {
  if (answer.headers['content-encoding'] !== 'gzip') throw new Error('this page is not gzipped')
  const { 'content-length': _, ...headers } = answer.headers
  outgoing.writeHead(answer.statusCode!, answer.statusMessage, headers)
  answer.pipe(createGunzip()).pipe(createGzip()).pipe(outgoing)
}

function constant({ status, headers, body, logPrefix }: Constant): Serve {
  const log = new LineLog(process.stdout)
  return ({ headers: asked, url }, outgoing) => {
    const about = `"userAgent":${JSON.stringify(asked['user-agent'])},"target":${JSON.stringify(url)}`
    log.log(`${logPrefix},${about},"ms":0}`)
    outgoing.writeHead(status, headers as string[])
    outgoing.end(body)
  }
}

const SERVERS: Readonly<Record<string, (setting: never) => Serve>> = {
  proxy: (origin: string) => proxy(origin, sendAsItIs),
  recompress: (origin: string) => proxy(origin, sendRecompressed),
  constant,
}

if (import.meta.main) {
  const server = createServer(
    { keepAliveTimeout: 75_000 },
    SERVERS[process.argv[2]!]!(JSON.parse(process.argv[3]!) as never),
  )
  server.listen(0, '127.0.0.1', () => console.log(`listening ${(server.address() as AddressInfo).port}`))
}
