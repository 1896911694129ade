/**
 * Two policies, the question in the form and the cell in the table → the answers, and why the cell has its own.
 */

import type { WrittenPlace } from '../../analysis/written-place.ts'
import { placeNotes } from '../../enforce/place-of.ts'
import { timeText } from '../../grammar/calendar.ts'
import { accountOf } from '../account.ts'
import type { Address } from '../address.ts'
import type { ShownChange } from '../changes.ts'
import { columnNamed, columnsWith } from '../columns.ts'
import { withLocalTimes } from '../local-times.ts'
import { type EditedPolicy, explainedAs, membersOf, rowsOf } from '../rows.ts'
import { type CellQuestion, readQuestion, suggestions, type WhatIf } from '../what-if.ts'
import { type CellName, DecisionTable, type ShownRow } from './decision-table.ts'
import { byId } from './element.ts'
import { showVerdict, showWay } from './explanation.ts'
import { showLegend, showWords } from './legend.ts'
import { showNotice, showServed } from './served-views.ts'
import { WhatIfForm } from './what-if-form.ts'

const FIRST_CELL: CellName = { crawler: 'what-if', column: 'fetch' }

/** What follows from an answer elsewhere on the page. */
interface AnswerActions {
  /** These fields decided; `isChosen` where the author has just chosen the cell. */
  readonly explained: (deciding: readonly WrittenPlace[], isChosen: boolean) => void
  readonly go: (place: WrittenPlace) => void
}

export class Answers {
  readonly #actions: AnswerActions
  readonly #form = new WhatIfForm(() => this.#answer(false))
  readonly #table = new DecisionTable(
    byId<HTMLTableElement>('decisions'),
    byId('more-columns'),
    (cell) => this.#selected(cell),
    (row) => this.#toggled(row),
  )
  /** The folded rows that are open. */
  readonly #open = new Set<string>()
  #policies!: EditedPolicy
  /** The policies at the time of the question. */
  #then!: EditedPolicy
  #question!: CellQuestion
  #cell = FIRST_CELL
  #rows: readonly ShownRow[] = []
  #columns = columnsWith('fetch', false)

  constructor(actions: AnswerActions) {
    this.#actions = actions
    showWords(byId('words'))
  }

  /** What the address of the page carries. */
  get address(): Pick<Address, 'cell'> & { readonly whatIf: WhatIf } {
    return { whatIf: this.#form.read(), cell: this.#cell }
  }

  /** Answers by other policies. */
  show(policies: EditedPolicy): void {
    this.#policies = policies
    this.#answer(false)
  }

  /** Answers another question; another cell, where there is one. */
  ask(policies: EditedPolicy, question: WhatIf, cell: CellName | null): void {
    this.#policies = policies
    this.#cell = cell ?? this.#cell
    this.#form.fill(question, suggestions(policies.now))
    this.#answer(cell !== null)
  }

  /** Asks what shows a change. */
  askChange(policies: EditedPolicy, { path, crawler, usage }: ShownChange): void {
    const { userAgent, at } = this.#form.read()
    const isAny = crawler === '*'
    const question = { url: path, userAgent: isAny ? userAgent : crawler, at }
    this.ask(policies, question, { crawler: isAny ? 'any' : 'what-if', column: usage })
  }

  #answer(isChosen: boolean): void {
    const whatIf = this.#form.read()
    this.#question = readQuestion(whatIf, this.#policies.now.program.config, Date.now())
    const then = this.#question.now
    this.#then = { now: this.#policies.now.at(then), was: this.#policies.was?.at(then) ?? null }
    const { now } = this.#then
    byId('shown-page').textContent = whatIf.url || '/'
    const clock = timeText(then)
    const isElsewhere = whatIf.at !== '' && withLocalTimes(clock) !== clock
    const notes = placeNotes(whatIf.url, this.#question, now.program.config)
    this.#form.remark(isElsewhere ? [...notes, clock] : notes)
    const rows = rowsOf(this.#then, whatIf.userAgent, this.#question, this.#form.wanted)
    const shown = rows.flatMap((row): readonly ShownRow[] => {
      if (row.summary === null) return [{ row, isOpen: null }]
      const isOpen = this.#open.has(row.id)
      const members = isOpen ? membersOf(this.#then, row, this.#question) : []
      return [{ row, isOpen }, ...members.map((member) => ({ row: member, isOpen: null }))]
    })
    this.#rows = this.#form.firstOf(
      shown,
      rows.some(({ crawlers: [first] }) => first!.isName),
    )
    this.#columns = columnsWith(this.#cell.column, this.#form.wantsAll)
    this.#table.show(this.#rows, this.#columns, this.#cell)
    showLegend(byId('legend'), this.#rows)
    showNotice(byId('notice'), now, this.#question.target)
    showServed(byId('served'), now)
    this.#explain(isChosen)
  }

  #toggled(row: string): void {
    if (!this.#open.delete(row)) this.#open.add(row)
    this.#answer(false)
  }

  #selected(cell: CellName): void {
    this.#cell = cell
    this.#explain(true)
  }

  /** The cell → why. */
  #explain(isChosen: boolean): void {
    const { crawler, column } = this.#cell
    const { row } = this.#rows.find((each) => each.row.id === crawler) ?? this.#rows[0]!
    const shown = columnNamed(column, this.#columns) ?? this.#columns[0]!
    const cell = row.cells.find((each) => each.usage === shown.usage)!
    const account = accountOf(this.#then.now, cell, this.#question)
    showVerdict(byId('verdict'), `${explainedAs(row)}: ${shown.sentence}`, cell, account)
    showWay(byId('way'), account, this.#actions.go)
    this.#actions.explained(account.deciding, isChosen)
  }
}
