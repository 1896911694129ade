/**
 * Lines of the W3C Extended Log File Format (IIS, CloudFront) → cells of requests. `#Fields:` says what the columns are; it
 * may come again later in the file. Other lines that begin with `#` are not requests.
 */
import { octets } from './line-format.ts'
import { emptyCells, type LogCells, type LogPart, type PartNames } from './log-parts.ts'

/** The columns of one file, as far as it was read. */
export class W3cColumns {
  readonly #names: PartNames
  #parts: readonly (LogPart | null)[] | null = null
  #separator = ' '

  constructor(names: PartNames) {
    this.#names = names
  }

  /** Whether the columns are known. */
  get isKnown(): boolean {
    return this.#parts !== null
  }

  /** Reads a line that begins with `#`. */
  readDirective(line: string): void {
    const [, names] = /^#Fields:\s*(.*)$/i.exec(line) ?? []
    if (names === undefined) return
    const found = names.split(/\s+/).map((name) => this.#names.partOf(name))
    const ranks = new Map<LogPart, number>()
    for (const each of found) if (each) ranks.set(each.part, Math.min(each.rank, ranks.get(each.part) ?? each.rank))
    this.#parts = found.map((each) => (each !== null && each.rank === ranks.get(each.part) ? each.part : null))
    this.#separator = ' '
  }

  /** The cells of another line; null where it has fewer columns, or columns are not known. */
  cellsOf(line: string): LogCells | null {
    if (this.#parts === null) return null
    if (line.includes('\t')) this.#separator = '\t'
    const columns = line.split(this.#separator)
    if (columns.length < this.#parts.length) return null
    const cells = emptyCells()
    for (const [i, part] of this.#parts.entries()) {
      if (part !== null) cells[part] = columns[i] === '-' ? '' : columns[i]!
    }
    if (cells.target !== null) cells.target = octets(cells.target)
    if (cells.query !== null) cells.query = octets(cells.query)
    // CloudFront separates by tabs; IIS separates by spaces and writes `+` for them.
    if (this.#separator === ' ' && cells.userAgent !== null) cells.userAgent = cells.userAgent.replaceAll('+', ' ')
    return cells
  }
}
