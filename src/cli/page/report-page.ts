/**
 * What a report says → one file that needs nothing else: no font, no image and no script from anywhere. Its policy of content
 * permits its own style and script alone. It follows the reader's light or dark scheme, and prints.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../package-root.ts'
import { html, Markup } from './markup.ts'

interface ReportPage {
  readonly title: string
  readonly body: Markup
  readonly report: unknown
}

export function reportPage({ title, body, report }: ReportPage): string {
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
<script type="application/json" id="report">${dataOf(report)}</script>
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

/** JSON that ends no element and begins no comment. */
function dataOf(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replaceAll('<', '\\u003c'))
}
