/**
 * The view Ask: the form with the question, the table of answers, and the explanation of the
 * selected cell.
 */
import { render } from 'preact'
import type { WrittenPlace } from '../../author/explain/author-terms.ts'
import { HOUR } from '../../logs/report/counting.ts'
import type { ShownChange } from '../changes.ts'
import type { Desk, Drafts } from '../desk.ts'
import type { CellName, WhatIf } from '../what-if.ts'
import { columnNamed, columnsWith } from '../words.ts'
import type { Answer } from './background.ts'
import { DecisionTable, type ShownRow } from './decision-table.ts'
import { byId, drawInSight, isInSight, onClick, say } from './element.ts'
import { showLegend, showVerdict, showWay, showWords } from './explanation.ts'
import { html, listingOf, proseLines } from './html.ts'
import { showNotice } from './policy-views.ts'
import { reader } from './workers.ts'

interface AnswerActions {
  /** The open policy, and that on disk where the author has changed something. */
  readonly policies: () => Drafts
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
    (cell) => {
      this.#cell = cell
      void this.#explain(true)
    },
    (row) => {
      if (!this.#open.delete(row)) this.#open.add(row)
      this.show()
    },
  )
  readonly #open = new Set<string>()
  #isSigned = false
  #asked: Parameters<Desk['headers']>[0] | null = null
  #cell: CellName = { crawler: 'what-if', column: 'fetch' }
  #rows: readonly ShownRow[] = []
  #columns = columnsWith('fetch', false)

  constructor(actions: AnswerActions) {
    this.#actions = actions
    showWords()
    byId('what-if').addEventListener('submit', (event) => {
      event.preventDefault()
      this.show()
    })
    onClick('at-night', () => {
      this.#at.value = nextNight(Date.now())
      this.show()
    })
    onClick('signed', () => {
      this.#isSigned = !this.#isSigned
      this.show()
    })
    for (const input of [byId('what-if'), this.#names, this.#all])
      input.addEventListener('input', () => this.show())
  }

  get cell(): CellName {
    return this.#cell
  }

  get whatIf(): WhatIf {
    const isSigned = this.#isSigned
    return { url: this.#url.value, userAgent: this.#agent.value, at: this.#at.value, isSigned }
  }

  /** Answers the same question about other files. */
  show(): void {
    void this.#answer(false)
  }

  /** The form offers what the author's own cases ask about. */
  offer({ urls, agents }: Answer<'read'>['suggestions']): void {
    const option = (value: string) => html`<option value=${value} />`
    render(urls.map(option), byId('urls'))
    render(agents.map(option), byId('agents'))
  }

  /** Answers another question; another cell, where there is one. */
  ask({ url, userAgent, at, isSigned = false }: WhatIf, cell: CellName | null): void {
    this.#isSigned = isSigned
    this.#cell = cell ?? this.#cell
    this.#url.value = url
    this.#agent.value = userAgent
    this.#at.value = at
    this.#names.value = ''
    void this.#answer(cell !== null)
  }

  /** Asks the question whose answer has changed. */
  askChange({ path, crawler, usage }: ShownChange): void {
    const { userAgent, at } = this.whatIf
    const isAny = crawler === '*'
    const question = { url: path, userAgent: isAny ? userAgent : crawler, at }
    this.ask(question, { crawler: isAny ? 'any' : 'what-if', column: usage })
  }

  async #answer(isChosen: boolean): Promise<void> {
    const { whatIf } = this
    const wanted = this.#names.value.trim()
    const asked = { ...this.#actions.policies(), whatIf, wanted, open: this.#open }
    const table = await reader.ask('table', asked)
    if (table === null) return
    const { rows, notes, leftOut, notice } = table
    say('shown-page', whatIf.url || '/')
    byId('signed').ariaPressed = String(this.#isSigned)
    render(proseLines(notes, 'note'), byId('url-notes'))
    say('left-out', leftOut)
    this.#rows = rows
    this.#columns = columnsWith(this.#cell.column, this.#all.checked)
    drawInSight('decisions', () => {
      this.#table.show(rows, this.#columns, this.#cell)
      showLegend(rows)
    })
    showNotice(notice)
    await this.#explain(isChosen)
  }

  /**
   * Shows the headers that the edge would send. The edge is loaded for this, so only while the view
   * is open.
   */
  async showHeaders(): Promise<void> {
    if (this.#asked === null || !isInSight('headers')) return
    const lines = await reader.ask('headers', this.#asked)
    if (lines !== null) render(listingOf('Headers', lines.join('\n')), byId('headers'))
  }

  async #explain(isChosen: boolean): Promise<void> {
    const { crawler, column } = this.#cell
    const row = this.#rows.find(({ id }) => id === crawler) ?? this.#rows[0]!
    const { usage, sentence } = columnNamed(column, this.#columns) ?? this.#columns[0]!
    const asked = {
      ...this.#actions.policies(),
      whatIf: this.whatIf,
      crawler: row.crawlers[0]!,
      usage,
    }
    const answer = await reader.ask('explain', asked)
    if (answer === null) return
    showVerdict(`${explainedAs(row)}: ${sentence}`, answer)
    showWay(answer.account, this.#actions.go)
    this.#asked = asked
    void this.showHeaders()
    this.#actions.explained(answer.account.deciding, isChosen)
  }
}

/**
 * The next 02:00 in UTC, as the field for a moment writes it: many crawlers may come at night
 * alone.
 */
function nextNight(now: number): string {
  const tomorrow = new Date(now + 22 * HOUR)
  return `${tomorrow.toISOString().slice(0, 'YYYY-MM-DD'.length)}T02:00`
}

/** What a row is called where its answer is explained, which is that of its first crawler. */
function explainedAs({ label, summary, crawlers }: ShownRow): string {
  return summary === null ? label : `${label}, for example ${crawlers[0]!.label}`
}
