/**
 * Findings → the list below the editor, worst first. Choosing one leads to its place.
 */
import type { Finding } from '../../language/findings/diagnostic.ts'
import { count } from '../words.ts'
import { element, prose } from './element.ts'

const ORDER: readonly Finding['severity'][] = ['error', 'warning', 'note']
/** A file of another kind has one on every line: nobody reads them all. */
const MOST_SHOWN = 200

/** Shows findings in a list; `go` leads to the place of one. */
export function showFindings(list: HTMLElement, findings: readonly Finding[], go: (finding: Finding) => void): void {
  const sorted = ORDER.flatMap((severity) => findings.filter((each) => each.severity === severity))
  const items = sorted.slice(0, MOST_SHOWN).map((finding) => {
    const item = itemOf(finding)
    item.firstElementChild!.addEventListener('click', () => go(finding))
    return item
  })
  const more = sorted.length - items.length
  if (more > 0) items.push(element('li', { class: 'quiet' }, `and ${count(more, 'finding')} more`))
  list.replaceChildren(...items)
}

function itemOf({ severity, code, message, help, source, line }: Finding): HTMLLIElement {
  const head = element(
    'span',
    { class: 'finding-head' },
    element('span', { class: 'badge', 'data-severity': severity }, severity),
    element('span', { class: 'quiet' }, `${source}:${line}`),
    element('span', { class: 'quiet code' }, code),
  )
  const advice = help === null ? null : element('span', { class: 'help' }, ...prose(help))
  return element(
    'li',
    {},
    element('button', { type: 'button', class: 'finding' }, head, element('span', {}, ...prose(message)), advice),
  )
}
