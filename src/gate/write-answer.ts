/**
 * A Response → the wire. The origin's own answer goes as it came. An answer that the edge made has its length where all
 * of it is there at once. A body that breaks off breaks the connection off: no copy ends as if it were whole.
 */
import { type ServerResponse, STATUS_CODES } from 'node:http'
import { pipeline } from 'node:stream'
import { endToEnd } from './headers.ts'
import { OriginAnswer, unreadBody } from './origin-answer.ts'
import type { OriginBody } from './origin-client.ts'
import { RefusalAnswer } from './refusal-answer.ts'

/** What was handed over of a body, in octets. */
export interface BodyCount {
  bytes: number
}

/** Sends an answer; settles when all of it is handed over, or the connection is gone. Never rejects. */
export function writeAnswer(answer: Response, outgoing: ServerResponse, count: BodyCount | null = null): Promise<void> {
  // One that waited too long for the rest of its request is answered already.
  if (outgoing.headersSent || outgoing.destroyed) return DONE
  if (answer instanceof OriginAnswer) {
    const { status, phrase, rawHeaders, body } = answer.message
    outgoing.writeHead(status, phrase, endToEnd(rawHeaders, status === 204 ? FRAMING : undefined))
    return piped(body, outgoing, count)
  }
  if (answer instanceof RefusalAnswer) {
    const bytes = answer.sendTo(outgoing)
    if (count !== null) count.bytes = bytes
    return DONE
  }
  const { body } = answer
  const source = body === null ? null : unreadBody(body)
  if (body !== null && source === null) return writeStream(answer, body, outgoing, count)
  outgoing.writeHead(answer.status, phraseOf(answer), headersFor(answer))
  if (source !== null) return piped(source, outgoing, count)
  outgoing.end()
  return DONE
}

const DONE = Promise.resolve()

/** What a 204 may not have (RFC 9110 8.6). */
const FRAMING: ReadonlySet<string> = new Set(['content-length'])

/** Breaks off one end when the other does. */
function piped(body: OriginBody, outgoing: ServerResponse, count: BodyCount | null): Promise<void> {
  if (body.isComplete && !body.destroyed) {
    // All of it is there: head and body go in one piece.
    const whole: Buffer | null = body.read()
    if (count !== null) count.bytes = whole?.length ?? 0
    outgoing.end(whole)
    return DONE
  }
  // An origin may send its header long before its body, as streams of events do.
  if (body.readableLength === 0) outgoing.flushHeaders()
  body.once('error', () => breakOff(outgoing))
  if (count !== null) body.on('data', ({ length }: Buffer) => (count.bytes += length))
  return new Promise((resolve) => pipeline(body, outgoing, () => resolve()))
}

/** Ends an answer that its origin broke off. To HTTP/1.0, which nginx speaks, the end of a connection is that of a page. */
function breakOff(outgoing: ServerResponse): void {
  if (outgoing.req.httpVersionMinor === 0) outgoing.socket?.resetAndDestroy()
  outgoing.destroy()
}

function phraseOf({ status, statusText }: Response): string {
  return statusText === '' ? (STATUS_CODES[status] ?? '') : statusText
}

function headersFor({ headers }: Response): string[] {
  const raw: string[] = []
  for (const [name, value] of headers) raw.push(name, value)
  return endToEnd(raw)
}
async function writeStream(
  answer: Response,
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  count: BodyCount | null,
): Promise<void> {
  const reader = body.getReader()
  const stop = () => void reader.cancel('the client left').catch(() => null)
  outgoing.once('close', stop)
  try {
    const first = await reader.read()
    const next = first.done ? Promise.resolve(first) : reader.read()
    const second = await Promise.race([next, nextTurn()])
    const headers = headersFor(answer)
    if (second?.done === true) {
      const body = first.value ?? new Uint8Array(0)
      if (!answer.headers.has('content-length')) headers.push('content-length', String(body.length))
      outgoing.writeHead(answer.status, phraseOf(answer), headers)
      if (count !== null) count.bytes = body.length
      // Head and body go in one piece.
      outgoing.end(body)
      return
    }
    outgoing.writeHead(answer.status, phraseOf(answer), headers)
    const write = (piece: Uint8Array): boolean => {
      if (count !== null) count.bytes += piece.length
      return outgoing.write(piece)
    }
    if (!first.done) write(first.value)
    for (let piece = await next; !piece.done; piece = await reader.read()) {
      if (!write(piece.value)) await drained(outgoing)
    }
    outgoing.end()
  } catch {
    breakOff(outgoing)
  } finally {
    outgoing.off('close', stop)
  }
}

/** What is there already comes first. */
function nextTurn(): Promise<null> {
  return new Promise((resolve) => setImmediate(resolve, null))
}

/** Waits until more can be written, or nobody reads any longer. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done)
      outgoing.off('close', done)
      resolve()
    }
    if (outgoing.destroyed) return resolve()
    outgoing.once('drain', done)
    outgoing.once('close', done)
  })
}
