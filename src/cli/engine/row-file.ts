/**
 * Cells of rows → a file of them, a JSON object a line (docs/schema/row.schema.json), which `acap report` reads.
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import type { LogCells, LogPart } from '../logs/log-parts.ts'

export const ROW_VERSION = 1
const BLOCK = 1 << 16

/** Members of a row, and the parts that they are. */
const TEXTS: readonly (readonly [member: string, part: LogPart])[] = [
  ['host', 'host'],
  ['agent', 'userAgent'],
  ['network', 'network'],
  ['proof', 'proof'],
  ['method', 'method'],
  ['target', 'target'],
  ['referrer', 'referrer'],
  ['outcome', 'outcome'],
]
const NUMBERS: readonly (readonly [member: string, part: LogPart])[] = [
  ['status', 'status'],
  ['first', 'time'],
  ['last', 'last'],
  ['count', 'count'],
  ['bytes', 'bytes'],
  ['milliseconds', 'milliseconds'],
  ['misses', 'misses'],
]

/** A file that is being written. */
export class RowFile {
  readonly #file: number
  #text = ''

  constructor(path: string) {
    this.#file = openSync(path, 'w')
  }

  write(cells: LogCells): void {
    const texts = TEXTS.map(([member, part]) => [member, cells[part]])
    const numbers = NUMBERS.map(([member, part]) => [member, numberOrNull(cells[part])])
    this.#text += `${JSON.stringify(Object.fromEntries([['acap', 'row'], ['version', ROW_VERSION], ...texts, ...numbers]))}\n`
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
