/**
 * Answers → the grid of crawlers by what they do. One cell is in the order of focus; arrow keys go on from it, and the cell they
 * reach is the one that is explained (WAI-ARIA's grid pattern).
 */
import { restrictionsInWords } from '../../grammar/restriction-words.ts'
import { columnNamed, isAbout, type UseColumn } from '../columns.ts'
import type { CrawlerRow } from '../rows.ts'
import { CATEGORY_SENTENCES, standingRow } from '../words.ts'
import { element, icon } from './element.ts'

/** A cell by its row and column. */
export interface CellName {
  readonly crawler: string
  readonly column: string
}

/** A row to show; `isOpen` where it is folded and its crawlers follow, null where it holds a single crawler. */
export interface ShownRow {
  readonly row: CrawlerRow
  readonly isOpen: boolean | null
}

interface DrawnRow {
  readonly row: CrawlerRow
  readonly isOpen: boolean | null
  readonly head: HTMLElement
  readonly cells: readonly HTMLTableCellElement[]
}

/** So many columns have room for their names from the bottom to the top alone. */
const MANY = 10

/** Names that a heading's title holds. */
const MOST_NAMES = 20

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
  readonly #head = element('thead')
  readonly #body = element('tbody')
  readonly #select: (cell: CellName) => void
  readonly #toggle: (row: string) => void
  #rows: readonly DrawnRow[] = []
  #columns: readonly UseColumn[] = []
  #selected: HTMLTableCellElement | null = null

  /** `hint` is shown while there are columns beyond the right edge. */
  constructor(
    table: HTMLTableElement,
    hint: HTMLElement,
    select: (cell: CellName) => void,
    toggle: (row: string) => void,
  ) {
    this.#select = select
    this.#toggle = toggle
    table.setAttribute('role', 'grid')
    table.append(this.#head, this.#body)
    table.addEventListener('keydown', (event) => this.#onKey(event))
    table.addEventListener('click', (event) => this.#onClick(event.target as Element))
    const scroll = table.parentElement!
    const showHint = () => {
      const isMore = scroll.scrollLeft + scroll.clientWidth < scroll.scrollWidth - 1
      scroll.parentElement!.toggleAttribute('data-more', isMore)
      hint.hidden = scroll.scrollWidth <= scroll.clientWidth
    }
    scroll.addEventListener('scroll', showHint, { passive: true })
    const observer = new ResizeObserver(showHint)
    for (const each of [scroll, table]) observer.observe(each)
  }

  /** Shows rows; the selected cell stays selected where it still is. */
  show(rows: readonly ShownRow[], columns: readonly UseColumn[], selected: CellName): void {
    const keyOf = ({ row, isOpen }: ShownRow) => `${row.id} ${row.label} ${row.summary} ${isOpen}`
    const isSame = rows.map(keyOf).join('\n') === this.#rows.map(keyOf).join('\n')
    if (columns !== this.#columns) this.#head.replaceChildren(headOf(columns))
    this.#head.parentElement!.toggleAttribute('data-few', columns.length < MANY)
    if (columns !== this.#columns || !isSame) this.#build(rows, columns)
    for (const [r, { row }] of rows.entries()) {
      for (const [c, column] of columns.entries()) paint(this.#rows[r]!.cells[c]!, row, column)
    }
    this.#mark(this.#cell(selected))
  }

  #build(rows: readonly ShownRow[], columns: readonly UseColumn[]): void {
    this.#columns = columns
    const toggled = document.activeElement?.closest('tr')?.dataset.row
    this.#rows = rows.map(({ row, isOpen }) => {
      const cells = columns.map(() => element('td', { role: 'gridcell', tabindex: -1, 'aria-selected': 'false' }))
      return { row, isOpen, head: rowHead(row, isOpen), cells }
    })
    this.#body.replaceChildren(
      ...this.#rows.map(({ row, head, cells }) => element('tr', { role: 'row', 'data-row': row.id }, head, ...cells)),
    )
    if (toggled !== undefined)
      this.#rows
        .find(({ row }) => row.id === toggled)
        ?.head.querySelector('button')
        ?.focus()
  }

  #cell({ crawler, column }: CellName): HTMLTableCellElement | null {
    const row = this.#rows.find((each) => each.row.id === crawler) ?? this.#rows[0]
    const shown = columnNamed(column, this.#columns)
    return row?.cells[shown === null ? 0 : this.#columns.indexOf(shown)] ?? null
  }

  #mark(cell: HTMLTableCellElement | null): void {
    this.#selected?.setAttribute('aria-selected', 'false')
    if (this.#selected !== null) this.#selected.tabIndex = -1
    this.#selected = cell
    if (cell === null) return
    cell.tabIndex = 0
    cell.setAttribute('aria-selected', 'true')
  }

  #onClick(target: Element): void {
    const cell = target.closest('td')
    if (cell !== null) this.#choose(cell)
    else if (target.closest('button') !== null) this.#toggle(target.closest('tr')!.dataset.row!)
  }

  #choose(cell: HTMLTableCellElement): void {
    const [r, c] = this.#positionOf(cell)
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    this.#mark(cell)
    this.#select({ crawler: this.#rows[r]!.row.id, column: this.#columns[c]!.name })
  }

  #onKey(event: KeyboardEvent): void {
    const move = MOVES[event.key]
    const cell = (event.target as Element).closest('td')
    if (move === undefined || cell === null || event.altKey || event.metaKey) return
    const [r, c] = this.#positionOf(cell)
    const [toRow, toColumn] = move(r, c, this.#rows.length - 1, this.#columns.length - 1)
    const next = this.#rows[toRow]?.cells[toColumn]
    event.preventDefault()
    if (next !== undefined) this.#choose(next)
  }

  #positionOf(cell: HTMLTableCellElement): readonly [number, number] {
    const r = this.#rows.findIndex(({ cells }) => cells.includes(cell))
    return [r, this.#rows[r]!.cells.indexOf(cell)]
  }
}

/** A row's heading: a name, or how many crawlers it stands for and what they may do, which opens it. */
function rowHead({ id, label, summary, crawlers }: CrawlerRow, isOpen: boolean | null): HTMLElement {
  const heading = element('th', { scope: 'row', role: 'rowheader', 'data-crawler': id, title: rowTitle(crawlers) })
  if (isOpen === null) heading.append(label)
  else {
    const twisty = element('span', { class: 'twisty', 'aria-hidden': true }, isOpen ? '▾' : '▸')
    const words = element('span', { class: 'summary' }, ` ${summary}`)
    heading.append(element('button', { type: 'button', 'aria-expanded': String(isOpen) }, twisty, `${label}:`, words))
  }
  return heading
}

/** What a category is, and the names of a row that stands for several crawlers. */
function rowTitle(crawlers: CrawlerRow['crawlers']): string | null {
  const { category } = crawlers[0]!
  const names = crawlers.length > 1 ? crawlers.slice(0, MOST_NAMES).map(({ label }) => label) : []
  const more = crawlers.length > MOST_NAMES ? ', …' : ''
  const parts = [category === null ? '' : CATEGORY_SENTENCES[category], names.join(', ') + more]
  return parts.filter((part) => part !== '').join('\n') || null
}

/** A cell is drawn again only when its content has changed. */
function paint(cell: HTMLTableCellElement, row: CrawlerRow, column: UseColumn): void {
  const { standing, was, ruling } = row.cells.find(({ usage }) => usage === column.usage)!
  const own = standingRow(standing)
  const before = was === null ? null : standingRow(was.standing)
  const words = before === null ? own.label : `${own.label}, was ${before === own ? 'on other terms' : before.label}`
  const terms = restrictionsInWords(ruling.restrictions)
  const isIts = isAbout(column, row)
  const alone = terms === '' ? (own.title ?? own.label) : `permitted, ${terms}`
  const says = before === null ? alone : words
  const title = `${row.label}, ${column.name}: ${isIts ? says : 'not what this crawler is known to do'}`
  if (cell.title === title) return
  cell.toggleAttribute('data-changed', isIts && before !== null)
  cell.title = title
  if (isIts) cell.dataset.standing = standing
  else delete cell.dataset.standing
  const arrow = before === null ? [] : [icon(before.icon), icon('was')]
  const drawing = isIts ? [...arrow, icon(own.icon)] : []
  cell.replaceChildren(...drawing, element('span', { class: 'visually-hidden' }, isIts ? words : 'does not apply'))
}

function headOf(columns: readonly UseColumn[]): HTMLElement {
  const corner = element('th', { role: 'columnheader', scope: 'col', class: 'corner' }, 'Crawler')
  const heads = columns.map(({ name, sentence }) =>
    element('th', { role: 'columnheader', scope: 'col', title: sentence }, element('span', { class: 'usage' }, name)),
  )
  return element('tr', { role: 'row' }, corner, ...heads)
}
