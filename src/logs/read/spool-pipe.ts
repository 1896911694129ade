/**
 * Stores data from a pipe in a file that is rotated like a server's log, so that it can be read
 * again.
 */
import { appendFileSync, createReadStream, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Io } from '../../base/io.ts'

/** Two files of this size are kept at most: what is older is forgotten. */
const MOST_BYTES = 256 << 20

/** `-` is standard input. The file is gone when the program ends. */
export function spoolPipe(path: string, io: Pick<Io, 'stdin'>, most = MOST_BYTES): string {
  const folder = mkdtempSync(join(tmpdir(), 'acap-pipe-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'log')
  appendFileSync(file, '')
  const copy = async () => {
    let size = 0
    for await (const chunk of path === '-' ? io.stdin : createReadStream(path)) {
      // A line may be cut in two there: it counts as one that is not understood.
      if (size + chunk.length > most) {
        renameSync(file, `${file}.1`)
        size = 0
      }
      appendFileSync(file, chunk)
      size += chunk.length
    }
  }
  // A pipe that breaks has ended.
  void copy().catch(() => undefined)
  return file
}
