/** Text → markup in which no text of others can be markup; lists, sections and tables that the script sorts. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeMarkup } from '../../grammar/printable.ts'
import { grouped } from '../output/table.ts'
import { PACKAGE_ROOT } from '../package-root.ts'

/** HTML or SVG that is whole. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Content = string | number | null | Markup | readonly Content[]

/** Makes markup: html`<p>${text}</p>`. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(strings.map((text, i) => text + textOf(contents[i] ?? null)).join(''))
}

function textOf(content: Content): string {
  if (content === null) return ''
  if (content instanceof Markup) return content.text
  if (typeof content === 'object') return content.map(textOf).join('')
  return escapeMarkup(String(content))
}

/** A sentence of this program, whose code is in backticks. */
export function sentence(text: string): Markup {
  const parts = text.split('`')
  // An odd backtick is a foreign one.
  if (parts.length % 2 === 0) return html`${text}`
  return html`${parts.map((part, i) => (i % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`
}

/** A list; nothing where there is nothing to list. */
export function list(items: readonly Content[]): Markup {
  return items.length === 0 ? html`` : html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`
}

export function pageSection(id: string, title: string, ...contents: readonly Content[]): Markup {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${contents}</section>
`
}

export function timeMark(time: string | null): Markup {
  if (time === null) return html`–`
  return html`<time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time>`
}

/** A column of a table; the first one names its row. */
export interface DataColumn<T> {
  readonly head: string
  readonly cell: (row: T) => Markup | string
  /** What it is sorted by. */
  readonly value: (row: T) => number | string
}

/** A column of texts; null is what is not known. */
export function textColumn<T>(head: string, text: (row: T) => string | null): DataColumn<T> {
  return { head, cell: (row) => text(row) ?? '–', value: (row) => text(row) ?? '' }
}

export const NOT_CHECKED = 'not checked'

/** A column of numbers; null is what was not checked. */
export function numberColumn<T>(head: string, count: (row: T) => number | null, shown = grouped): DataColumn<T> {
  const cell = (number: number | null) => (number === null ? NOT_CHECKED : shown(number))
  return { head, cell: (row) => cell(count(row)), value: (row) => count(row) ?? -1 }
}

interface RowGroup<T> {
  /** Empty for none. */
  readonly title: string
  readonly rows: readonly T[]
}

/** A table; on narrow screens each row is a block. `display: block` drops roles in some browsers: written out. */
export function dataTable<T>(label: string, columns: readonly DataColumn<T>[], groups: readonly RowGroup<T>[]): Markup {
  const heads = columns.map(({ head }) => html`<th role="columnheader" scope="col" data-sorts="yes">${head}</th>`)
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
  const cells = columns.map(({ head, cell, value }, i) =>
    i === 0
      ? html`<th role="rowheader" scope="row" data-value="${value(row)}">${cell(row)}</th>`
      : html`<td role="cell" data-head="${head}" data-value="${value(row)}">${cell(row)}</td>`,
  )
  return html`<tr role="row">${cells}</tr>
`
}

/**
 * One file that needs nothing else: no font, no image and no script from anywhere. Its policy of content permits its own style
 * and script alone. It follows the reader's light or dark scheme, and prints. `report` is what it is made of, and in it.
 */
export function reportPage({ title, body, report }: { title: string; body: Markup; report: unknown }): string {
  const [style, script] = [asset('report.css'), asset('report.js')]
  const policy = `default-src 'none'; style-src ${sourceOf(style)}; script-src ${sourceOf(script)}; base-uri 'none'; form-action 'none'`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
${body}</main>
<script type="application/json" id="report">${new Markup(JSON.stringify(report).replaceAll('<', '\\u003c'))}</script>
<script>${new Markup(script)}</script>
</body>
</html>
`.text
}

function asset(name: string): string {
  return readFileSync(join(PACKAGE_ROOT, 'src', 'cli', 'page', name), 'utf8')
}

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
