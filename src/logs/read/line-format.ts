/**
 * Splits lines by a `log_format` of nginx or `LogFormat` of Apache into cells. A RegExp would take
 * three times as long.
 */
import { UsageError } from '../../base/faults.ts'
import { plainAddress } from '../../base/forwarded-address.ts'
import { formatText } from './format-text.ts'
import { emptyCells, type LogCells, type LogPart, type PartNames } from './log-parts.ts'

interface FormatField {
  readonly part: LogPart | null
  /** The text after the field; empty at the end of the format. */
  readonly end: string
  readonly isQuoted: boolean
  /**
   * Whether the value may contain spaces without quotes: names, comments, and all values between
   * separators such as `|`.
   */
  readonly mayHaveSpaces: boolean
}

export interface LineFormat {
  readonly start: string
  readonly fields: readonly FormatField[]
  /** Fields that some lines have after the format; null for none. */
  readonly tail: LineFormat | null
}

const VARIABLE = /\$(?:\{(\w+)\}|(\w+|-))/g

/** Reads a format. @throws UsageError for one that no line can be read by */
export function readFormat(written: string, names: PartNames, tail = ''): LineFormat {
  const { start, fields } = fieldsIn(written, names)
  const parts = fields.map(({ part }) => part)
  if (!parts.includes('userAgent')) throw unreadable(written, 'it has no User-Agent')
  if (!parts.includes('target') && !parts.includes('request'))
    throw unreadable(written, 'it has no path')
  return { start, fields, tail: tail === '' ? null : fieldsIn(tail, names) }
}

function fieldsIn(written: string, names: PartNames): LineFormat {
  const format = formatText(written)
  const found = [...format.matchAll(VARIABLE)]
  const start = format.slice(0, found[0]?.index)
  const parts = names.bestOf(found.map((match) => match[1] ?? match[2]!))
  const fields = found.map((match, i): FormatField => {
    const from = match.index + match[0].length
    const end = format.slice(from, found[i + 1]?.index)
    const name = match[1] ?? match[2]!
    if (end === '' && i + 1 < found.length)
      throw unreadable(written, `nothing is between \`${match[0]}\` and the next`)
    const before = format[match.index - 1]
    const separator = format.slice(
      i === 0 ? 0 : found[i - 1]!.index + found[i - 1]![0].length,
      match.index,
    )
    const isEnclosed = ENCLOSED.some(([open, close]) => separator.includes(open) && close.test(end))
    const isAgent = parts[i] === 'userAgent'
    const isApart = isEnclosed || !`${separator}${end}`.includes(' ')
    if (isAgent && !isApart && end.startsWith(' '))
      throw unreadable(written, 'no quotes are around its User-Agent, which has spaces')
    return {
      part: parts[i]!,
      end,
      isQuoted: before === '"' && end.startsWith('"'),
      mayHaveSpaces: isApart || name === 'remote_user' || (isAgent && end === ''),
    }
  })
  return { start, fields, tail: null }
}

/**
 * Between these signs, cells may have spaces. HAProxy encloses what it captured, and has `|`
 * between.
 */
const ENCLOSED: readonly (readonly [open: string, close: RegExp])[] = [
  ['"', /^"/],
  ['[', /^\]/],
  ['{', /^[|}]/],
  ['|', /^[|}]/],
]

function unreadable(format: string, why: string): UsageError {
  return new UsageError(
    `no line can be read by the format \`${format}\`: ${why}`,
    'give it as the server has it',
  )
}

/**
 * The cells of a line; null where it is not of the format. What follows the format is passed over.
 */
export function cellsOf(format: LineFormat, line: string): LogCells | null {
  const cells = emptyCells()
  const end = readCells(format, line, 0, cells)
  if (end === null) return null
  if (format.tail !== null) readTail(format.tail, line, end, cells)
  return cells
}

function readTail(tail: LineFormat, line: string, from: number, cells: LogCells): void {
  const more = emptyCells()
  if (readCells(tail, line, from, more) === null) return
  // Other servers write something else in the place of the forwarded addresses.
  if (more.forwarded !== null && !isAddressList(more.forwarded)) return
  if (more.forwarded !== null) cells.forwarded = more.forwarded
  if (more.host !== null) cells.host = more.host
}

/**
 * Whether the last item is an address. A client may have written the items before it, so they are
 * not checked.
 */
function isAddressList(text: string): boolean {
  return text === '-' || plainAddress(text.slice(text.lastIndexOf(',') + 1)) !== null
}

/**
 * Reads the cells of a line from a place on, and returns where they end; null where it is not of
 * the format.
 */
function readCells(
  { start, fields }: LineFormat,
  line: string,
  from: number,
  cells: LogCells,
): number | null {
  if (!line.startsWith(start, from)) return null
  let at = from + start.length
  for (const field of fields) {
    const end = endOf(field, line, at)
    if (end < 0) return null
    const { part } = field
    if (part !== null) {
      const text = line.slice(at, end)
      // A status that is not a number shows that the line has another format.
      if (part === 'status' && !STATUS.test(text)) return null
      const plain = field.isQuoted ? unescaped(text) : text
      cells[part] = part === 'request' || part === 'target' ? octets(plain) : plain
    } else if (!field.mayHaveSpaces && hasSpace(line, at, end)) return null
    at = end + field.end.length
  }
  return Math.min(at, line.length)
}

/** `-1` of HAProxy, `502, 200` of nginx with several servers. */
const STATUS = /^(?:-?\d{1,3}(?:[\s,:].*)?|-|)$/

/** Where a cell ends; -1 where the line is not of the format. */
function endOf(field: FormatField, line: string, at: number): number {
  const { end, isQuoted } = field
  if (isQuoted) {
    const quote = closingQuote(line, at)
    // The last field's quote may have anything after it.
    return quote >= 0 && (line.startsWith(end, quote) || line.length === quote + 1) ? quote : -1
  }
  const found = line.indexOf(end === '' ? ' ' : end, at)
  if (end === '') return found < 0 || field.mayHaveSpaces ? line.length : found
  if (found < 0 || field.mayHaveSpaces || !hasSpace(line, at, found)) return found
  // Proxies join addresses by a comma and a space.
  return field.part === 'ip' && ADDRESSES.test(line.slice(at, found)) ? found : -1
}

const ADDRESSES = /^[^\s,]+(?:, [^\s,]+)+$/

function hasSpace(line: string, from: number, to: number): boolean {
  const space = line.indexOf(' ', from)
  return space >= 0 && space < to
}

/** The quote that ends a value; Apache writes a quote inside one as `\"`. */
function closingQuote(line: string, from: number): number {
  let at = line.indexOf('"', from)
  while (at > 0 && isEscaped(line, at)) at = line.indexOf('"', at + 1)
  return at
}

/** Whether an odd number of backslashes stands before: `\\"` is a backslash and the end. */
function isEscaped(line: string, at: number): boolean {
  let before = at
  while (line.charCodeAt(before - 1) === 92) before--
  return (at - before) % 2 === 1
}

const CONTROLS: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' }

/** nginx writes `\x22`, Apache `\"`, `\\` and `\t`. */
function unescaped(value: string): string {
  if (!value.includes('\\')) return value
  return value.replace(
    /\\(?:x([0-9A-Fa-f]{2})|(.))/g,
    (_, hex: string | undefined, other: string) =>
      hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (CONTROLS[other] ?? other),
  )
}

const BEYOND_ASCII = /[\x80-\xff]/

/**
 * A log is read as one character for each octet (`latin1`): those beyond ASCII are written as a URL
 * has them.
 */
export function octets(target: string): string {
  if (!BEYOND_ASCII.test(target)) return target
  return target.replace(
    /[\x80-\xff]/g,
    (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
