/**
 * Bodies for pages that are decoded while they are read.
 */

/** The bytes in pieces of this size, each when it is asked for. */
export function inPiecesOf(size: number, bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close()
      else controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)))
      at += size
    },
  })
}

/** Rewrites nothing. */
export const UNCHANGED = {
  isDone: false,
  take: (bytes: Uint8Array) => bytes,
  end: () => new Uint8Array(0),
}
