/**
 * The table of crawlers by uses on the view Ask. Only one cell is reached by the Tab key; arrow
 * keys move from it, and the cell that they reach is the one that is explained (WAI-ARIA's grid
 * pattern).
 */
import { type ComponentChild, render } from 'preact'
import type { CrawlerRow } from '../rows.ts'
import type { CellName } from '../what-if.ts'
import { CATEGORY_SENTENCES, columnNamed, isAbout, STANDINGS, type UseColumn } from '../words.ts'
import { byId } from './element.ts'
import { drawing, html } from './html.ts'

/**
 * A row to show; `isOpen` where it is folded and its crawlers follow, null where it holds a single
 * crawler.
 */
export interface ShownRow extends CrawlerRow {
  readonly isOpen: boolean | null
}

/** With so many columns, their names are written vertically. */
const MANY = 10

const MOST_NAMES = 20

/**
 * Where a key leads, from row `r` and column `c`, in a grid that ends at `lastRow` and
 * `lastColumn`.
 */
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
  readonly #select: (cell: CellName) => void
  readonly #toggle: (row: string) => void
  #rows: readonly ShownRow[] = []
  #columns: readonly UseColumn[] = []
  /**
   * The drawn rows, by their data as JSON. Preact passes over a row that is the same object as
   * before.
   */
  #drawn: ReadonlyMap<string, ComponentChild> = new Map()
  #selected: HTMLTableCellElement | null = null

  constructor(select: (cell: CellName) => void, toggle: (row: string) => void) {
    this.#select = select
    this.#toggle = toggle
    const table = this.#table
    table.role = 'grid'
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
    this.#rows = rows
    this.#columns = columns
    this.#table.toggleAttribute('data-few', columns.length < MANY)
    const lines = rows.map((row) => {
      const key = JSON.stringify([row, columns.length])
      return [key, this.#drawn.get(key) ?? lineOf(row, columns)] as const
    })
    this.#drawn = new Map(lines)
    render([headOf(columns), html`<tbody>${lines.map(([, line]) => line)}</tbody>`], this.#table)
    const r = rows.findIndex(({ id }) => id === crawler)
    const c = columns.indexOf(columnNamed(column, columns)!)
    this.#mark(this.#cellAt(Math.max(0, r), Math.max(0, c)))
  }

  #cellAt(row: number, column: number): HTMLTableCellElement | null {
    return this.#table.tBodies[0]?.rows[row]?.cells[column + 1] ?? null
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

function lineOf(row: ShownRow, columns: readonly UseColumn[]): ComponentChild {
  return html`<tr role="row" data-row=${row.id} key=${row.id}>
    <th scope="row" role="rowheader" data-crawler=${row.id}
      title=${rowTitle(row.crawlers)}>${headingOf(row)}</th>
    ${columns.map((column) => cellOf(row, column))}
  </tr>`
}

/** The name of the crawler; in a row of several, a button with their number, which shows them. */
function headingOf({ label, summary, isOpen }: ShownRow): ComponentChild {
  if (isOpen === null) return label
  return html`<button type="button" aria-expanded=${String(isOpen)}>
    <span class="twisty" aria-hidden="true">${isOpen ? '▾' : '▸'}</span>${label}:<span class="summary"> ${summary}</span>
  </button>`
}

/** What a category is, and the names of a row that stands for several crawlers. */
function rowTitle(crawlers: CrawlerRow['crawlers']): string | undefined {
  const { category } = crawlers[0]!
  const names = crawlers.length > 1 ? crawlers.slice(0, MOST_NAMES).map(({ label }) => label) : []
  const more = crawlers.length > MOST_NAMES ? ', …' : ''
  const parts = [category === null ? '' : CATEGORY_SENTENCES[category], names.join(', ') + more]
  return parts.filter((part) => part !== '').join('\n') || undefined
}

/**
 * Which cell is selected is marked in the element itself: a row that is drawn again keeps the mark.
 */
function cellOf(row: CrawlerRow, column: UseColumn): ComponentChild {
  const { standing, was, terms } = row.cells.find(({ usage }) => usage === column.usage)!
  const isIts = isAbout(column, row)
  const { label, icon, title } = STANDINGS[standing]
  const alone = terms === '' ? (title ?? label) : `permitted, ${terms}`
  const before = was === null ? null : STANDINGS[was]
  const change = before && `${label}, was ${was === standing ? 'on other terms' : before.label}`
  const says = isIts ? (change ?? alone) : 'not what this crawler is known to do'
  const arrow = before && [drawing(before.icon), drawing('was')]
  return html`<td role="gridcell" tabindex="-1" aria-selected="false"
    title=${`${row.label}, ${column.name}: ${says}`}
    data-changed=${isIts && before ? '' : undefined} data-standing=${isIts ? standing : undefined}
  >${isIts ? [arrow, drawing(icon)] : null}<span class="visually-hidden">${isIts ? (change ?? label) : 'does not apply'}</span></td>`
}

function headOf(columns: readonly UseColumn[]): ComponentChild {
  const heads = columns.map(
    ({ name, sentence }) =>
      html`<th role="columnheader" scope="col"
        title=${sentence}><span class="usage">${name}</span></th>`,
  )
  return html`<thead><tr role="row">
    <th role="columnheader" scope="col" class="corner">Crawler</th>${heads}
  </tr></thead>`
}
