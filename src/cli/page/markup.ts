/**
 * Text → markup in which no text of others can be markup: what is put into a template is escaped, unless it is a template.
 */
import { escapeMarkup } from '../../grammar/printable.ts'

/** HTML or SVG that is whole. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What a template takes. */
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

/** A section with a heading. */
export function pageSection(id: string, title: string, ...contents: readonly Content[]): Markup {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${contents}</section>
`
}

/** A time, which the page also shows in the reader's zone. */
export function timeMark(time: string | null): Markup {
  if (time === null) return html`–`
  return html`<time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time>`
}
