/** A table that is sorted by its heads and filtered by words, also by keyboard alone. */
import { type ComponentChild, h } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { cached } from '../../base/cached.ts'
import { grouped, type TableColumn } from '../../base/text-table.ts'
import { html } from './html.ts'

export interface DataColumn<T> {
  readonly head: string
  /**
   * What it is sorted and filtered by; null where nothing is known. Without it the column is only
   * looked at.
   */
  readonly value?: (row: T) => string | number | null
  readonly cell: (row: T) => ComponentChild
}

/** What a row is about has a name, which no other row has. */
interface NamedRow {
  readonly name: string
}

interface TableProps<T extends NamedRow> {
  readonly label: string
  readonly columns: readonly DataColumn<T>[]
  readonly rows: readonly T[]
  /** Numbers without a column of their own that the filter knows: `proven>0`. */
  readonly numbers?: Readonly<Record<string, (row: T) => number | null>>
  /** What the field of the filter shows while it is empty; without it there is none. */
  readonly example?: string
}

/** Rows that are drawn: the rest is found by the filter. So many are drawn in one frame. */
const MOST_ROWS = 100
const ROWS_A_FRAME = 20

const OPERATORS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
}

/**
 * On a narrow screen, CSS makes a row a block, and browsers no longer treat it as a row of a table:
 * the roles are given explicitly.
 */
function Table<T extends NamedRow>(table: TableProps<T>): ComponentChild {
  const { label, columns, rows, example } = table
  const [sorted, setSorted] = useState({ by: -1, isTurned: false })
  const [filter, setFilter] = useState('')
  const found = filtered(table, filter)
  const shown = sortedBy(found, columns[sorted.by]?.value, sorted.isTurned).slice(0, MOST_ROWS)
  const left = found.length - shown.length
  const drawn = useGrowing(shown.length)
  const heads = columns.map(({ head, value }, by) => {
    if (value === undefined) return html`<th role="columnheader" scope="col">${head}</th>`
    const isIt = sorted.by === by
    const isDown = startsDown(rows, value) !== (isIt && sorted.isTurned)
    const turn = () => setSorted({ by, isTurned: isIt && !sorted.isTurned })
    const order = isDown ? 'descending' : 'ascending'
    return html`<th role="columnheader" scope="col" aria-sort=${isIt ? order : undefined}>
      <button type="button" onClick=${turn}>${head}</button>
    </th>`
  })
  // A row that is the same object is not compared again.
  const made = useMemo(() => new Map<T, ComponentChild>(), [table])
  const lines = shown.slice(0, drawn).map((row) => cached(made, row, () => lineOf(table, row)))
  const type = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
    setFilter(currentTarget.value)
  const field = html`<label class="inline filter">
    Show <input type="search" placeholder=${example} value=${filter} onInput=${type} />
    <span class="quiet" role="status">${filter === '' ? '' : `${found.length} of ${rows.length}`}</span>
  </label>`
  return html`<div class="table">
    ${example === undefined ? null : field}
    <table role="table" class="data" aria-label=${label}>
      <thead role="rowgroup"><tr role="row">${heads}</tr></thead>
      <tbody role="rowgroup">${lines}</tbody>
    </table>
    ${left > 0 ? html`<p class="quiet">and ${grouped(left)} more: filter by name.</p>` : null}
  </div>`
}

function lineOf<T extends NamedRow>({ columns }: TableProps<T>, row: T): ComponentChild {
  const cells = columns.map(({ head, cell }, i) =>
    i === 0
      ? html`<th role="rowheader" scope="row">${cell(row)}</th>`
      : html`<td role="cell" data-head=${head}>${cell(row)}</td>`,
  )
  return html`<tr role="row" key=${row.name}>${cells}</tr>`
}

/** How many of so many things are drawn, more with each frame, so that no frame takes long. */
function useGrowing(most: number): number {
  const [drawn, setDrawn] = useState(ROWS_A_FRAME)
  useEffect(() => {
    if (drawn >= most) return
    const frame = requestAnimationFrame(() => setDrawn(drawn + ROWS_A_FRAME))
    return () => cancelAnimationFrame(frame)
  }, [drawn, most])
  return drawn
}

/** Draws the table. It keeps what it is sorted and filtered by. */
export function dataTable<T extends NamedRow>(table: TableProps<T>): ComponentChild {
  return h(Table<T>, table)
}

/** Columns of a table of text, whose first one names a row. */
export function dataColumns<T>(columns: readonly TableColumn<T>[]): readonly DataColumn<T>[] {
  return columns.map(([head, value, shown = String]) => {
    const cell = (row: T) => {
      const found = value(row)
      return typeof found === 'number' ? shown(found) : (found ?? '–')
    }
    return { head, value, cell }
  })
}

/** Numbers are looked at from the largest on. */
function startsDown<T>(rows: readonly T[], value: NonNullable<DataColumn<T>['value']>): boolean {
  return rows.some((row) => typeof value(row) === 'number')
}

function sortedBy<T>(
  rows: readonly T[],
  value: DataColumn<T>['value'],
  isTurned: boolean,
): readonly T[] {
  if (value === undefined) return rows
  const sign = startsDown(rows, value) === isTurned ? 1 : -1
  return rows.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)]
    // What nobody knows comes last.
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return one === other ? 0 : one < other ? -sign : sign
  })
}

function filtered<T extends NamedRow>(
  { columns, rows, numbers = {} }: TableProps<T>,
  filter: string,
): readonly T[] {
  const values = columns.flatMap(({ value }) => value ?? [])
  const textOf = (row: T) =>
    values
      .map((value) => value(row))
      .filter((value) => typeof value === 'string')
      .join(' ')
      .toLowerCase()
  const numberOf = (name: string) =>
    numbers[name] ?? columns.find(({ head }) => head.toLowerCase().startsWith(name))?.value
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const conditions = words.map((word) => {
    const [, name = '', operator = '', number] = /^(.+?)(>=|<=|>|<|=)(\d+)$/.exec(word) ?? []
    const value = numberOf(name)
    if (number === undefined || value === undefined) return (row: T) => textOf(row).includes(word)
    return (row: T) => {
      const counted = value(row)
      return typeof counted === 'number' && OPERATORS[operator]!(counted, Number(number))
    }
  })
  return rows.filter((row) => conditions.every((meets) => meets(row)))
}
