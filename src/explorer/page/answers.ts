/**
 * Two policies, the question in the form and the cell in the table → the answers, and why the cell has its own.
 */
import type { WrittenPlace } from '../../analysis/author-terms.ts'
import { placeNotes } from '../../enforce/place-of.ts'
import { timeText } from '../../grammar/calendar.ts'
import { accountOf } from '../account.ts'
import type { ShownChange } from '../changes.ts'
import { withLocalTimes } from '../local-times.ts'
import { type EditedPolicy, explainedAs, membersOf, rowsOf } from '../rows.ts'
import { type CellName, type CellQuestion, readQuestion, suggestions, type WhatIf } from '../what-if.ts'
import { columnNamed, columnsWith, count } from '../words.ts'
import { DecisionTable, type ShownRow } from './decision-table.ts'
import { byId, element, prose } from './element.ts'
import { showLegend, showVerdict, showWay, showWords } from './explanation.ts'
import { showServed } from './policy-views.ts'

const MOST_ROWS = 150

interface AnswerActions {
  /** These fields decided; `isChosen` where the author has just chosen the cell. */
  readonly explained: (deciding: readonly WrittenPlace[], isChosen: boolean) => void
  readonly go: (place: WrittenPlace) => void
}

export class Answers {
  readonly #actions: AnswerActions
  readonly #url = byId<HTMLInputElement>('url')
  readonly #agent = byId<HTMLInputElement>('agent')
  readonly #at = byId<HTMLInputElement>('at')
  readonly #names = byId<HTMLInputElement>('names')
  readonly #all = byId<HTMLInputElement>('all-uses')
  readonly #table = new DecisionTable(
    (cell) => this.#selected(cell),
    (row) => this.#toggled(row),
  )
  readonly #open = new Set<string>()
  #policies!: EditedPolicy
  /** The policies at the time of the question. */
  #then!: EditedPolicy
  #question!: CellQuestion
  #cell: CellName = { crawler: 'what-if', column: 'fetch' }
  #rows: readonly ShownRow[] = []
  #columns = columnsWith('fetch', false)

  constructor(actions: AnswerActions) {
    this.#actions = actions
    showWords()
    byId('what-if').addEventListener('submit', (event) => event.preventDefault())
    for (const input of [byId('what-if'), this.#names, this.#all])
      input.addEventListener('input', () => this.#answer(false))
  }

  get cell(): CellName {
    return this.#cell
  }

  get whatIf(): WhatIf {
    return { url: this.#url.value, userAgent: this.#agent.value, at: this.#at.value }
  }

  show(policies: EditedPolicy): void {
    this.#policies = policies
    this.#answer(false)
  }

  /** Answers another question; another cell, where there is one. The form offers what the author's own cases ask about. */
  ask(policies: EditedPolicy, { url, userAgent, at }: WhatIf, cell: CellName | null): void {
    this.#policies = policies
    this.#cell = cell ?? this.#cell
    this.#url.value = url
    this.#agent.value = userAgent
    this.#at.value = at
    this.#names.value = ''
    const { urls, agents } = suggestions(policies.now)
    byId('urls').replaceChildren(...urls.map((value) => element('option', { value })))
    byId('agents').replaceChildren(...agents.map((value) => element('option', { value })))
    this.#answer(cell !== null)
  }

  /** Asks what shows a change. */
  askChange(policies: EditedPolicy, { path, crawler, usage }: ShownChange): void {
    const { userAgent, at } = this.whatIf
    const isAny = crawler === '*'
    const question = { url: path, userAgent: isAny ? userAgent : crawler, at }
    this.ask(policies, question, { crawler: isAny ? 'any' : 'what-if', column: usage })
  }

  #answer(isChosen: boolean): void {
    const { whatIf } = this
    this.#question = readQuestion(whatIf, this.#policies.now.program.config, Date.now())
    const then = this.#question.now
    this.#then = { now: this.#policies.now.at(then), was: this.#policies.was?.at(then) ?? null }
    const { now } = this.#then
    byId('shown-page').textContent = whatIf.url || '/'
    const clock = timeText(then)
    const isElsewhere = whatIf.at !== '' && withLocalTimes(clock) !== clock
    const notes = [...placeNotes(whatIf.url, this.#question, now.program.config), ...(isElsewhere ? [clock] : [])]
    byId('url-notes').replaceChildren(...notes.map((note) => element('p', { class: 'note' }, prose(note))))
    this.#rows = this.#shownRows(whatIf)
    this.#columns = columnsWith(this.#cell.column, this.#all.checked)
    this.#table.show(this.#rows, this.#columns, this.#cell)
    showLegend(this.#rows)
    showServed(now, this.#question.target)
    this.#explain(isChosen)
  }

  #shownRows({ userAgent }: WhatIf): readonly ShownRow[] {
    const wanted = this.#names.value.trim()
    const rows = rowsOf(this.#then, userAgent, this.#question, wanted)
    const shown = rows.flatMap((row): readonly ShownRow[] => {
      if (row.summary === null) return [{ row, isOpen: null }]
      const isOpen = this.#open.has(row.id)
      const members = isOpen ? membersOf(this.#then, row, this.#question) : []
      return [{ row, isOpen }, ...members.map((member) => ({ row: member, isOpen: null }))]
    })
    const left = shown.length - MOST_ROWS
    const hasNamed = rows.some(({ crawlers: [first] }) => first!.isName)
    const none = hasNamed ? '' : `No known crawler has “${wanted}” in its name: it is any other.`
    byId('left-out').textContent = left > 0 ? `${count(left, 'row')} more: filter by name` : none
    return shown.slice(0, MOST_ROWS)
  }

  #toggled(row: string): void {
    if (!this.#open.delete(row)) this.#open.add(row)
    this.#answer(false)
  }

  #selected(cell: CellName): void {
    this.#cell = cell
    this.#explain(true)
  }

  #explain(isChosen: boolean): void {
    const { crawler, column } = this.#cell
    const { row } = this.#rows.find((each) => each.row.id === crawler) ?? this.#rows[0]!
    const shown = columnNamed(column, this.#columns) ?? this.#columns[0]!
    const cell = row.cells.find((each) => each.usage === shown.usage)!
    const account = accountOf(this.#then.now, cell, this.#question)
    showVerdict(`${explainedAs(row)}: ${shown.sentence}`, cell, account)
    showWay(account, this.#actions.go)
    this.#actions.explained(account.deciding, isChosen)
  }
}
