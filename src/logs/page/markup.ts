/** Text → markup in which no text of others can be markup; lists, sections and tables that the script sorts. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../base/files/package-root.ts'
import { escapeMarkup } from '../../base/printable.ts'
import { cellText, type TableColumn } from '../../base/text-table.ts'

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

export const NOT_CHECKED = 'not checked'

/**
 * A table with groups of rows. On narrow screens each row is a block; `display: block` drops roles in some browsers, so they are
 * written out. The first column names a row: `name` writes it where it is more than text.
 */
export function dataTable<T>(
  label: string,
  columns: readonly TableColumn<T>[],
  groups: readonly (readonly [title: string, rows: readonly T[]])[],
  name: (row: T) => Content = (row) => cellText(columns[0]!, row, NOT_CHECKED),
): Markup {
  const heads = columns.map(
    ([head]) => html`<th role="columnheader" scope="col" data-sorts="yes">${head}</th>`,
  )
  const titleRow = (title: string) =>
    html`<tr role="row" class="group"><th role="rowheader" scope="rowgroup" colspan="${columns.length}">${title}</th></tr>`
  return html`<table role="table" class="data" aria-label="${label}">
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
${groups
  .filter(([, rows]) => rows.length > 0)
  .map(
    ([title, rows]) => html`<tbody role="rowgroup">${title === '' ? '' : titleRow(title)}
${rows.map((row) => rowOf(columns, row, name(row)))}</tbody>
`,
  )}</table>
`
}

function rowOf<T>(columns: readonly TableColumn<T>[], row: T, name: Content): Markup {
  const cells = columns.map((column, i) => {
    const [head, value, shown] = column
    const sorted = value(row) ?? (shown === undefined ? '' : -1)
    return i === 0
      ? html`<th role="rowheader" scope="row" data-value="${sorted}">${name}</th>`
      : html`<td role="cell" data-head="${head}" data-value="${sorted}">${cellText(column, row, NOT_CHECKED, '–')}</td>`
  })
  return html`<tr role="row">${cells}</tr>
`
}

/** One file that needs nothing from elsewhere, and may run its own style and script alone. `report` is in it, as JSON. */
export function reportPage({
  title,
  body,
  report,
}: {
  title: string
  body: Markup
  report: unknown
}): string {
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
  return readFileSync(join(PACKAGE_ROOT, 'src', 'logs', 'page', name), 'utf8')
}

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
