/**
 * A Response → the wire. The origin's own answer goes as it came. An answer that the edge made has its length where all
 * of it is there at once. A body that breaks off breaks the connection off: no copy ends as if it were whole.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { endToEnd } from './headers.ts'
import { OriginAnswer, unreadMessage } from './origin-answer.ts'
import { RefusalAnswer } from './refusal-answer.ts'

/** Sends an answer; settles when all of it is handed over, or the connection is gone. Never rejects. */
export function writeAnswer(answer: Response, outgoing: ServerResponse): Promise<void> {
  if (answer instanceof OriginAnswer) return writeMessage(answer.message, outgoing)
  if (answer instanceof RefusalAnswer) {
    answer.sendTo(outgoing)
    return Promise.resolve()
  }
  const { body } = answer
  const message = body === null ? null : unreadMessage(body)
  if (body === null || message !== null) {
    outgoing.writeHead(answer.status, phraseOf(answer), headersFor(answer))
    if (message !== null) return piped(message, outgoing)
    outgoing.end()
    return Promise.resolve()
  }
  return writeStream(answer, body, outgoing)
}

function writeMessage(message: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(message.statusCode!, message.statusMessage, endToEnd(message.rawHeaders))
  return piped(message, outgoing)
}

/** Breaks off one end when the other does. Node's `pipeline` does the same, but costs half as much as a small answer. */
function piped(message: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (message.complete) {
    // All of it is there: head and body go in one piece.
    outgoing.end(message.read())
    return Promise.resolve()
  }
  // An origin may send its header long before its body, as streams of events do.
  if (message.readableLength === 0) outgoing.flushHeaders()
  return new Promise((resolve) => {
    message.on('error', ignored)
    message.once('close', () => {
      if (!message.readableEnded) outgoing.destroy()
      resolve()
    })
    outgoing.once('close', () => message.destroy())
    message.pipe(outgoing)
  })
}

function ignored(): void {
  // A stream that fails is closed then.
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
      // Head and body go in one piece.
      outgoing.end(body)
      return
    }
    outgoing.writeHead(answer.status, phraseOf(answer), headers)
    if (!first.done) outgoing.write(first.value)
    for (let piece = await next; !piece.done; piece = await reader.read()) {
      if (!outgoing.write(piece.value)) await drained(outgoing)
    }
    outgoing.end()
  } catch {
    // The origin broke off: anyone who reads must see that the page is not whole.
    outgoing.destroy()
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
