/**
 * A log's path, or `-` for standard input → its lines, gunzipped where it is gzip (by its first two octets, not by its
 * name) and without its byte order mark, with the reader for its format (by its first line).
 */
import { createReadStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { LineReader } from '../../analysis/log-entry.ts'
import { UsageError } from '../exit-codes.ts'
import { readLines } from '../input/lines-of.ts'
import { combinedReader } from './combined-log.ts'
import { jsonReader } from './json-log.ts'
import { w3cReader } from './w3c-log.ts'

const CHUNK_SIZE = 1 << 20

/** A log that is being read. */
export interface OpenLog {
  readonly blocks: AsyncIterable<readonly string[]>
  /** How much of it was read so far, from 0 to 1; null where its size is not known. */
  readonly progress: () => number | null
}

/** Opens a log for reading once. */
export function openLog(path: string, stdin: AsyncIterable<Uint8Array>): OpenLog {
  if (path === '-') return { blocks: logLines(stdin), progress: () => null }
  const stats = statSync(path)
  if (stats.isDirectory()) throw new UsageError(`\`${path}\` is a folder`, 'name the logs in it')
  const { size } = stats
  let read = 0
  async function* counted() {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_SIZE })) {
      read += (chunk as Uint8Array).length
      yield chunk as Uint8Array
    }
  }
  return { blocks: logLines(counted()), progress: () => (size === 0 ? 1 : read / size) }
}

/** The octets of U+FEFF, read as `latin1`. */
const BYTE_ORDER_MARK = /^\xef\xbb\xbf/

async function* logLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  let isFirst = true
  for await (const block of readLines(inflated(chunks), 'latin1')) {
    yield isFirst ? block.with(0, block[0]!.replace(BYTE_ORDER_MARK, '')) : block
    isFirst = false
  }
}

async function* inflated(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  try {
    const first = await iterator.next()
    if (first.done) return
    const all = (async function* () {
      yield first.value
      yield* { [Symbol.asyncIterator]: () => iterator }
    })()
    const isGzip = first.value[0] === 0x1f && first.value[1] === 0x8b
    yield* isGzip ? gunzipped(all) : all
  } finally {
    // Closes the file where its reader stops early.
    await iterator.return?.()
  }
}

function gunzipped(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const gunzip = createGunzip()
  return Readable.from(chunks)
    .on('error', (fault) => gunzip.destroy(fault))
    .pipe(gunzip)
}

/** A reader for a log that begins with this line. */
export function readerFor(line: string): LineReader {
  const start = line.trimStart()
  if (start.startsWith('{')) return jsonReader()
  return start.startsWith('#') ? w3cReader() : combinedReader()
}
