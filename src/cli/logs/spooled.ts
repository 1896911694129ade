/**
 * Logs that have to be read more than once: standard input and pipes are written to temporary files for as long as that
 * takes.
 */
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Io } from '../io.ts'
import type { LogSource } from './read-logs.ts'

/** Whether what is at a path can be read only once: standard input, or a pipe such as `<(zcat log.gz)`. */
export function isReadOnce(path: string): boolean {
  return path === '-' || statSync(path).isFIFO()
}

/** Gives files to read in the place of what can be read only once. */
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
