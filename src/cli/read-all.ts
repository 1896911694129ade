/**
 * A stream → all of its bytes.
 */
import { MOST_BYTES, tooLargeError } from './read-file.ts'

/** Reads to the end; throws UsageError beyond the limit for what is read whole. */
export async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > MOST_BYTES) throw tooLargeError('standard input')
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}
