/**
 * An object of JSON → the cells of a request. Letter case of member names does not count.
 *
 * A log is read as one character for each octet (`latin1`), but JSON is UTF-8 (RFC 8259 8.1): a line whose texts hold more
 * than ASCII is read once more as that. Decoding everything as UTF-8 takes half as long again where one line in a hundred
 * holds more than ASCII: all strings of its chunk are then two octets a character.
 */
import { jsonObject } from '../input/lines-of.ts'
import { emptyCells, type LogCells, type LogPart, type PartNames } from './log-parts.ts'

const BEYOND_ASCII = /[\x80-\xff]/

/** An object of a log: a line, or what is in one. */
export type LogObject = Readonly<Record<string, unknown>>

/** The object of a line; null where it has none. */
export function objectIn(line: string): LogObject | null {
  return jsonObject(BEYOND_ASCII.test(line) ? Buffer.from(line, 'latin1').toString() : line)
}

/** The cells of an object, and those of the objects in it that may have some. */
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
