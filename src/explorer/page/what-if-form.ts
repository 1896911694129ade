/**
 * The form with which the author supposes a page, a User-Agent and a time; beside it the filter of the table's rows.
 */
import type { Suggestions, WhatIf } from '../what-if.ts'
import { count } from '../words.ts'
import { byId, element, prose } from './element.ts'

/** Rows that are shown at once. */
const MOST_ROWS = 150

export class WhatIfForm {
  readonly #url = byId<HTMLInputElement>('url')
  readonly #agent = byId<HTMLInputElement>('agent')
  readonly #at = byId<HTMLInputElement>('at')
  readonly #names = byId<HTMLInputElement>('names')
  readonly #all = byId<HTMLInputElement>('all-uses')
  readonly #notes = byId('url-notes')
  readonly #left = byId('left-out')

  constructor(changed: () => void) {
    const form = byId<HTMLFormElement>('what-if')
    form.addEventListener('submit', (event) => event.preventDefault())
    for (const input of [form, this.#names, this.#all]) input.addEventListener('input', changed)
  }

  /** Fills the form, and offers what the author's own cases ask about. */
  fill({ url, userAgent, at }: WhatIf, { urls, agents }: Suggestions): void {
    this.#url.value = url
    this.#agent.value = userAgent
    this.#at.value = at
    this.#names.value = ''
    byId('urls').replaceChildren(...urls.map((value) => element('option', { value })))
    byId('agents').replaceChildren(...agents.map((value) => element('option', { value })))
  }

  read(): WhatIf {
    return { url: this.#url.value, userAgent: this.#agent.value, at: this.#at.value }
  }

  /** Says what is odd about the URL. */
  remark(notes: readonly string[]): void {
    this.#notes.replaceChildren(...notes.map((note) => element('p', { class: 'note' }, ...prose(note))))
  }

  /** What a crawler's name must hold to be shown; empty for no filter. */
  get wanted(): string {
    return this.#names.value.trim()
  }

  /** Whether all usages of ACAP are wanted. */
  get wantsAll(): boolean {
    return this.#all.checked
  }

  /** The rows that are shown at once, and a line that says how many are not. */
  firstOf<T>(rows: readonly T[], hasNamed: boolean): readonly T[] {
    const left = rows.length - MOST_ROWS
    const none = hasNamed ? '' : `No known crawler has “${this.wanted}” in its name: it is any other.`
    this.#left.textContent = left > 0 ? `${count(left, 'row')} more: filter by name` : none
    return rows.slice(0, MOST_ROWS)
  }
}
