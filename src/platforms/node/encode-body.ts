/**
 * A body → the same in a content coding: the edge decoded a page to put tags into it, and Node sends bodies as they are.
 */
import { Coded, type Zlib } from '../../edge/html/zlib-stream.ts'

/** How hard Brotli tries; more costs several times as much. */
const QUALITY = 4

/** A rewritten body in the coding that the page came in, `gzip` or `br`; each piece is sent as soon as it is there. */
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
