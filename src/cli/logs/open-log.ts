/** A log's path, or `-` → its lines, decompressed by its first octets. What precedes damage is kept. */
import { createReadStream, statSync } from 'node:fs'
import type { Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { UsageError } from '../exit-codes.ts'
import { readLines } from '../input/lines-of.ts'

/** From a mebibyte on, Node keeps the text of a chunk outside the heap, where no collection is due for a long time. */
const CHUNK_SIZE = 1 << 18
/** So much is decompressed at a time: a thousand times as much may come out. */
const SLICE_SIZE = 1 << 14

interface OpenLog {
  readonly blocks: AsyncIterable<readonly string[]>
  /** How much of it was read so far, from 0 to 1; null where its size is not known. */
  readonly progress: () => number | null
  /** Why the rest of a compressed log could not be read; null where nothing was wrong so far. */
  readonly fault: () => string | null
}

export function openLog(path: string, stdin: AsyncIterable<Uint8Array>): OpenLog {
  const size = path === '-' ? null : sizeOf(path)
  let read = 0
  let fault: string | null = null
  async function* octets() {
    const chunks: AsyncIterable<Uint8Array> =
      path === '-' ? stdin : createReadStream(path, { highWaterMark: CHUNK_SIZE })
    for await (const chunk of chunks) {
      read += chunk.length
      yield chunk
    }
  }
  const plain = decompressed(octets(), (why) => {
    fault = why
  })
  return {
    blocks: withoutMark(plain),
    progress: () => (size === null ? null : size === 0 ? 1 : read / size),
    fault: () => fault,
  }
}

function sizeOf(path: string): number {
  const stats = statSync(path)
  if (stats.isDirectory()) throw new UsageError(`\`${path}\` is a folder`, 'name the logs in it')
  if (stats.isCharacterDevice() || stats.isBlockDevice())
    throw new UsageError(`\`${path}\` is a device, which may have no end`, 'name a file, or `-` for standard input')
  return stats.size
}

/** The octets of U+FEFF, read as `latin1`. */
const BYTE_ORDER_MARK = /^\xef\xbb\xbf/

async function* withoutMark(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  let isFirst = true
  for await (const block of readLines(chunks, 'latin1')) {
    yield isFirst ? block.with(0, block[0]!.replace(BYTE_ORDER_MARK, '')) : block
    isFirst = false
  }
}

async function* decompressed(
  chunks: AsyncIterable<Uint8Array>,
  fail: (why: string) => void,
): AsyncGenerator<Uint8Array> {
  let unzip: Unzip | null | undefined
  for await (const chunk of chunks) {
    unzip ??= unzip === null ? null : unzipFor(chunk)
    if (unzip === null) yield chunk
    else {
      for (let at = 0; at < chunk.length && unzip.fault === null; at += SLICE_SIZE)
        yield* await unzip.write(chunk.subarray(at, at + SLICE_SIZE))
      if (unzip.fault !== null) break
    }
  }
  if (!unzip) return
  yield* await unzip.end()
  if (unzip.fault !== null) fail(unzip.fault.message)
}

/** What decompresses a log that begins so; null for one that is not compressed. */
function unzipFor(first: Uint8Array): Unzip | null {
  const start = Buffer.from(first.subarray(0, 4)).toString('hex')
  if (start.startsWith('1f8b')) return new Unzip(zlib.createGunzip())
  if (start !== '28b52ffd') return null
  // Node has it from 22.15 on.
  const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform }
  if (createZstdDecompress !== undefined) return new Unzip(createZstdDecompress())
  throw new UsageError(
    `Node ${process.version} cannot read zstd`,
    'use Node 22.15 or later, or decompress the log: zstdcat',
  )
}

/** A decompressing stream, asked piece by piece: a fault keeps what came before it. */
class Unzip {
  fault: Error | null = null
  readonly #stream: Transform
  #parts: Uint8Array[] = []
  /** Goes on after a piece. A stream that broke forgets whom it owes an answer. */
  #goOn: (() => void) | null = null

  constructor(stream: Transform) {
    this.#stream = stream
    stream.on('close', () => this.#goOn?.())
    stream.on('data', (part: Uint8Array) => this.#parts.push(part))
    stream.on('error', (fault) => {
      this.fault = fault
    })
  }

  write(chunk: Uint8Array): Promise<readonly Uint8Array[]> {
    return this.#after((done) => this.#stream.write(chunk, done))
  }

  end(): Promise<readonly Uint8Array[]> {
    if (this.fault !== null) return Promise.resolve([])
    return this.#after(() => this.#stream.end())
  }

  async #after(act: (done: () => void) => void): Promise<readonly Uint8Array[]> {
    await new Promise<void>((done) => {
      this.#goOn = done
      act(done)
    })
    const parts = this.#parts
    this.#parts = []
    return parts
  }
}
