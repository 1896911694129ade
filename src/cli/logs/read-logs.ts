/**
 * Logs of any format → their entries, one after another, and what could not be read of them. The one reader of logs for
 * all commands.
 */
import type { LogEntry, UnreadLine } from '../../analysis/log-entry.ts'
import type { Io } from '../io.ts'
import { type FormatChoice, LogReader } from './log-reader.ts'
import { openLog } from './open-log.ts'

/** Where a log is, and what messages call it. */
export interface LogSource {
  readonly path: string
  readonly name: string
}

/** Receives what is found in logs. */
interface LogVisitor {
  readonly entry: (entry: LogEntry) => void
  /** A line that no format explains. */
  readonly unread: (line: UnreadLine) => void
  /** A compressed log that ends early, or is damaged. What comes before the damage was read. */
  readonly cut: (log: string, why: string) => void
  /** Only lines with this text are wanted. */
  readonly only?: string
}

/** Reads logs in the order given. */
export async function readLogs(
  logs: readonly LogSource[],
  choice: FormatChoice,
  visitor: LogVisitor,
  io: Io,
): Promise<void> {
  for (const [i, { path, name }] of logs.entries()) {
    const { blocks, progress, fault } = openLog(path, io.stdin)
    const lines = new FileLines(name, new LogReader(choice), visitor)
    for await (const block of blocks) {
      for (const line of block) lines.read(line)
      const part = progress()
      io.progress(part === null ? null : (i + part) / logs.length)
    }
    lines.end()
    const why = fault()
    if (why !== null) visitor.cut(name, why)
  }
}

/** When a log begins: the time of its first entry; 0 where it has none. */
export async function startOf(path: string, choice: FormatChoice, io: Io): Promise<number> {
  const reader = new LogReader(choice)
  for await (const block of openLog(path, io.stdin).blocks) {
    for (const line of block) {
      const found = line === '' ? null : reader.read(line)
      if (found !== null && found !== 'directive') return Number.isNaN(found[0]!.time) ? 0 : found[0]!.time
    }
  }
  return 0
}

/** The lines of one file. */
class FileLines {
  readonly #name: string
  readonly #reader: LogReader
  readonly #visitor: LogVisitor
  #number = 0

  constructor(name: string, reader: LogReader, visitor: LogVisitor) {
    this.#name = name
    this.#reader = reader
    this.#visitor = visitor
  }

  read(line: string): void {
    this.#number++
    const { only } = this.#visitor
    if (line === '' || (only !== undefined && !line.includes(only) && !this.#reader.isNeeded(line))) return
    const found = this.#reader.read(line)
    if (found === null) this.#visitor.unread({ file: this.#name, line: this.#number, text: line })
    else if (found !== 'directive') for (const entry of found) this.#visitor.entry(entry)
  }

  /** An object that the log breaks off is one line that was not understood. */
  end(): void {
    if (this.#reader.isOpen) this.#visitor.unread({ file: this.#name, line: this.#number, text: '{' })
  }
}
