/**
 * An answer of the gate → the wire. The origin's own goes as it came; what the edge made is written as any Response.
 */
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { endToEnd } from '../platforms/node/raw-headers.ts'
import { type BodyCount, breakOff, writeHead, writeResponse } from '../platforms/node/write-response.ts'
import { OriginAnswer, unreadBody } from './origin-answer.ts'
import type { OriginBody } from './origin-client.ts'
import { RefusalAnswer } from './refusal-answer.ts'

/** Sends an answer; settles when all of it is handed over, or the connection is gone. Never rejects. */
export function writeAnswer(answer: Response, outgoing: ServerResponse, count: BodyCount | null = null): Promise<void> {
  // One that waited too long for the rest of its request is answered already.
  if (outgoing.headersSent || outgoing.destroyed) return DONE
  if (answer instanceof OriginAnswer) {
    const { status, phrase, rawHeaders, body } = answer.message
    outgoing.writeHead(status, phrase, endToEnd(rawHeaders, EMPTY.has(status) ? FRAMING : undefined))
    return piped(body, outgoing, count)
  }
  if (answer instanceof RefusalAnswer) {
    const bytes = answer.sendTo(outgoing)
    if (count !== null) count.bytes = bytes
    return DONE
  }
  const { body } = answer
  const source = body === null ? null : unreadBody(body)
  if (source === null) return writeResponse(answer, outgoing, count)
  writeHead(answer, outgoing)
  return piped(source, outgoing, count)
}

const DONE = Promise.resolve()

/** Statuses whose length, where one is written, would be that of a body; a 304 has the length of its page. */
const EMPTY: ReadonlySet<number> = new Set([204, 205])
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
