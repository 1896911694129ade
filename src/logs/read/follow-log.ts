/**
 * Follows a growing log, with rotation (the old file is read to its end first) and truncation
 * (copytruncate). Memory is limited to one line.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'

/** How many octets are read at once. */
const CHUNK = 1 << 20
/**
 * At the start only the last 64 MiB of an existing log are read, which should hold today's lines.
 */
const MOST_OF_PAST = 64 << 20
/** A longer line is not a request and is dropped. */
const LONGEST_LINE = 1 << 16

export class FollowedLog {
  readonly #path: string
  readonly #visit: (line: string) => void
  readonly #buffer = Buffer.alloc(CHUNK)
  #file: number | null = null
  #at = 0
  #rest = ''

  constructor(path: string, visit: (line: string) => void) {
    this.#path = path
    this.#visit = visit
  }

  /** Reads one chunk of what was added. Returns whether there is more. */
  read(): boolean {
    if (this.#file === null && !this.#open(true)) return false
    const { size, ino } = fstatSync(this.#file!)
    if (size < this.#at) this.#restart()
    if (this.#readOn()) return true
    const now = statSync(this.#path, { throwIfNoEntry: false })
    if (now === undefined || now.ino === ino) return false
    this.close()
    return this.#open(false)
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
    this.#restart()
  }

  #open(isFirst: boolean): boolean {
    const found = statSync(this.#path, { throwIfNoEntry: false })
    if (found?.isFile() !== true) return false
    this.#file = openSync(this.#path, 'r')
    this.#at = isFirst ? Math.max(0, found.size - MOST_OF_PAST) : 0
    return true
  }

  #restart(): void {
    this.#at = 0
    this.#rest = ''
  }

  #readOn(): boolean {
    const read = readSync(this.#file!, this.#buffer, 0, CHUNK, this.#at)
    this.#at += read
    const lines = (this.#rest + this.#buffer.toString('latin1', 0, read)).split('\n')
    const rest = lines.pop()!
    this.#rest = rest.length > LONGEST_LINE ? '' : rest
    for (const line of lines) this.#visit(line.replace(/\r$/, ''))
    return read === CHUNK
  }
}
