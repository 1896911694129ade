/** Crawlers with their numbers → a table for a terminal: columns aligned, long text cut. */
import { printableLine } from '../../grammar/printable.ts'

/** A number of a crawler, and how it is written; null is what was not checked. */
export type NumberRow<T> = readonly [head: string, count: (crawler: T) => number | null, shown: typeof grouped]

const WIDEST_CELL = 40
const MOST_ROWS = 20

/** The first crawlers with their numbers; `unknown` stands for what was not checked. */
export function crawlerTable<T extends { readonly name: string; readonly category: string | null }>(
  crawlers: readonly T[],
  numbers: readonly NumberRow<T>[],
  unknown: string,
): readonly string[] {
  const head = ['crawler', 'for', ...numbers.map(([name]) => name)]
  const rows = crawlers.slice(0, MOST_ROWS).map((crawler) => {
    const cells = numbers.map(([, count, shown]) => shownNumber(count(crawler), shown, unknown))
    return [crawler.name, crawler.category ?? '', ...cells]
  })
  const more = crawlers.length - MOST_ROWS
  return [...aligned([head, ...rows]), ...(more > 0 ? [`and ${grouped(more)} more (--json has all of them)`] : [])]
}

export function shownNumber(number: number | null, shown: typeof grouped, unknown: string): string {
  return number === null ? unknown : shown(number)
}

function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const cells = rows.map((row) => row.map(cut))
  const widths = cells[0]!.map((_, i) => Math.max(...cells.map((row) => row[i]!.length)))
  const pad = (cell: string, i: number) => (i < 2 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))
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

/** 1234567 → `1.2 MB`. */
export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, count)) / 3)))
  return `${power === 0 ? count : (count / 1000 ** power).toFixed(1)} ${units[power]}`
}
