/** Recognises files that are not policies: HTML pages, and templates that generate a robots.txt. */
import type { Line } from './lines.ts'
import { spanOf, type Tree } from './tree.ts'

/** An HTML page, after white space and comments. */
const PAGE =
  /^\s*(?:<!--[\s\S]{0,4000}?-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|script|style|div)\b/i
/** Lines of Liquid, Jinja, Twig, Go, ERB, EJS, PHP and Blade. */
const TEMPLATE_LINE =
  /^(?:\{\{|\{%|<%|<\?(?:php\b|=)|@(?:if|else|elseif|endif|foreach|endforeach|php|endphp|unless|section|extends|env|production)\b)/
/**
 * Template markup in a value. Rules are excluded: they may be about URLs from a faulty template.
 */
const TEMPLATE_VALUE = /<\?(?:php\b|=)|<%=|\{\{[^{}]*\}\}|\{%[^{}]*%\}/

/** The first sign of markup, with its word for the finding; null for a possible policy. */
export function foreignMarkup(tree: Tree) {
  const { source, lines } = tree
  const first = lines.find(({ kind }) => kind !== 'blank')
  if (first === undefined) return null
  if (PAGE.test(source.text)) return { kind: 'html-page', at: written(tree, first) } as const
  const line = lines.find((each) => isOfTemplate(tree, each))
  return line === undefined ? null : ({ kind: 'template', at: written(tree, line) } as const)
}

function isOfTemplate({ source }: Tree, { kind, field, nameStart, valueStart, valueEnd }: Line) {
  if (kind === 'blank') return false
  const text = source.text.slice(nameStart, valueEnd)
  if (field === null) return TEMPLATE_LINE.test(text) || TEMPLATE_VALUE.test(text)
  return field.value !== 'pattern' && TEMPLATE_VALUE.test(source.text.slice(valueStart, valueEnd))
}

function written(tree: Tree, line: Line) {
  return {
    span: spanOf(tree, line, line.nameStart, line.valueEnd),
    text: tree.source.text.slice(line.nameStart, line.valueEnd),
  }
}
