/**
 * An origin that takes nothing on trust: it reads octets, and only what every server reads alike. Anything else that reaches
 * it is a fault of what stands before it.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { RunningOrigin } from './servers.ts'

const LINE = /^([A-Z-]+) (\/[\x21-\x7e]*) HTTP\/1\.1$/
const FIELD =
  /^([!#$%&'*+\-.^_`|~\dA-Za-z]+): ((?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?)$/
const CHUNK = /^([\da-f]{1,8})\r\n/

/** A request, and the octets behind it. */
interface Read {
  readonly method: string
  readonly target: string
  readonly rest: string
}

/** Reads one request; null where more must come. @throws Error where servers could disagree. */
export function readStrictly(octets: string): Read | null {
  const end = octets.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [line, ...lines] = octets.slice(0, end).split('\r\n')
  const [, method, target] = LINE.exec(line!) ?? fault(line!)
  const fields = lines.map((each) => FIELD.exec(each) ?? fault(each))
  const valuesOf = (name: string) =>
    fields.filter((field) => field[1]!.toLowerCase() === name).map((field) => field[2]!)
  const [hosts, lengths, codings] = [
    valuesOf('host'),
    valuesOf('content-length'),
    valuesOf('transfer-encoding'),
  ]
  if (hosts.length !== 1 || lengths.length + codings.length > 1) fault(octets)
  const rest = restAfter(octets.slice(end + 4), lengths[0], codings[0])
  return rest === null ? null : { method: method!, target: target!, rest }
}

function restAfter(
  body: string,
  length: string | undefined,
  coding: string | undefined,
): string | null {
  if (coding !== undefined) return coding === 'chunked' ? restAfterChunks(body) : fault(coding)
  if (length === undefined) return body
  if (!/^(?:0|[1-9]\d{0,9})$/.test(length)) fault(length)
  return body.length < Number(length) ? null : body.slice(Number(length))
}

function restAfterChunks(body: string): string | null {
  for (let rest = body; rest.includes('\r\n'); ) {
    const [size, digits] = CHUNK.exec(rest) ?? fault(rest)
    const end = size.length + Number.parseInt(digits!, 16)
    if (rest.length < end + 2) return null
    if (rest.slice(end, end + 2) !== '\r\n') fault(rest)
    rest = rest.slice(end + 2)
    if (digits === '0') return rest
  }
  return null
}

function fault(text: string): never {
  throw new Error(`servers read this differently: ${JSON.stringify(text.slice(0, 300))}`)
}

/** Starts one for the length of a test. What reaches it and could be read in two ways is in `faults`. */
export async function startStrictOrigin(): Promise<
  RunningOrigin & { readonly faults: readonly string[] }
> {
  const [targets, faults]: [string[], string[]] = [[], []]
  const server = createServer((socket) => {
    let octets = ''
    socket.on('error', () => undefined)
    socket.on('data', (piece) => {
      try {
        octets = answerAll(octets + piece.toString('latin1'), socket, targets)
      } catch (cause) {
        faults.push(String(cause))
        socket.destroy()
      }
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, targets: () => targets, faults }
}

function answerAll(octets: string, socket: Socket, targets: string[]): string {
  let rest = octets
  for (let read = readStrictly(rest); read !== null; read = readStrictly(rest)) {
    targets.push(read.target)
    const page = `page ${read.target}`
    const head = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${page.length}\r\n\r\n`
    socket.write(head + (read.method === 'HEAD' ? '' : page))
    rest = read.rest
    // Nothing may follow before the answer.
    if (rest !== '') fault(rest)
  }
  return rest
}
