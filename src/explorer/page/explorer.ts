/**
 * The explorer: the files in the editor, the question in the form and the cell in the table → everything else on the page.
 * A change runs the stages behind it: read → ask → explain.
 */
import type { Registry } from '../../bundle/program.ts'
import { placeNotes } from '../../enforce/place-notes.ts'
import type { Finding } from '../../language/findings/diagnostic.ts'
import { summarise } from '../../language/findings/render.ts'
import { accountOf } from '../account.ts'
import { type Address, writeAddress } from '../address.ts'
import { decorationsOf } from '../decorations.ts'
import { type Draft, type Meaning, readDraft } from '../draft.ts'
import { Drafts } from '../drafts.ts'
import { type FailingCase, runAuthorsCases } from '../failing-cases.ts'
import { fixesOf, withLine } from '../fixes.ts'
import type { Place } from '../place.ts'
import { explainedAs, membersOf, rowsOf } from '../rows.ts'
import { firstQuestion, type Question, readQuestion, suggestions, type WhatIf } from '../what-if.ts'
import { showCases } from './cases-list.ts'
import { type CellName, DecisionTable, type ShownRow, showLegend } from './decision-table.ts'
import { Editor } from './editor.ts'
import { byId, element } from './element.ts'
import { showVerdict, showWay } from './explanation.ts'
import { copyText, downloadText, offerDownload } from './file-actions.ts'
import { FileTabs } from './file-tabs.ts'
import { showFindings } from './findings-list.ts'
import { showNotice, showServed } from './served-views.ts'
import { WhatIfForm } from './what-if-form.ts'

/** The pause after a keystroke before the policy is read, in milliseconds; long texts wait longer. */
const PAUSE = 60
const FIRST_CELL: CellName = { crawler: 'what-if', usage: 'crawl' }

export class Explorer {
  readonly #drafts: Drafts
  readonly #registry: Registry
  readonly #editor = new Editor(byId('editor'), byId<HTMLTextAreaElement>('text'), (text) => this.#edited(text))
  readonly #tabs = new FileTabs(byId('files'), (file) => this.#openFile(file))
  readonly #table = new DecisionTable(
    byId<HTMLTableElement>('decisions'),
    (cell) => this.#selected(cell),
    (row) => this.#toggled(row),
  )
  readonly #form = new WhatIfForm(() => this.#ask())
  readonly #sites = byId<HTMLSelectElement>('site')
  #site = 0
  #file = 'robots.txt'
  #cell = FIRST_CELL
  #meaning!: Meaning
  #question!: Question
  #rows: readonly ShownRow[] = []
  /** The folded rows that are open. */
  readonly #open = new Set<string>()
  #deciding: readonly Place[] = []
  #timer = 0
  #pause = PAUSE

  constructor(drafts: readonly Draft[], registry: Registry) {
    this.#drafts = new Drafts(drafts)
    this.#registry = registry
    this.#sites.append(...drafts.map(({ site }, i) => siteOption(site, i)))
    this.#sites.addEventListener('change', () => this.#openSite(Number(this.#sites.value), null))
    byId('revert').addEventListener('click', () => this.#revert())
    byId('copy').addEventListener('click', () => copyText(byId('copy'), this.#openText))
    byId('download').addEventListener('click', () => downloadText(this.#draft.site, this.#file, this.#openText))
    byId('take-disk').addEventListener('click', () => this.#revert())
    addEventListener('beforeunload', (event) => {
      if (this.#drafts.isAnyChanged) event.preventDefault()
    })
  }

  /** Opens the page at an address. */
  open({ site, whatIf, cell }: Address): void {
    const at = site === null ? 0 : this.#drafts.sites.indexOf(site)
    this.#cell = cell ?? FIRST_CELL
    this.#openSite(Math.max(0, at), whatIf)
    if (cell !== null) this.#showDeciding()
  }

  /** Takes over what has changed on disk; the page says so where it keeps the author's changes. */
  update(fromDisk: readonly Draft[]): void {
    this.#editor.settle()
    for (const { index, kind } of this.#drafts.update(fromDisk)) {
      if (kind === 'added') this.#sites.append(siteOption(this.#drafts.at(index).site, index))
      else if (index === this.#site) this.#onDiskChange(kind === 'kept')
    }
  }

  #onDiskChange(keepsDraft: boolean): void {
    byId('disk').hidden = !keepsDraft
    if (keepsDraft) return
    this.#read()
    this.#openFile(this.#draft.files.has(this.#file) ? this.#file : 'robots.txt')
  }

  get #draft(): Draft {
    return this.#drafts.at(this.#site)
  }

  #openSite(site: number, whatIf: WhatIf | null): void {
    this.#editor.settle()
    this.#site = site
    this.#sites.value = String(site)
    byId('disk').hidden = true
    const meaning = readDraft(this.#draft, this.#registry, Date.now())
    this.#form.fill(whatIf ?? firstQuestion(meaning), suggestions(meaning))
    this.#show(meaning)
    this.#openFile('robots.txt')
  }

  #openFile(file: string): void {
    this.#editor.settle()
    this.#file = file
    this.#editor.open(file, this.#draft.files.get(file) ?? '')
    byId('text').setAttribute('aria-label', `${file}, as you write it`)
    this.#decorate()
  }

  #edited(text: string): void {
    const files = new Map(this.#draft.files).set(this.#file, text)
    this.#drafts.edit(this.#site, { ...this.#draft, files })
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#read(), this.#pause)
  }

  #revert(): void {
    this.#editor.settle()
    this.#drafts.revert(this.#site)
    byId('disk').hidden = true
    this.#read()
    this.#openFile(this.#file)
  }

  get #openText(): string {
    this.#editor.settle()
    return this.#draft.files.get(this.#file) ?? ''
  }

  #apply({ source, line }: Finding, text: string | null): void {
    this.#editor.settle()
    this.#drafts.edit(this.#site, withLine(this.#draft, source, line, text))
    this.#read()
    this.#openFile(source)
  }

  /** The text → its meaning. */
  #read(): void {
    const started = performance.now()
    this.#show(readDraft(this.#draft, this.#registry, Date.now()))
    this.#pause = Math.max(PAUSE, performance.now() - started)
  }

  /** The meaning → findings, what is served, and the answers. */
  #show(meaning: Meaning): void {
    this.#meaning = meaning
    const { findings } = meaning
    const summary = summarise(findings)
    if (byId('summary').textContent !== summary) byId('summary').textContent = summary
    byId('broken').hidden = !findings.some(({ severity }) => severity === 'error')
    byId('revert').hidden = !this.#drafts.isChanged(this.#site)
    offerDownload(this.#drafts.isChanged(this.#site), this.#draft.site)
    const fixes = fixesOf(meaning, Date.now())
    showFindings(byId('findings'), findings, {
      go: ({ source, line, column, length }) => {
        this.#openFile(source)
        this.#editor.go(line, column, length)
      },
      fixOf: (each) => fixes.get(each),
      apply: (each, line) => this.#apply(each, line),
    })
    showCases(runAuthorsCases(meaning, Date.now()), (failing) => this.#askCase(failing))
    showServed(byId('served'), this.#meaning)
    this.#ask()
  }

  #askCase({ question, usage }: FailingCase): void {
    this.#form.fill(question, suggestions(this.#meaning))
    this.#cell = { crawler: 'what-if', usage }
    this.#ask()
    this.#showDeciding()
  }

  /** The meaning and the question → the answers. */
  #ask(): void {
    const { program } = this.#meaning
    const whatIf = this.#form.read()
    this.#question = readQuestion(whatIf, program.config, Date.now())
    this.#form.remark(placeNotes(whatIf.url, this.#question, program.config))
    const rows = rowsOf(this.#meaning, whatIf.userAgent, this.#question, this.#form.wanted)
    const shown = rows.flatMap((row): readonly ShownRow[] => {
      if (row.summary === null) return [{ row, isOpen: null }]
      const isOpen = this.#open.has(row.id)
      const members = isOpen ? membersOf(this.#meaning, row, this.#question) : []
      return [{ row, isOpen }, ...members.map((member) => ({ row: member, isOpen: null }))]
    })
    this.#rows = this.#form.firstOf(shown)
    this.#table.show(this.#rows, this.#cell)
    showLegend(byId('legend'), this.#rows)
    showNotice(byId('notice'), this.#meaning, this.#question.target)
    this.#explain()
  }

  #toggled(row: string): void {
    if (!this.#open.delete(row)) this.#open.add(row)
    this.#ask()
  }

  #selected(cell: CellName): void {
    this.#cell = cell
    this.#explain()
    this.#showDeciding()
  }

  #showDeciding(): void {
    const place = this.#deciding.find(({ line }) => line !== null)
    if (place === undefined) return
    this.#openFile(place.file)
    this.#editor.reveal(place.line!)
  }

  /** The cell → why. */
  #explain(): void {
    const { crawler, usage } = this.#cell
    const { row } = this.#rows.find((each) => each.row.id === crawler) ?? this.#rows[0]!
    const cell = row.answers.find((each) => each.usage === usage)!
    const account = accountOf(this.#meaning, cell, this.#question)
    this.#deciding = account.deciding
    showVerdict(byId('verdict'), explainedAs(row), cell, account)
    showWay(byId('way'), account, (place) => this.#go(place))
    this.#decorate()
    history.replaceState(null, '', `#${writeAddress(this.#draft.site, this.#form.read(), this.#cell)}`)
  }

  #go({ file, line }: Place): void {
    if (line === null) return
    this.#openFile(file)
    this.#editor.go(line)
  }

  #decorate(): void {
    const { marks, deciding, withErrors } = decorationsOf(this.#file, this.#meaning.findings, this.#deciding)
    this.#editor.decorate(marks, deciding)
    this.#tabs.show([...this.#draft.files.keys()], this.#file, withErrors)
  }
}

function siteOption(site: string, value: number): HTMLOptionElement {
  return element('option', { value }, site || 'A new policy')
}
