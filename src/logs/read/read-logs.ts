/** Reads logs of any format for all commands, and counts what could not be read. */
import { createReadStream, createWriteStream, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { inTemporaryFolder } from '../../base/files/temporary-folder.ts'
import type { Io } from '../../base/io.ts'
import type { LogEntry } from '../judge/log-entry.ts'
import type { LogTally } from '../report/counting.ts'
import { agentless } from './log-faults.ts'
import { ANY_FORMAT, LogReader, type LogReaderOptions } from './log-reader.ts'
import { openLog } from './open-log.ts'

export interface LogSource {
  readonly path: string
  readonly name: string
}

/**
 * Passes each entry to `visit`, and everything else, such as lines that are not understood, to
 * `rest`. With `only`, lines that do not contain this text are skipped.
 */
export async function readLogs(
  logs: readonly LogSource[],
  readerOptions: LogReaderOptions,
  visit: (entry: LogEntry) => void,
  rest: Pick<LogTally, 'skip' | 'addCut' | 'addZoneless' | 'begin'>,
  io: Io,
  only?: string,
): Promise<void> {
  for (const [i, { path, name }] of logs.entries()) {
    const { blocks, progress, fault } = openLog(path, io.stdin)
    const reader = new LogReader(readerOptions)
    if (logs.length > 1) rest.begin(name)
    let number = 0
    for await (const block of blocks) {
      for (const line of block) {
        number++
        if (line === '' || (only !== undefined && !line.includes(only) && !reader.isNeeded(line)))
          continue
        const found = reader.read(line)
        if (found === null) rest.skip({ file: name, line: number, text: line, ...lackOf(reader) })
        else for (const entry of found) visit(entry)
      }
      const part = progress()
      io.progress(part === null ? null : (i + part) / logs.length)
    }
    // An object that the log breaks off is one line that was not understood.
    if (reader.isOpen) rest.skip({ file: name, line: number, text: '{' })
    const why = fault()
    if (why !== null) rest.addCut(name, why)
    if (only === undefined && reader.hasNoAgents) throw agentless(name)
    rest.addZoneless(reader.zoneless)
  }
}

function lackOf({ lack }: LogReader): { readonly lack?: string } {
  return lack === null ? {} : { lack }
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

/**
 * Whether what is at a path can be read only once: standard input, or a pipe such as `<(zcat
 * log.gz)`.
 */
export function isReadOnce(path: string): boolean {
  return path === '-' || statSync(path).isFIFO()
}

/** Each file once, by all its names. */
function distinct(paths: readonly string[]): readonly string[] {
  const files = new Map(paths.map((path) => [path === '-' ? path : realpathSync(path), path]))
  return [...files.values()]
}

/**
 * Passes logs to `use` that can be read more than once. Pipes are copied to temporary files, which
 * are deleted afterwards.
 */
export async function spooled(
  given: readonly string[],
  io: Io,
  use: (logs: readonly LogSource[]) => Promise<void>,
): Promise<void> {
  const paths = distinct(given)
  const once = [...new Set(paths.filter(isReadOnce))]
  if (once.length === 0) return use(paths.map((path) => ({ path, name: path })))
  await inTemporaryFolder('report', async (folder) => {
    const files = new Map(once.map((path, i) => [path, join(folder, `${i}`)]))
    for (const [path, file] of files)
      await pipeline(path === '-' ? io.stdin : createReadStream(path), createWriteStream(file))
    await use(paths.map((path) => ({ path: files.get(path) ?? path, name: path })))
  })
}
