/**
 * Rows of cells → a table for a terminal: columns aligned, numbers to the right, long text cut.
 */
import { printableLine } from '../../grammar/printable.ts'

export interface TableColumn {
  readonly head: string
  readonly side: 'left' | 'right'
}

const WIDEST_CELL = 40

export function table(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string {
  const cells = [columns.map(({ head }) => head), ...rows].map((row) => row.map(cut))
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)))
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, i) => aligned(cell, widths[i]!, columns[i]!.side))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

function aligned(cell: string, width: number, side: TableColumn['side']): string {
  return side === 'left' ? cell.padEnd(width) : cell.padStart(width)
}

function cut(text: string): string {
  const cell = printableLine(text)
  return cell.length > WIDEST_CELL ? `${cell.slice(0, WIDEST_CELL - 1)}…` : cell
}

/** 1234567 → `1,234,567`. */
export function grouped(count: number): string {
  return count.toLocaleString('en')
}

/** 1234567 → `1.2 MB`. */
export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, count)) / 3)))
  return `${power === 0 ? count : (count / 1000 ** power).toFixed(1)} ${units[power]}`
}
