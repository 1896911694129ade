/** Logs of any format → their entries, and what could not be read. The one reader for all commands. */
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as zlib from 'node:zlib'
import { UsageError } from '../../base/faults.ts'
import { readLines } from '../../base/files/lines-of.ts'
import type { Io } from '../../base/io.ts'
import type { LogEntry } from '../judge/log-entry.ts'
import type { LogTally, UnreadLine } from '../report/counting.ts'
import { ANY_FORMAT, type FormatChoice, LogReader } from './log-reader.ts'

export interface LogSource {
  readonly path: string
  readonly name: string
}

/** Gives each entry to `visit`, and the rest to `rest`. With `only`, lines without this text are passed over. */
export async function readLogs(
  logs: readonly LogSource[],
  choice: FormatChoice,
  visit: (entry: LogEntry) => void,
  rest: Pick<LogTally, 'skip' | 'addCut'>,
  io: Io,
  only?: string,
): Promise<void> {
  for (const [i, { path, name }] of logs.entries()) {
    const { blocks, progress, fault } = openLog(path, io.stdin)
    const reader = new LogReader(choice)
    let number = 0
    for await (const block of blocks) {
      for (const line of block) {
        number++
        if (line === '' || (only !== undefined && !line.includes(only) && !reader.isNeeded(line)))
          continue
        const found = reader.read(line)
        if (found === null) rest.skip({ file: name, line: number, text: line })
        else for (const entry of found) visit(entry)
      }
      const part = progress()
      io.progress(part === null ? null : (i + part) / logs.length)
    }
    // An object that the log breaks off is one line that was not understood.
    if (reader.isOpen) rest.skip({ file: name, line: number, text: '{' })
    const why = fault()
    if (why !== null) rest.addCut(name, why)
  }
}

/** When a log begins: the time of its first entry; 0 where it has none. */
export async function startOf(path: string, io: Io): Promise<number> {
  const reader = new LogReader(ANY_FORMAT)
  for await (const block of openLog(path, io.stdin).blocks) {
    for (const line of block) {
      const [first] = (line === '' ? null : reader.read(line)) ?? []
      if (first !== undefined) return first.time || 0
    }
  }
  return 0
}

/** Whether what is at a path can be read only once: standard input, or a pipe such as `<(zcat log.gz)`. */
export function isReadOnce(path: string): boolean {
  return path === '-' || statSync(path).isFIFO()
}

/** Gives logs that can be read more than once: what can be read only once is in temporary files for as long as that takes. */
export async function spooled(
  paths: readonly string[],
  io: Io,
  use: (logs: readonly LogSource[]) => Promise<void>,
): Promise<void> {
  const once = [...new Set(paths.filter(isReadOnce))]
  if (once.length === 0) return use(paths.map((path) => ({ path, name: path })))
  const folder = mkdtempSync(join(tmpdir(), 'acap-report-'))
  try {
    const files = new Map(once.map((path, i) => [path, join(folder, `${i}`)]))
    for (const [path, file] of files)
      await pipeline(path === '-' ? io.stdin : createReadStream(path), createWriteStream(file))
    await use(paths.map((path) => ({ path: files.get(path) ?? path, name: path })))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function misread(
  command: string,
  paths: readonly string[],
  first: UnreadLine | undefined,
): UsageError {
  const seen = first === undefined ? '' : `; the first is \`${first.text}\``
  return new UsageError(
    `no line of \`${paths.join(' ')}\` was understood${seen}`,
    `acap ${command} --help lists the formats`,
  )
}

/** From a mebibyte on, Node keeps the text of a chunk outside the heap, where no collection is due for a long time. */
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
    blocks: withoutMark(plain),
    /** How much of it was read so far, from 0 to 1; null where its size is not known. */
    progress: () => (size === null ? null : size === 0 ? 1 : read / size),
    /** Why the rest of a compressed log could not be read; null where nothing was wrong so far. */
    fault: () => fault,
  }
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

/** Writes to a stream piece by piece; null is the end. Gives what comes out, also what precedes a fault. */
function unzipped(stream: Transform, fail: (why: string) => void) {
  let isBroken = false
  let parts: Uint8Array[] = []
  /** Goes on after a piece. A stream that broke forgets whom it owes an answer. */
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
