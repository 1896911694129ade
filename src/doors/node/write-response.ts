/**
 * Writes a Response to a connection, with its length if all of it is there. If the body breaks off,
 * so does the connection: no copy ends as if it were whole.
 */
import { type ServerResponse, STATUS_CODES } from 'node:http'
import { endToEnd, linesOf } from './raw-headers.ts'

export interface BodyCount {
  bytes: number
}

/** What writes an answer to a connection. */
export interface Wire {
  /** `length`: that of the body, where all of it is there. */
  head(answer: Response, length: number | null): void
  write(bytes: Uint8Array): boolean
  end(bytes?: Uint8Array): void
  /** Settles when more can be written, or nobody reads any longer. */
  drained(): Promise<void>
  /** Ends it as no whole answer ends, behind what was written. */
  breakOff(): void
}

function wireOf(outgoing: ServerResponse): Wire {
  return {
    head: (answer, length) => writeHead(answer, outgoing, lengthOf(answer, length)),
    write: (bytes) => outgoing.write(bytes),
    end: (bytes) => void outgoing.end(bytes),
    drained: () => drained(outgoing),
    breakOff: () => {
      // What was written in this turn waits for its end.
      if (outgoing.req.httpVersionMajor < 2) outgoing.socket?.uncork()
      breakOff(outgoing)
    },
  }
}

/** The header of the length, where an answer does not have it. */
export function lengthOf({ headers }: Response, length: number | null): readonly string[] {
  return length === null || headers.has('content-length') ? [] : ['content-length', String(length)]
}

/**
 * Ends an answer that its origin broke off. To HTTP/1.0, which nginx speaks, the end of a
 * connection is that of a page.
 */
export function breakOff(outgoing: ServerResponse): void {
  if (outgoing.req.httpVersionMinor === 0) outgoing.socket?.resetAndDestroy()
  outgoing.destroy()
}

export function phraseOf({ status, statusText }: Response): string {
  return statusText === '' ? (STATUS_CODES[status] ?? '') : statusText
}

export function writeHead(
  answer: Response,
  outgoing: Pick<ServerResponse, 'writeHead'>,
  more: readonly string[] = [],
): void {
  outgoing.writeHead(answer.status, phraseOf(answer), endToEnd([...linesOf(answer), ...more]))
}

/**
 * Writes an answer; settles when all of it is handed over, or the connection is gone. Never
 * rejects.
 */
export async function writeResponse(
  answer: Response,
  outgoing: ServerResponse,
  count: BodyCount | null = null,
  wire: Wire = wireOf(outgoing),
): Promise<void> {
  const { body } = answer
  if (body === null) {
    wire.head(answer, null)
    wire.end()
    return
  }
  const reader = body.getReader()
  const stop = () => void reader.cancel('the client left').catch(() => null)
  outgoing.once('close', stop)
  let hasHead = false
  const writeHead = (length: number | null) => {
    hasHead = true
    wire.head(answer, length)
  }
  try {
    const first = await reader.read()
    const next = first.done ? Promise.resolve(first) : reader.read()
    const second = await Promise.race([next.catch(() => null), nextTurn()])
    if (second?.done === true) {
      const whole = first.value ?? new Uint8Array(0)
      writeHead(whole.length)
      if (count !== null) count.bytes = whole.length
      // Head and body go in one piece.
      wire.end(whole)
      return
    }
    writeHead(null)
    const write = (piece: Uint8Array): boolean => {
      if (count !== null) count.bytes += piece.length
      return wire.write(piece)
    }
    if (!first.done) write(first.value)
    for (let piece = await next; !piece.done; piece = await reader.read()) {
      if (!write(piece.value)) await wire.drained()
    }
    wire.end()
  } catch {
    // What came before is sent.
    if (!hasHead) writeHead(null)
    wire.breakOff()
  } finally {
    outgoing.off('close', stop)
  }
}

/** What is there already comes first. */
function nextTurn(): Promise<null> {
  return new Promise((resolve) => setImmediate(resolve, null))
}

/** Waits until more can be written, or nobody reads any longer. */
export function drained(
  outgoing: Pick<ServerResponse, 'once' | 'off' | 'destroyed'>,
): Promise<void> {
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
