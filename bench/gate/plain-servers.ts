/**
 * What the gate is measured beside: the least that a server in Node does for the same answers. One
 * process each, so that its CPU time can be read. `node plain-servers.ts KIND JSON`; prints its
 * port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { Agent } from 'undici'
import { LineLog } from '../../src/doors/gate/line-log.ts'
import type { LogLine } from '../../src/words/log-line.ts'

type Serve = (message: IncomingMessage, outgoing: ServerResponse) => void

/** An answer that is always the same. */
export interface Constant {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: string
  /** A log line as the gate writes it. */
  readonly line: LogLine
}

/** An answer of the origin. */
interface Answer {
  readonly statusCode: number
  readonly statusText: string
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly body: Readable
}

/** What goes no further than to the next server. */
const HOP_BY_HOP: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding'])

function passedOn(raw: readonly string[], dropped = HOP_BY_HOP): string[] {
  const headers: string[] = []
  for (let i = 0; i < raw.length; i += 2) {
    if (!dropped.has(raw[i]!.toLowerCase())) headers.push(raw[i]!, raw[i + 1]!)
  }
  return headers
}

/**
 * Passes everything on, with the client that the gate has, by its plainest call. `send` writes the
 * answer.
 */
function proxy(origin: string, send: (answer: Answer, outgoing: ServerResponse) => void): Serve {
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  return async (message, outgoing) => {
    const { method, url, rawHeaders } = message
    if (method !== 'GET') throw new Error('it passes no bodies on')
    const options = {
      origin,
      path: url!,
      method,
      headers: passedOn(rawHeaders),
      responseHeaders: 'raw' as const,
    }
    const answer = await agent.request(options)
    send(answer as unknown as Answer, outgoing)
  }
}

function sendAsItIs(
  { statusCode, statusText, headers, body }: Answer,
  outgoing: ServerResponse,
): void {
  outgoing.writeHead(statusCode, statusText, passedOn(headers))
  body.pipe(outgoing)
}

/** Its answer goes on in chunks. */
const WITHOUT_LENGTH: ReadonlySet<string> = new Set([...HOP_BY_HOP, 'content-length'])

/** Decodes and codes again, and changes nothing between. */
function sendRecompressed(
  { statusCode, statusText, headers, body }: Answer,
  outgoing: ServerResponse,
): void {
  const coding = headers.findIndex(
    (name, i) => i % 2 === 0 && name.toLowerCase() === 'content-encoding',
  )
  if (coding < 0 || headers[coding + 1] !== 'gzip') throw new Error('this page is not gzipped')
  outgoing.writeHead(statusCode, statusText, passedOn(headers, WITHOUT_LENGTH))
  body.pipe(createGunzip()).pipe(createGzip()).pipe(outgoing)
}

function constant({ status, headers, body, line }: Constant): Serve {
  const log = new LineLog(process.stdout)
  return ({ headers: asked, url: target }, outgoing) => {
    const time = new Date().toISOString()
    log.log(JSON.stringify({ ...line, time, target, userAgent: asked['user-agent'] }))
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
  server.listen(0, '127.0.0.1', () =>
    console.log(`listening ${(server.address() as AddressInfo).port}`),
  )
}
