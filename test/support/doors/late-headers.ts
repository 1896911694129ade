/** What packages like on-headers and compression do to a ServerResponse. */
import type { ServerResponse } from 'node:http'
import { createGzip, type Gzip } from 'node:zlib'

/** What `on-headers` does: the listener is called when the header is written, and may still add to it. */
export function onHeaders(response: ServerResponse, listener: () => void): void {
  const { writeHead } = response
  response.writeHead = ((...given: unknown[]) => {
    listener()
    return Reflect.apply(writeHead, response, given)
  }) as typeof writeHead
}

/** What `compression` does: a coder in the place of the body, and `flush`. */
export function compress(response: ServerResponse): void {
  const { write, end } = response
  const gzip: Gzip = createGzip()
  onHeaders(response, () => {
    response.setHeader('content-encoding', 'gzip')
    gzip.on('data', (piece) => Reflect.apply(write, response, [piece]))
    gzip.on('end', () => Reflect.apply(end, response, []))
  })
  Object.assign(response, {
    write: (piece: string) => gzip.write(piece),
    end: (piece: string) => gzip.end(piece),
    flush: () => gzip.flush(),
  })
}
