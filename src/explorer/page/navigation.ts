/** The links to the views, one of them marked as the current one. */
import type { ComponentChild } from 'preact'
import { VIEWS, type View } from '../address.ts'
import { html } from './html.ts'

/**
 * The landmark that leads to the views. `query` is what every link keeps of the address, with its
 * `?`.
 */
export function navigation(views: readonly View[], current: View, query: string): ComponentChild {
  const links = views.map((view) => {
    const isCurrent = view === current ? 'page' : undefined
    return html`<li>
      <a href=${`#/${view}${query}`} aria-current=${isCurrent}>${VIEWS[view]}</a></li>`
  })
  return html`<nav aria-label="Views"><ul>${links}</ul></nav>`
}
