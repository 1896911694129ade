/**
 * Answers → the grid of crawlers by usages. One cell is in the order of focus; arrow keys go on from it, and the cell they
 * reach is the one that is explained (WAI-ARIA's grid pattern).
 */
import { USAGE_TABLE, type Usage } from '../../vocabulary/usages.ts'
import type { Answer } from '../answer.ts'
import type { Crawler } from '../crawlers.ts'
import { STANDINGS, standingRow } from '../words.ts'
import { element, icon } from './element.ts'

/** A cell by its row and column. */
export interface CellName {
  readonly crawler: string
  readonly usage: Usage
}

interface Row {
  readonly crawler: Crawler
  readonly head: HTMLElement
  readonly cells: readonly HTMLTableCellElement[]
}

/** Where a key leads, from row `r` and column `c`, in a grid that ends at `lastRow` and `lastColumn`. */
const MOVES: Readonly<Record<string, (r: number, c: number, lastRow: number, lastColumn: number) => [number, number]>> =
  {
    ArrowUp: (r, c) => [r - 1, c],
    ArrowDown: (r, c) => [r + 1, c],
    ArrowLeft: (r, c) => [r, c - 1],
    ArrowRight: (r, c) => [r, c + 1],
    Home: (r) => [r, 0],
    End: (r, _, __, lastColumn) => [r, lastColumn],
    PageUp: (_, c) => [0, c],
    PageDown: (_, c, lastRow) => [lastRow, c],
  }

export class DecisionTable {
  readonly #body = element('tbody')
  readonly #select: (cell: CellName) => void
  #rows: readonly Row[] = []
  #selected: HTMLTableCellElement | null = null

  constructor(table: HTMLTableElement, select: (cell: CellName) => void) {
    this.#select = select
    table.setAttribute('role', 'grid')
    table.append(head(), this.#body)
    table.addEventListener('keydown', (event) => this.#onKey(event))
    table.addEventListener('click', (event) => {
      const cell = (event.target as Element).closest('td')
      if (cell !== null) this.#choose(cell)
    })
  }

  /** Shows answers, one list per crawler in the order of usages; the selected cell stays selected where it still is. */
  show(answers: readonly (readonly Answer[])[], selected: CellName): void {
    const ids = answers.map(([first]) => `${first?.crawler.id} ${first?.crawler.label}`).join('\n')
    if (ids !== this.#rows.map(({ crawler }) => `${crawler.id} ${crawler.label}`).join('\n')) this.#build(answers)
    for (const [r, list] of answers.entries()) {
      for (const [c, each] of list.entries()) paint(this.#rows[r]!.cells[c]!, each)
    }
    this.#mark(this.#cell(selected))
  }

  #build(answers: readonly (readonly Answer[])[]): void {
    this.#rows = answers.map(([first]) => {
      const { crawler } = first!
      const title = element('th', { scope: 'row', role: 'rowheader', 'data-crawler': crawler.id }, crawler.label)
      const cells = USAGE_TABLE.map(() => element('td', { role: 'gridcell', tabindex: -1, 'aria-selected': 'false' }))
      return { crawler, head: title, cells }
    })
    this.#body.replaceChildren(...this.#rows.map(({ head, cells }) => element('tr', { role: 'row' }, head, ...cells)))
  }

  #cell({ crawler, usage }: CellName): HTMLTableCellElement | null {
    const row = this.#rows.find((each) => each.crawler.id === crawler) ?? this.#rows[0]
    return row?.cells[USAGE_TABLE.findIndex(({ name }) => name === usage)] ?? null
  }

  #mark(cell: HTMLTableCellElement | null): void {
    this.#selected?.setAttribute('aria-selected', 'false')
    if (this.#selected !== null) this.#selected.tabIndex = -1
    this.#selected = cell
    if (cell === null) return
    cell.tabIndex = 0
    cell.setAttribute('aria-selected', 'true')
  }

  #choose(cell: HTMLTableCellElement): void {
    const [r, c] = this.#placeOf(cell)
    cell.focus()
    this.#mark(cell)
    this.#select({ crawler: this.#rows[r]!.crawler.id, usage: USAGE_TABLE[c]!.name })
  }

  #onKey(event: KeyboardEvent): void {
    const move = MOVES[event.key]
    const cell = (event.target as Element).closest('td')
    if (move === undefined || cell === null || event.altKey || event.metaKey) return
    const [r, c] = this.#placeOf(cell)
    const [toRow, toColumn] = move(r, c, this.#rows.length - 1, USAGE_TABLE.length - 1)
    const next = this.#rows[toRow]?.cells[toColumn]
    event.preventDefault()
    if (next !== undefined) this.#choose(next)
  }

  #placeOf(cell: HTMLTableCellElement): readonly [number, number] {
    const r = this.#rows.findIndex(({ cells }) => cells.includes(cell))
    return [r, this.#rows[r]!.cells.indexOf(cell)]
  }
}

/** A cell is drawn anew only when what it says has changed. */
function paint(cell: HTMLTableCellElement, { standing, crawler, usage }: Answer): void {
  if (cell.dataset.standing === standing) return
  const { label, icon: drawing } = standingRow(standing)
  cell.dataset.standing = standing
  cell.title = `${crawler.label}, ${usage}: ${label}`
  cell.replaceChildren(icon(drawing), element('span', { class: 'visually-hidden' }, label))
}

/** Two rows of headings: usages that derive from `present` stand under one. */
function head(): HTMLElement {
  const heading = (name: string, attributes: Readonly<Record<string, string | number>>) =>
    element('th', { role: 'columnheader', scope: 'col', ...attributes }, ...shortened(name))
  const derived = USAGE_TABLE.filter(({ base }) => base !== null)
  const first = USAGE_TABLE.findIndex(({ base }) => base !== null)
  const group = element('th', { role: 'columnheader', scope: 'colgroup', colspan: derived.length }, 'present-…')
  const tops = USAGE_TABLE.flatMap(({ name, base }, i) => {
    if (base === null) return heading(name, { rowspan: 2 })
    return i === first ? group : []
  })
  const corner = element('th', { role: 'columnheader', scope: 'col', rowspan: 2, class: 'corner' }, 'Crawler')
  return element(
    'thead',
    {},
    element('tr', { role: 'row' }, corner, ...tops),
    element('tr', { role: 'row' }, ...derived.map(({ name }) => heading(name, {}))),
  )
}

function shortened(name: string): Node[] {
  const [, prefix = '', rest = name] = /^(present-)(.+)$/.exec(name) ?? []
  const hidden = prefix === '' ? [] : [element('span', { class: 'visually-hidden' }, prefix)]
  return [...hidden, element('span', { class: 'usage' }, rest)]
}

/** The standings that the table shows, with their words. */
export function showLegend(list: HTMLElement, answers: readonly (readonly Answer[])[]): void {
  const seen = new Set(answers.flat().map(({ standing }) => standing))
  const items = STANDINGS.filter(({ standing }) => seen.has(standing)).map(({ standing, label, icon: drawing }) =>
    element('li', {}, element('span', { 'data-standing': standing }, icon(drawing)), label),
  )
  list.replaceChildren(...items)
}
