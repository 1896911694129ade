/**
 * Cells of rows → a file of them, a JSON object a line (docs/schema/row.schema.json), which `acap report` reads.
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import type { LogCells, LogPart } from '../logs/log-parts.ts'
import { ROW_MEMBERS, ROW_VERSION } from './row-queries.ts'

const BLOCK = 1 << 16
const NUMBERS: ReadonlySet<LogPart> = new Set([
  'status',
  'time',
  'last',
  'count',
  'bytes',
  'milliseconds',
  'misses',
  'gap',
])

/** A file that is being written. */
export class RowFile {
  readonly #file: number
  #text = ''

  constructor(path: string) {
    this.#file = openSync(path, 'w')
  }

  write(cells: LogCells): void {
    const members = ROW_MEMBERS.map(([member, part]) => [
      member,
      NUMBERS.has(part) ? numberOrNull(cells[part]) : cells[part],
    ])
    this.#text += `${JSON.stringify(Object.fromEntries([['acap', 'row'], ['version', ROW_VERSION], ...members]))}\n`
    if (this.#text.length > BLOCK) this.#flush()
  }

  close(): void {
    this.#flush()
    closeSync(this.#file)
  }

  #flush(): void {
    writeSync(this.#file, this.#text)
    this.#text = ''
  }
}

function numberOrNull(text: string | null): number | null {
  return text === null || text === '' || Number.isNaN(Number(text)) ? null : Number(text)
}
