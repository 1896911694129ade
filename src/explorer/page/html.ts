/**
 * Makes nodes of Preact from markup, and the parts that several views use. A value is always text:
 * nothing that a log or a policy holds becomes markup.
 */
import htm from 'htm'
import { type ComponentChild, h } from 'preact'
import { withLocalTimes } from '../local-times.ts'

type Html = (strings: TemplateStringsArray, ...values: readonly unknown[]) => ComponentChild

/**
 * html`<p class=${name}>${text}</p>`. A component is called as a function, or is a tag where it has
 * a state.
 */
export const html: Html = htm.bind(h) as Html

/** Words with `code` between backticks, and the time here beside each time in UTC. */
export function codeProse(text: string): ComponentChild {
  const parts = text.split('`')
  // A backtick without a partner came from a log or a policy, and is only a character.
  if (parts.length % 2 === 0) return withLocalTimes(text)
  return parts.map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : withLocalTimes(part)))
}

export function timeMark(time: string | null, none = 'not known'): ComponentChild {
  if (time === null) return none
  const text = withLocalTimes(`${time.slice(0, 16).replace('T', ' ')} UTC`)
  return html`<time datetime=${time}>${text}</time>`
}

export function proseLines(texts: readonly string[], kind = ''): ComponentChild {
  return texts.map((text) => html`<p class=${kind || undefined}>${codeProse(text)}</p>`)
}

/** Lines of a file, as they stand in it. */
export function codeLines(lines: readonly string[]): ComponentChild {
  return list(
    lines.map((line) => html`<code>${line}</code>`),
    'lines',
  )
}

export function list(items: readonly unknown[], name = 'found'): ComponentChild {
  return items.length === 0
    ? null
    : html`<ul class=${name}>
        ${items.map((item) => html`<li>${item}</li>`)}
      </ul>`
}

/** A part of a view, below its title. */
export function titled(
  name: string,
  title: ComponentChild,
  ...content: readonly unknown[]
): ComponentChild {
  const id = `desk-${name}`
  return html`<section class=${name} aria-labelledby=${id}>
    <h2 id=${id}>${title}</h2>
    ${content}
  </section>`
}

/** What is secondary, behind its title. */
export function folded(title: string, ...content: readonly unknown[]): ComponentChild {
  return html`<details><summary>${title}</summary>${content}</details>`
}

/** A text that scrolls by itself, so it can be reached by the keyboard and has a name. */
export function listingOf(label: string, text: string): ComponentChild {
  return html`<pre class="listing" tabindex="0" role="region" aria-label=${label}>${text}</pre>`
}

/** Gives the reader a text as a file. */
export function download(name: string, text: string, type: string): void {
  const href = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  URL.revokeObjectURL(href)
}

/** A drawing of index.html. The words beside it say the same. */
export function drawing(name: string): ComponentChild {
  return html`<svg class="icon" aria-hidden="true"><use href=${`#icon-${name}`} /></svg>`
}
