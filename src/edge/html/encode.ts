/**
 * A rewritten body → the same in the content coding that the page came in, for platforms that do not code what they send.
 * Each piece is sent as soon as it is there.
 */
import { Coded, type Zlib } from './zlib-stream.ts'

/** How hard Brotli tries; more costs several times as much. */
const QUALITY = 4

/** The body in a coding, `gzip` or `br`. */
export function encoded(body: BodyInit, coding: string, zlib: Zlib): ReadableStream<Uint8Array> {
  const reader = new Response(body).body!.getReader()
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, BROTLI_PARAM_QUALITY } = zlib.constants
  const coder = new Coded(
    coding === 'br'
      ? zlib.createBrotliCompress({ flush: BROTLI_OPERATION_FLUSH, params: { [BROTLI_PARAM_QUALITY]: QUALITY } })
      : zlib.createGzip({ flush: Z_SYNC_FLUSH }),
  )
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        const { done, value } = await reader.read()
        const { pieces } = await coder.take(done ? null : value)
        for (const piece of pieces) controller.enqueue(piece)
        if (done) return controller.close()
        if (pieces.length > 0) return
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
