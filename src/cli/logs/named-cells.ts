/** Lines in which each cell has a name → cells: JSON, and W3C Extended Log File Format (IIS, CloudFront). */
import { jsonObject } from '../input/lines-of.ts'
import { octets } from './line-format.ts'
import { emptyCells, type LogCells, type LogPart, type PartNames } from './log-parts.ts'

const BEYOND_ASCII = /[\x80-\xff]/

export type LogObject = Readonly<Record<string, unknown>>

/**
 * The object of a line; null where it has none. A log is read as `latin1`, but JSON is UTF-8 (RFC 8259 8.1): a line whose texts
 * hold more than ASCII is read once more. Decoding everything as UTF-8 takes half as long again where one line in a hundred
 * does: all strings of its chunk are then two octets a character.
 */
export function objectIn(line: string): LogObject | null {
  return jsonObject(BEYOND_ASCII.test(line) ? Buffer.from(line, 'latin1').toString() : line)
}

/** The cells of an object, and those of the objects in it that may have some. Letter case of names does not count. */
export function cellsIn(row: LogObject, names: PartNames): LogCells {
  const cells = emptyCells()
  collect(cells, new Map(), row, '', names)
  return cells
}

function collect(cells: LogCells, ranks: Map<LogPart, number>, row: LogObject, prefix: string, names: PartNames): void {
  for (const name in row) {
    const value = row[name]
    // What one name does not know, another may.
    if (value === null) continue
    const path = prefix + name
    const found = names.partOf(path)
    if (found !== null && (ranks.get(found.part) ?? Number.POSITIVE_INFINITY) > found.rank && !isObject(value)) {
      ranks.set(found.part, found.rank)
      cells[found.part] = textOf(value)
    } else if (isObject(value) && names.isObject(path)) collect(cells, ranks, value, `${path}.`, names)
  }
}

function isObject(value: unknown): value is LogObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Caddy writes the values of a header as a list. */
function textOf(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return first === null || first === undefined ? null : String(first)
}

/** The W3C columns of one file: `#Fields:` says what they are, and may come again. Other lines with `#` are no requests. */
export class W3cColumns {
  readonly #names: PartNames
  #parts: readonly (LogPart | null)[] | null = null
  #separator = ' '

  constructor(names: PartNames) {
    this.#names = names
  }

  get isKnown(): boolean {
    return this.#parts !== null
  }

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
