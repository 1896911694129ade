/**
 * Answers → the grid of crawlers by what they do. One cell is in the order of focus; arrow keys go on from it, and the cell they
 * reach is the one that is explained (WAI-ARIA's grid pattern).
 */
import type { CrawlerRow } from '../rows.ts'
import type { CellName } from '../what-if.ts'
import { CATEGORY_SENTENCES, columnNamed, isAbout, STANDINGS, type UseColumn } from '../words.ts'
import { byId, element, icon } from './element.ts'

/** A row to show; `isOpen` where it is folded and its crawlers follow, null where it holds a single crawler. */
export interface ShownRow extends CrawlerRow {
  readonly isOpen: boolean | null
}

/** So many columns have room for their names from the bottom to the top alone. */
const MANY = 10

const MOST_NAMES = 20

/** Where a key leads, from row `r` and column `c`, in a grid that ends at `lastRow` and `lastColumn`. */
const MOVES: Readonly<
  Record<string, (r: number, c: number, lastRow: number, lastColumn: number) => [number, number]>
> = {
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
  readonly #table = byId<HTMLTableElement>('decisions')
  readonly #head = element('thead')
  readonly #body = element('tbody')
  readonly #select: (cell: CellName) => void
  readonly #toggle: (row: string) => void
  #rows: readonly ShownRow[] = []
  #columns: readonly UseColumn[] = []
  #selected: HTMLTableCellElement | null = null

  constructor(select: (cell: CellName) => void, toggle: (row: string) => void) {
    this.#select = select
    this.#toggle = toggle
    const table = this.#table
    table.setAttribute('role', 'grid')
    table.append(this.#head, this.#body)
    table.addEventListener('keydown', (event) => this.#onKey(event))
    table.addEventListener('click', (event) => this.#onClick(event.target as Element))
    const scroll = table.parentElement!
    // A hint is shown while there are columns beyond the right edge.
    const showHint = () => {
      const isMore = scroll.scrollLeft + scroll.clientWidth < scroll.scrollWidth - 1
      scroll.parentElement!.toggleAttribute('data-more', isMore)
      byId('more-columns').hidden = scroll.scrollWidth <= scroll.clientWidth
    }
    scroll.addEventListener('scroll', showHint, { passive: true })
    const observer = new ResizeObserver(showHint)
    for (const each of [scroll, table]) observer.observe(each)
  }

  /** Shows rows; the selected cell stays selected where it still is. */
  show(
    rows: readonly ShownRow[],
    columns: readonly UseColumn[],
    { crawler, column }: CellName,
  ): void {
    const keyOf = ({ id, label, summary, isOpen }: ShownRow) =>
      `${id} ${label} ${summary} ${isOpen}`
    const isSame = rows.map(keyOf).join('\n') === this.#rows.map(keyOf).join('\n')
    if (columns !== this.#columns) this.#head.replaceChildren(headOf(columns))
    if (columns !== this.#columns || !isSame) this.#build(rows, columns)
    this.#rows = rows
    this.#columns = columns
    this.#table.toggleAttribute('data-few', columns.length < MANY)
    for (const [r, row] of rows.entries()) {
      for (const [c, column] of columns.entries()) paint(this.#cellAt(r, c)!, row, column)
    }
    const [r, c] = [
      rows.findIndex(({ id }) => id === crawler),
      columns.indexOf(columnNamed(column, columns)!),
    ]
    this.#mark(this.#cellAt(Math.max(0, r), Math.max(0, c)))
  }

  #build(rows: readonly ShownRow[], columns: readonly UseColumn[]): void {
    const toggled = document.activeElement?.closest('tr')?.dataset.row
    const drawn = rows.map((row) => {
      const cells = columns.map(() =>
        element('td', { role: 'gridcell', tabindex: -1, 'aria-selected': 'false' }),
      )
      return element('tr', { role: 'row', 'data-row': row.id }, rowHead(row), cells)
    })
    this.#body.replaceChildren(...drawn)
    const again =
      toggled === undefined ? undefined : drawn.find(({ dataset }) => dataset.row === toggled)
    again?.querySelector('button')?.focus()
  }

  #cellAt(row: number, column: number): HTMLTableCellElement | null {
    return this.#body.rows[row]?.cells[column + 1] ?? null
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
    if (cell !== null) this.#choose(...positionOf(cell))
    else if (target.closest('button') !== null) this.#toggle(target.closest('tr')!.dataset.row!)
  }

  #choose(row: number, column: number): void {
    const cell = this.#cellAt(row, column)
    if (row < 0 || column < 0 || cell === null) return
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    this.#mark(cell)
    this.#select({ crawler: this.#rows[row]!.id, column: this.#columns[column]!.name })
  }

  #onKey(event: KeyboardEvent): void {
    const move = MOVES[event.key]
    const cell = (event.target as Element).closest('td')
    if (move === undefined || cell === null || event.altKey || event.metaKey) return
    event.preventDefault()
    this.#choose(...move(...positionOf(cell), this.#rows.length - 1, this.#columns.length - 1))
  }
}

function positionOf(cell: HTMLTableCellElement): [row: number, column: number] {
  return [(cell.parentElement as HTMLTableRowElement).sectionRowIndex, cell.cellIndex - 1]
}

/** A row's heading: a name, or how many crawlers it stands for and what they may do, which opens it. */
function rowHead({ id, label, summary, crawlers, isOpen }: ShownRow): HTMLElement {
  const heading = element('th', {
    scope: 'row',
    role: 'rowheader',
    'data-crawler': id,
    title: rowTitle(crawlers),
  })
  if (isOpen === null) heading.append(label)
  else {
    const twisty = element('span', { class: 'twisty', 'aria-hidden': true }, isOpen ? '▾' : '▸')
    const words = element('span', { class: 'summary' }, ` ${summary}`)
    heading.append(
      element(
        'button',
        { type: 'button', 'aria-expanded': String(isOpen) },
        twisty,
        `${label}:`,
        words,
      ),
    )
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
  const { standing, was, terms } = row.cells.find(({ usage }) => usage === column.usage)!
  const own = STANDINGS[standing]
  const before = was === null ? null : STANDINGS[was]
  const words =
    before === null
      ? own.label
      : `${own.label}, was ${before === own ? 'on other terms' : before.label}`
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
  cell.replaceChildren(
    ...drawing,
    element('span', { class: 'visually-hidden' }, isIts ? words : 'does not apply'),
  )
}

function headOf(columns: readonly UseColumn[]): HTMLElement {
  const corner = element('th', { role: 'columnheader', scope: 'col', class: 'corner' }, 'Crawler')
  const heads = columns.map(({ name, sentence: title }) => {
    return element(
      'th',
      { role: 'columnheader', scope: 'col', title },
      element('span', { class: 'usage' }, name),
    )
  })
  return element('tr', { role: 'row' }, corner, heads)
}
