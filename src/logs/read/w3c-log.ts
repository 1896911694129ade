/** Reads W3C Extended logs by their `#Fields:` line as cells (https://www.w3.org/TR/WD-logfile). */
import { octets } from './line-format.ts'
import { emptyCells, type LogCells, type LogPart, type PartNames } from './log-parts.ts'

/**
 * What a directive says: which columns there are, or the zone of local times. Both may come again.
 */
export class W3cLog {
  readonly #names: PartNames
  #parts: readonly (LogPart | null)[] | null = null
  #isLocal = false
  #zone = ''
  #isTabbed = false

  constructor(names: PartNames) {
    this.#names = names
  }

  /** Whether a directive has said which columns there are. */
  get isKnown(): boolean {
    return this.#parts !== null
  }

  /** What the columns lack that every request must have; null where nothing is missing. */
  get lack(): string | null {
    if (this.#parts === null) return null
    if (!this.#parts.includes('userAgent')) return 'a User-Agent (`cs(User-Agent)`)'
    return this.#parts.includes('target') ? null : 'a path (`cs-uri-stem`)'
  }

  readDirective(line: string): void {
    const [, name = '', value = ''] = /^#([\w-]+):\s*(.*)$/.exec(line) ?? []
    if (name.toLowerCase() === 'gmt-offset') this.#zone = /^[+-]\d{4}$/.test(value) ? value : ''
    if (name.toLowerCase() !== 'fields') return
    const columns = value.trim().split(/\s+/)
    this.#parts = this.#names.bestOf(columns)
    this.#isLocal = columns[this.#parts.indexOf('time')]?.endsWith('-local') === true
    this.#isTabbed = false
  }

  /** The cells of a line; null where it has more or fewer columns. */
  cellsOf(line: string): LogCells | null {
    const parts = this.#parts!
    this.#isTabbed ||= line.includes('\t')
    const columns = this.#isTabbed ? line.split('\t') : (line.match(COLUMN) ?? [])
    if (columns.length !== parts.length) return null
    const cells = emptyCells()
    for (const [i, part] of parts.entries()) {
      if (part !== null) cells[part] = this.#cell(columns[i]!, part)
    }
    if (cells.target !== null) cells.target = octets(cells.target)
    if (cells.query !== null) cells.query = octets(cells.query)
    if (this.#isLocal && cells.date && cells.time) {
      cells.time = `${cells.date}T${cells.time}${this.#zone}`
      cells.date = null
    }
    return cells
  }

  /**
   * CloudFront separates by tabs. IIS separates by spaces and writes `+` for them, or, as Advanced
   * Logging, quotes.
   */
  #cell(column: string, part: LogPart): string {
    if (column === '-') return ''
    if (column.length > 1 && column.startsWith('"') && column.endsWith('"'))
      return column.slice(1, -1).replaceAll('""', '"')
    return part === 'userAgent' && !this.#isTabbed ? column.replaceAll('+', ' ') : column
  }
}

/** A column in quotes, in which two are one, or without. */
const COLUMN = /"(?:[^"]|"")*"(?=\s|$)|\S+/g
