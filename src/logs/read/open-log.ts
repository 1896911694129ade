/** Opens a log on disk or standard input, and decompresses it by its first octets. */
import { createReadStream, statSync } from 'node:fs'
import type { Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { UsageError } from '../../base/faults.ts'
import { readLines } from '../../base/files/lines-of.ts'

/**
 * From a mebibyte on, Node keeps the text of a chunk outside the heap, where no collection is due
 * for a long time.
 */
const CHUNK_SIZE = 1 << 18
/** So much is decompressed at a time: a thousand times as much may come out. */
const SLICE_SIZE = 1 << 14

/** A log's lines, decompressed by its first octets. What precedes damage is kept. */
export function openLog(path: string, stdin: AsyncIterable<Uint8Array>) {
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
    blocks: withoutMark(readable(plain, path)),
    /** How much of it was read so far, from 0 to 1; null where its size is not known. */
    progress: () => (size === null ? null : size === 0 ? 1 : read / size),
    /** Why the rest of a compressed log could not be read; null where nothing was wrong so far. */
    fault: () => fault,
  }
}

const LONGEST_START = 16
/**
 * Formats that are not text, by their first octets in hexadecimal, with a command that converts
 * each.
 */
const UNREADABLE: readonly (readonly [start: RegExp, what: string, help: string])[] = [
  [/^425a68/, 'compressed by bzip2', 'bzcat FILE | acap report -'],
  [/^fd377a58/, 'compressed by xz', 'xzcat FILE | acap report -'],
  [/^504b0304/, 'a ZIP archive', 'unzip -p FILE | acap report -'],
  [/^377abcaf/, 'a 7z archive', '7z x -so FILE | acap report -'],
  [/^04224d18/, 'compressed by lz4', 'lz4cat FILE | acap report -'],
  [/^1f9d/, 'compressed by compress', 'zcat FILE | acap report -'],
  [/^(?:fffe|feff)/, 'UTF-16', 'iconv -f UTF-16 -t UTF-8 FILE | acap report -'],
  [/^(?:(?!00)..00){8}/, 'UTF-16', 'iconv -f UTF-16LE -t UTF-8 FILE | acap report -'],
  [/^(?:00(?!00)..){8}/, 'UTF-16', 'iconv -f UTF-16BE -t UTF-8 FILE | acap report -'],
  [/^50415231/, 'a Parquet file', 'acap report --engine duckdb FILE'],
]

async function* readable(
  chunks: AsyncIterable<Uint8Array>,
  path: string,
): AsyncGenerator<Uint8Array> {
  let isFirst = true
  for await (const chunk of chunks) {
    if (isFirst && chunk.length > 0) refuseUnreadable(chunk, path)
    isFirst &&= chunk.length === 0
    yield chunk
  }
}

function refuseUnreadable(first: Uint8Array, path: string): void {
  const start = Buffer.from(first.subarray(0, LONGEST_START)).toString('hex')
  const found = UNREADABLE.find(([mark]) => mark.test(start))
  if (found === undefined) return
  const [, what, help] = found
  throw new UsageError(`\`${path}\` is ${what}, which is not read`, help.replace('FILE', path))
}

function sizeOf(path: string): number {
  const stats = statSync(path)
  if (stats.isDirectory()) throw new UsageError(`\`${path}\` is a folder`, 'name the logs in it')
  if (stats.isCharacterDevice() || stats.isBlockDevice())
    throw new UsageError(
      `\`${path}\` is a device, which may have no end`,
      'name a file, or `-` for standard input',
    )
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
  let unzip: ReturnType<typeof unzipped> | null | undefined
  for await (const chunk of chunks) {
    if (unzip === undefined) {
      const stream = unzipFor(chunk)
      unzip = stream && unzipped(stream, fail)
    }
    if (unzip === null) yield chunk
    else {
      for (let at = 0; at < chunk.length && !unzip.isBroken(); at += SLICE_SIZE)
        yield* await unzip.write(chunk.subarray(at, at + SLICE_SIZE))
      if (unzip.isBroken()) return
    }
  }
  if (unzip) yield* await unzip.write(null)
}

/** What decompresses a log that begins so; null for one that is not compressed. */
function unzipFor(first: Uint8Array): Transform | null {
  const start = Buffer.from(first.subarray(0, 4)).toString('hex')
  if (start.startsWith('1f8b')) return zlib.createGunzip()
  if (start !== '28b52ffd') return null
  // Node has it from 22.15 on.
  const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform }
  if (createZstdDecompress !== undefined) return createZstdDecompress()
  throw new UsageError(
    `Node ${process.version} cannot read zstd`,
    'use Node 22.15 or later, or decompress the log: zstdcat',
  )
}

/**
 * Sends pieces to a decompressor, and returns what comes out of each. Null ends the input. What was
 * decompressed before an error is returned too.
 */
function unzipped(stream: Transform, fail: (why: string) => void) {
  let isBroken = false
  let parts: Uint8Array[] = []
  /** Ends the wait for a piece when the stream closes: after an error no callback comes. */
  let goOn = (): void => undefined
  stream.on('close', () => goOn())
  stream.on('data', (part: Uint8Array) => parts.push(part))
  stream.on('error', ({ message }) => {
    isBroken = true
    fail(message)
  })
  return {
    isBroken: () => isBroken,
    async write(piece: Uint8Array | null): Promise<readonly Uint8Array[]> {
      await new Promise<void>((done) => {
        goOn = done
        if (piece === null) stream.end()
        else stream.write(piece, () => done())
      })
      const found = parts
      parts = []
      return found
    },
  }
}
