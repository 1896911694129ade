/**
 * Reads a regular file within a size limit. Links must not lead out of a folder of policies: a
 * policy written by others must not print or publish your files. The opened file is checked,
 * because paths can change meanwhile.
 */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { sep } from 'node:path'
import { UsageError, withFaultPath } from '../faults.ts'

const MEBIBYTE = 1 << 20

/** The largest file that is read whole: a policy may have 500 KiB, lists of addresses a few MiB. */
export const MOST_BYTES = 16 * MEBIBYTE

/**
 * Reads a file that the author named, of any kind: `<(command)` is a pipe.
 * @throws UsageError if it is larger than `most`
 */
export function readNamed(path: string, most: number = MOST_BYTES): Buffer {
  return opened(path, constants.O_RDONLY, (file) => readOpened(file, path, most))
}

/**
 * Reads a file inside `boundary`, a path of `realpathSync`. @throws UsageError where it is
 * elsewhere.
 */
export function readInside(path: string, boundary: string): Buffer {
  // Without O_NONBLOCK, opening a pipe waits for a writer. Windows has neither pipes nor the flag.
  return opened(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0), (file) => {
    const stats = fstatSync(file)
    if (!stats.isFile()) throw notRegular(path)
    refuseOutside(path, stats, boundary)
    return readOpened(file, path, MOST_BYTES, stats.size)
  })
}

/** The error for a path that is a pipe, a socket or a device. */
export function notRegular(path: string): UsageError {
  return new UsageError(
    `\`${path}\` is not a regular file`,
    'policies are regular files: remove it',
  )
}

/**
 * Resolves links in a path. `folder` has none already.
 * @throws UsageError if the path leads out of the folder
 */
export function realPathIn(folder: string, path: string, real = realpathSync.native(path)): string {
  if (real === folder || real.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return real
  const what = `\`${path}\` is a link that leaves the policies folder, to \`${real}\``
  throw new UsageError(what, 'put the file itself into the folder')
}

/** What was opened must be the file at a path inside the boundary. */
function refuseOutside(path: string, stats: Stats, boundary: string): void {
  const { dev, ino } = statSync(realPathIn(boundary, path))
  if (dev !== stats.dev || ino !== stats.ino)
    throw new UsageError(`\`${path}\` was replaced while it was read`)
}

function opened<T>(path: string, flags: number, use: (file: number) => T): T {
  return withFaultPath(path, () => {
    const file = openSync(path, flags)
    try {
      return use(file)
    } finally {
      closeSync(file)
    }
  })
}

/**
 * Reads an open file to its end. Files of /proc have no size and a pipe has no end: the size is a
 * hint.
 */
export function readOpened(file: number, path: string, most: number, hint = MEBIBYTE): Buffer {
  const parts: Buffer[] = []
  let part = Buffer.allocUnsafe(Math.min(hint, most) + 1)
  let filled = 0
  for (let size = 0; ; ) {
    const count = readSync(file, part, filled, part.length - filled, null)
    filled += count
    if (count === 0)
      return parts.length === 0
        ? part.subarray(0, filled)
        : Buffer.concat([...parts, part.subarray(0, filled)])
    size += count
    if (size > most) throw tooLargeError(`\`${path}\``, most)
    if (filled < part.length) continue
    parts.push(part)
    part = Buffer.allocUnsafe(MEBIBYTE)
    filled = 0
  }
}

function tooLargeError(what: string, most: number = MOST_BYTES): UsageError {
  return new UsageError(
    `${what} is larger than ${most / MEBIBYTE} MiB`,
    'a policy may have 500 KiB',
  )
}

/**
 * Reads a stream to its end.
 * @throws UsageError above the limit for files read whole
 */
export async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > MOST_BYTES) throw tooLargeError('standard input')
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}
