/**
 * The explorer: the files in the editor, the question in the form and the cell in the table → everything else on the page.
 * A change runs the stages behind it: read → ask → explain.
 */
import type { Registry } from '../../bundle/program.ts'
import { placeNotes } from '../../enforce/place-notes.ts'
import { summarise } from '../../language/findings/render.ts'
import { USAGES } from '../../vocabulary/usages.ts'
import { accountOf } from '../account.ts'
import { type Address, writeAddress } from '../address.ts'
import { type Answer, answer } from '../answer.ts'
import { crawlersOf } from '../crawlers.ts'
import { decorationsOf } from '../decorations.ts'
import { type Draft, type Meaning, readDraft } from '../draft.ts'
import type { Place } from '../place.ts'
import { firstQuestion, type Question, readQuestion, suggestions, type WhatIf } from '../what-if.ts'
import { type CellName, DecisionTable, showLegend } from './decision-table.ts'
import { Editor } from './editor.ts'
import { byId, element } from './element.ts'
import { showVerdict, showWay } from './explanation.ts'
import { FileTabs } from './file-tabs.ts'
import { showFindings } from './findings-list.ts'
import { showNotice, showServed } from './served-views.ts'
import { WhatIfForm } from './what-if-form.ts'

/** The pause after a keystroke before the policy is read; long texts wait as long as reading them takes. */
const PAUSE = 60

const FIRST_CELL: CellName = { crawler: 'what-if', usage: 'crawl' }

export class Explorer {
  readonly #originals: readonly Draft[]
  readonly #registry: Registry
  readonly #editor = new Editor(byId('editor'), byId<HTMLTextAreaElement>('text'), (text) => this.#edited(text))
  readonly #tabs = new FileTabs(byId('files'), (file) => this.#openFile(file))
  readonly #table = new DecisionTable(byId<HTMLTableElement>('decisions'), (cell) => this.#selected(cell))
  readonly #form = new WhatIfForm(() => this.#ask())
  readonly #sites = byId<HTMLSelectElement>('site')
  readonly #drafts: Draft[]
  #site = 0
  #file = 'robots.txt'
  #cell = FIRST_CELL
  #meaning!: Meaning
  #question!: Question
  #answers: readonly (readonly Answer[])[] = []
  #deciding: readonly Place[] = []
  #timer = 0
  #pause = PAUSE

  constructor(drafts: readonly Draft[], registry: Registry) {
    this.#originals = drafts
    this.#drafts = [...drafts]
    this.#registry = registry
    this.#sites.append(...drafts.map(({ site }, i) => element('option', { value: i }, site || 'A new policy')))
    this.#sites.addEventListener('change', () => this.#openSite(Number(this.#sites.value), null))
    byId('revert').addEventListener('click', () => this.#revert())
    byId('copy').addEventListener('click', () => this.#copy())
    addEventListener('beforeunload', (event) => {
      if (this.#drafts.some((draft, i) => draft !== this.#originals[i])) event.preventDefault()
    })
  }

  /** Opens the page at an address. */
  open({ site, whatIf, cell }: Address): void {
    const at = this.#drafts.findIndex((draft) => draft.site === site)
    this.#cell = cell ?? FIRST_CELL
    this.#openSite(Math.max(0, at), whatIf)
    if (cell !== null) this.#showDeciding()
  }

  get #draft(): Draft {
    return this.#drafts[this.#site]!
  }

  #openSite(site: number, whatIf: WhatIf | null): void {
    this.#editor.settle()
    this.#site = site
    this.#sites.value = String(site)
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
    this.#drafts[this.#site] = { ...this.#draft, files }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#read(), this.#pause)
  }

  #revert(): void {
    this.#editor.settle()
    this.#drafts[this.#site] = this.#originals[this.#site]!
    this.#read()
    this.#openFile(this.#file)
  }

  async #copy(): Promise<void> {
    this.#editor.settle()
    await navigator.clipboard.writeText(this.#draft.files.get(this.#file) ?? '')
    byId('copy').textContent = 'Copied'
    setTimeout(() => {
      byId('copy').textContent = 'Copy'
    }, 1500)
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
    // What is read out is not read out twice.
    if (byId('summary').textContent !== summary) byId('summary').textContent = summary
    byId('broken').hidden = !findings.some(({ severity }) => severity === 'error')
    byId('revert').hidden = this.#draft === this.#originals[this.#site]
    showFindings(byId('findings'), findings, ({ source, line, column, length }) => {
      this.#openFile(source)
      this.#editor.go(line, column, length)
    })
    showServed(byId('served'), this.#meaning)
    this.#ask()
  }

  /** The meaning and the question → the answers. */
  #ask(): void {
    const { program } = this.#meaning
    const whatIf = this.#form.read()
    this.#question = readQuestion(whatIf, program.config, Date.now())
    this.#form.remark(placeNotes(whatIf.url, this.#question, program.config))
    const crawlers = this.#form.filter(crawlersOf(this.#meaning, whatIf.userAgent))
    this.#answers = crawlers.map((crawler) =>
      USAGES.map((usage) => answer(this.#meaning, crawler, usage, this.#question)),
    )
    this.#table.show(this.#answers, this.#cell)
    showLegend(byId('legend'), this.#answers)
    showNotice(byId('notice'), this.#meaning, this.#question.target)
    this.#explain()
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
    const row = this.#answers.find(([first]) => first!.crawler.id === crawler) ?? this.#answers[0]!
    const cell = row.find((each) => each.usage === usage)!
    const account = accountOf(this.#meaning, cell, this.#question)
    this.#deciding = account.deciding
    showVerdict(byId('verdict'), cell, account)
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
