/**
 * What the author's changes change → a list. Choosing one asks its question.
 */
import type { Changes, ShownChange } from '../changes.ts'
import { count } from '../words.ts'
import { byId, element, prose } from './element.ts'

export class ChangesList {
  readonly #ask: (change: ShownChange) => void

  constructor(ask: (change: ShownChange) => void) {
    this.#ask = ask
    byId('see-changes').addEventListener('click', () => {
      byId('changes-title').scrollIntoView({ block: 'center' })
      byId('changes-title').focus({ preventScroll: true })
    })
  }

  /** Makes room for the changes where the author has changed something; `isOther`: compared with another policy. */
  prepare(isChanged: boolean, isOther: boolean): void {
    const section = byId('changes-section')
    if (!isChanged && section.contains(document.activeElement)) byId('text').focus()
    section.hidden = !isChanged
    byId('see-changes').hidden = !isChanged
    if (isOther) this.show({ summary: '', shown: [], more: 0, settings: [], mayOpen: false, incomplete: '' })
  }

  show({ summary, shown, more, settings, incomplete }: Changes): void {
    byId('changes-summary').textContent = summary
    const rest = [
      ...(more > 0 ? [`and ${count(more, 'change')} more: \`acap diff\` lists all`] : []),
      ...settings,
      ...(incomplete === '' ? [] : [`${incomplete}: too many patterns overlap to try every path`]),
    ]
    const items = shown.map((change) => this.#item(change))
    const notes = rest.map((text) => element('li', { class: 'quiet' }, ...prose(text)))
    byId('changes').replaceChildren(...items, ...notes)
  }

  #item(change: ShownChange): HTMLElement {
    const { effect, crawlers, what, was, now } = change
    const side = (word: string, lines: readonly string[]) =>
      lines.map((line, i) => element('span', { class: 'help' }, ...prose(`${i === 0 ? word : 'and'} ${line}`)))
    const button = element(
      'button',
      { type: 'button', class: 'case' },
      element('span', { class: 'badge', 'data-effect': effect }, effect),
      element('span', {}, ` ${crawlers}: ${what}`),
      ...side('was', was),
      ...side('now', now),
    )
    button.addEventListener('click', () => this.#ask(change))
    return element('li', {}, button)
  }
}
