/**
 * Ends connections of crawlers that hold a place at the origin but hardly transfer data. Slow
 * origins and readers are left alone.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

const LEAST_BYTES_A_SECOND = 1024

/** Watches a request until the function that it gives is called. */
export function watchCrawler(
  message: IncomingMessage,
  outgoing: ServerResponse,
  seconds: number,
): () => void {
  const { socket } = message
  const moved = () => socket.bytesRead + socket.bytesWritten - socket.writableLength
  const waits = () => socket.writableLength > 0 || isSending(message, outgoing)
  let before = moved()
  let waited = waits()
  const look = () => {
    const [now, isWaiting] = [moved(), waits()]
    if (waited && isWaiting && now - before < LEAST_BYTES_A_SECOND * seconds) socket.destroy()
    before = now
    waited = isWaiting
  }
  const timer = setInterval(look, seconds * 1000).unref()
  return () => clearInterval(timer)
}

/** Whether more of an upload is to come, and the origin has taken what has come. */
function isSending(message: IncomingMessage, outgoing: ServerResponse): boolean {
  return !message.complete && message.readableLength === 0 && !outgoing.headersSent
}
