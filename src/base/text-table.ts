/**
 * Formats a table for a terminal, with aligned columns and long texts cut. Formats numbers for
 * people.
 */
import { printableLine } from './printable.ts'

/** A column of a table. Number columns have a format. Null means not checked, or unknown. */
export type TableColumn<T> = readonly [
  head: string,
  value: (row: T) => string | number | null,
  shown?: (count: number) => string,
]

const WIDEST_CELL = 40
const MOST_ROWS = 20

/** The first rows as text. `unchecked` is printed for numbers that were not checked. */
export function textTable<T>(
  columns: readonly TableColumn<T>[],
  rows: readonly T[],
  unchecked: string,
): readonly string[] {
  const cells = rows
    .slice(0, MOST_ROWS)
    .map((row) => columns.map((column) => cellText(column, row, unchecked)))
  const more = rows.length - MOST_ROWS
  const head = columns.map(([name]) => name)
  return [
    ...aligned([head, ...cells]),
    ...(more > 0 ? [`and ${grouped(more)} more (--json has all of them)`] : []),
  ]
}

export function cellText<T>(
  [, value, shown]: TableColumn<T>,
  row: T,
  unchecked: string,
  unknown = '',
): string {
  const found = value(row)
  if (found === null) return shown === undefined ? unknown : unchecked
  return shown === undefined ? String(found) : shown(Number(found))
}

function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const cells = rows.map((row) => row.map(cut))
  const widths = cells[0]!.map((_, i) => Math.max(...cells.map((row) => row[i]!.length)))
  const pad = (cell: string, i: number) =>
    i < 2 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)
  return cells.map((row) => row.map(pad).join('  ').trimEnd())
}

function cut(text: string): string {
  const cell = printableLine(text)
  return cell.length > WIDEST_CELL ? `${cell.slice(0, WIDEST_CELL - 1)}…` : cell
}

/** 1234567 → `1,234,567`. */
export function grouped(count: number): string {
  return count.toLocaleString('en')
}

/** 0.8 → `80%`. Never `0%` for some, or `100%` for fewer than all. */
export function percent(share: number): string {
  // Removes rounding errors of sums.
  const part = Number(share.toFixed(9))
  const rounded = Math.round(100 * part)
  if (rounded === 0 && part > 0) return 'less than 1%'
  return rounded === 100 && part < 1 ? 'more than 99%' : `${rounded}%`
}

/** 1234567 → `1.2 MB`. */
export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(
    units.length - 1,
    Math.max(0, Math.floor(Math.log10(Math.max(1, count)) / 3)),
  )
  return `${power === 0 ? count : (count / 1000 ** power).toFixed(1)} ${units[power]}`
}
