/**
 * What the table's drawings and words mean → the legend above the table, and the list of words that it opens.
 */
import { USAGES } from '../../vocabulary/usages.ts'
import { CATEGORY_SENTENCES, STANDINGS, usageSentence, WORDS } from '../words.ts'
import type { ShownRow } from './decision-table.ts'
import { element, icon, prose } from './element.ts'

/** Shows the standings of the table, and the mark of a changed cell where there is one. */
export function showLegend(list: HTMLElement, rows: readonly ShownRow[]): void {
  const cells = rows.flatMap(({ row }) => row.cells)
  const seen = new Set(cells.map(({ standing }) => standing))
  const items = STANDINGS.filter(({ standing }) => seen.has(standing)).map(
    ({ standing, label, icon: drawing, title = null }) =>
      element('li', { title }, element('span', { 'data-standing': standing }, icon(drawing)), label),
  )
  if (cells.some(({ was }) => was !== null)) items.push(element('li', {}, changedMark(), 'before › with your changes'))
  list.replaceChildren(...items)
}

function changedMark(): HTMLElement {
  return element('span', { 'data-changed': true }, icon('yes'), icon('was'), icon('no'))
}

/** Shows what the words of the page mean. */
export function showWords(details: HTMLElement): void {
  const list = (title: string, rows: readonly (readonly [string, string])[]) => [
    element('h3', {}, title),
    element(
      'dl',
      {},
      ...rows.flatMap(([word, meaning]) => [element('dt', {}, word), element('dd', {}, ...prose(meaning))]),
    ),
  ]
  details.replaceChildren(
    element('summary', {}, 'What the words mean'),
    ...list(
      'The columns: what a crawler does with a page',
      USAGES.map((usage) => [usage, usageSentence(usage)]),
    ),
    ...list('The categories of crawlers', Object.entries(CATEGORY_SENTENCES)),
    ...list('Other words', WORDS),
  )
}
