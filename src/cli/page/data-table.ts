/**
 * Rows of cells → a table that the page's script sorts and filters. Where the screen is narrow, each row is a block with
 * the column's name before each number.
 */
import { html, type Markup } from './markup.ts'

/** A column; the first one names its row. */
export interface DataColumn<T> {
  readonly head: string
  readonly cell: (row: T) => Markup | string
  /** What it is sorted by; null for a column that is not sorted. */
  readonly value: ((row: T) => number | string) | null
}

/** Rows that stay together when the table is sorted. */
interface RowGroup<T> {
  /** Empty for none. */
  readonly title: string
  readonly rows: readonly T[]
}

/** Draws the table. Its roles are written out because some browsers drop them with `display: block`. */
export function dataTable<T>(label: string, columns: readonly DataColumn<T>[], groups: readonly RowGroup<T>[]): Markup {
  const heads = columns.map(
    ({ head, value }) =>
      html`<th role="columnheader" scope="col" data-sorts="${value === null ? 'no' : 'yes'}">${head}</th>`,
  )
  return html`<table role="table" class="data" aria-label="${label}">
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
${groups.filter(({ rows }) => rows.length > 0).map((group) => groupOf(columns, group))}</table>
`
}

function groupOf<T>(columns: readonly DataColumn<T>[], { title, rows }: RowGroup<T>): Markup {
  const head = html`<tr role="row" class="group"><th role="rowheader" scope="rowgroup" colspan="${columns.length}">${title}</th></tr>`
  return html`<tbody role="rowgroup">${title === '' ? '' : head}
${rows.map((row) => rowOf(columns, row))}</tbody>
`
}

function rowOf<T>(columns: readonly DataColumn<T>[], row: T): Markup {
  const cells = columns.map(({ head, cell, value }, i) => {
    const sorted = value === null ? '' : html` data-value="${value(row)}"`
    return i === 0
      ? html`<th role="rowheader" scope="row"${sorted}>${cell(row)}</th>`
      : html`<td role="cell" data-head="${head}"${sorted}>${cell(row)}</td>`
  })
  return html`<tr role="row">${cells}</tr>
`
}
