/**
 * Logs that have to be read more than once: standard input is written to a temporary file for as long as that takes.
 */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Io } from '../io.ts'
import type { LogSource } from './read-logs.ts'

/** Gives files to read in the place of `-`. */
export async function spooled(
  paths: readonly string[],
  io: Io,
  use: (logs: readonly LogSource[]) => Promise<void>,
): Promise<void> {
  if (!paths.includes('-')) return use(paths.map((path) => ({ path, name: path })))
  const folder = mkdtempSync(join(tmpdir(), 'acap-report-'))
  try {
    const file = join(folder, 'stdin')
    await pipeline(io.stdin, createWriteStream(file))
    await use(paths.map((path) => ({ path: path === '-' ? file : path, name: path })))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
