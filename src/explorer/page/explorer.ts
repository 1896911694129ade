/**
 * The explorer: the files in the editor → their meaning → everything else on the page. The question and its answers are in
 * answers.ts.
 */
import type { WrittenPlace } from '../../analysis/author-terms.ts'
import type { Registry } from '../../bundle/program.ts'
import type { Finding } from '../../language/findings/diagnostic.ts'
import { type Draft, errorsOf, type Meaning, readDraft } from '../draft.ts'
import { EditedSite, withLineEnds } from '../drafts.ts'
import { withLine } from '../edit-lines.ts'
import { decorationsOf } from '../highlight.ts'
import type { EditedPolicy } from '../rows.ts'
import { type Address, type CellName, firstQuestion, type WhatIf, writeAddress } from '../what-if.ts'
import { Answers } from './answers.ts'
import { Background } from './background.ts'
import { makeDraftBar, prepareChanges, showChanges, showConflicts, showDraftState } from './draft-bar.ts'
import { Editor, FileTabs } from './editor.ts'
import { byId, element, note } from './element.ts'
import { openSummary, showCases, showFindings, showState, showSummary } from './policy-views.ts'
import { Saving } from './saving.ts'
import { Writing } from './writing.ts'

/** The pause after a keystroke before the policy is read, in milliseconds; long texts wait longer. */
const PAUSE = 60

export class Explorer {
  readonly #sites: EditedSite[]
  readonly #registry: Registry
  readonly #editor = new Editor((text) => this.#edited(text))
  readonly #tabs = new FileTabs((file) => this.#openFile(file))
  readonly #list = byId<HTMLSelectElement>('site')
  readonly #background: Background
  readonly #writing: Writing
  readonly #saving: Saving
  readonly #answers = new Answers({
    explained: (deciding, isChosen) => this.#explained(deciding, isChosen),
    go: (place) => this.#go(place),
  })
  #site: EditedSite
  #file = 'robots.txt'
  #meaning!: Meaning
  /** What the files on disk mean; null where the author has changed nothing. */
  #was: Meaning | null = null
  /** What the list of changes compares with; null where it shows nothing. */
  #compared: Draft | null = null
  #deciding: readonly WrittenPlace[] = []
  /** The address of the question with which the page opened. */
  #opened: string | null = null
  #timer = 0
  #pause = PAUSE

  constructor(drafts: readonly Draft[], registry: Registry) {
    this.#sites = drafts.map((draft) => new EditedSite(draft))
    this.#site = this.#sites[0]!
    this.#registry = registry
    this.#background = new Background(registry.crawlers, ({ changes, report }) => {
      if (changes !== null) showChanges(changes, (change) => this.#answers.askChange(this.#policies, change))
      this.#saving.learn(changes)
      showSummary(report, (place) => this.#go(place))
    })
    const take = (draft: Draft) => this.#changeDraft(() => this.#site.set(draft))
    this.#writing = new Writing(registry, take)
    this.#saving = new Saving(registry, {
      read: () => {
        this.#read()
        return errorsOf(this.#meaning)
      },
      restore: take,
      openNew: (site, onDisk) => {
        this.update(onDisk)
        this.#openNamed(site, null, null)
      },
    })
    makeDraftBar({
      save: () => {
        this.#editor.settle()
        this.#saving.save()
      },
      revert: () => this.#changeDraft(() => this.#site.revert()),
      undo: () => this.#changeDraft(() => this.#site.undo()),
      keepMine: () => this.#changeDraft(() => this.#site.keep()),
      openFile: () => {
        this.#editor.settle()
        return { site: this.#draft.site, path: this.#file, text: this.#draft.files.get(this.#file) ?? '' }
      },
    })
    this.#list.append(...drafts.map(({ site }, i) => siteOption(site, i)))
    this.#list.addEventListener('change', () => this.#openSite(Number(this.#list.value), null, null))
    addEventListener('beforeunload', (event) => {
      if (this.#sites.some(({ isChanged }) => isChanged)) event.preventDefault()
    })
  }

  open({ site, whatIf, cell }: Address): void {
    openSummary(whatIf === null)
    this.#openNamed(site, whatIf, cell)
  }

  /** Takes over what has changed on disk; the page says so where it keeps the author's changes. */
  update(fromDisk: readonly Draft[]): void {
    this.#editor.settle()
    for (const onDisk of fromDisk) {
      const known = this.#sites.find(({ draft }) => draft.site === onDisk.site)
      if (known === undefined) this.#list.append(siteOption(onDisk.site, this.#sites.push(new EditedSite(onDisk)) - 1))
      const kind = known?.update(onDisk) ?? 'same'
      if (known !== this.#site || kind === 'same') continue
      showConflicts(kind === 'kept' ? this.#site.conflicts : [])
      if (kind === 'kept') continue
      note('saved', null)
      this.#reopen()
    }
  }

  get #draft(): Draft {
    return this.#site.draft
  }

  get #policies(): EditedPolicy {
    return { now: this.#meaning, was: this.#was }
  }

  #openNamed(name: string | null, whatIf: WhatIf | null, cell: CellName | null): void {
    const at = this.#sites.findIndex(({ draft }) => draft.site === name)
    this.#openSite(Math.max(0, at), whatIf, cell)
  }

  #openSite(site: number, whatIf: WhatIf | null, cell: CellName | null): void {
    this.#editor.settle()
    this.#site = this.#sites[site]!
    this.#list.value = String(site)
    showConflicts([])
    note('saved', null)
    this.#read(() => {
      this.#openFile('robots.txt')
      this.#answers.ask(this.#policies, whatIf ?? firstQuestion(this.#meaning), cell)
    })
  }

  #openFile(file: string): void {
    this.#editor.settle()
    this.#file = file
    this.#editor.open(file, this.#draft.files.get(file) ?? '')
    byId('text').setAttribute('aria-label', `${file}, as you write it`)
    this.#decorate()
  }

  #edited(text: string): void {
    const before = this.#draft.files.get(this.#file) ?? ''
    const files = new Map(this.#draft.files).set(this.#file, withLineEnds(text, before))
    this.#site.edit({ ...this.#draft, files })
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#read(), this.#pause)
  }

  /** Gives the open policy other files than its author has typed. */
  #changeDraft(change: () => void): void {
    this.#editor.settle()
    change()
    showConflicts([])
    this.#reopen()
  }

  #reopen(): void {
    this.#read()
    this.#openFile(this.#draft.files.has(this.#file) ? this.#file : 'robots.txt')
  }

  #apply({ source, line }: Finding, text: string | null): void {
    this.#editor.settle()
    this.#site.set(withLine(this.#draft, source, line, text))
    this.#read()
    this.#openFile(source)
    this.#editor.go(line)
  }

  /** The text → its meaning → everything else. The next reading waits as long as this one took, so it starts between keys. */
  #read(answer = () => this.#answers.show(this.#policies)): void {
    const started = performance.now()
    this.#take(readDraft(this.#draft, this.#registry, Date.now()))
    answer()
    this.#pause = Math.max(PAUSE, performance.now() - started)
  }

  /** The meaning → findings, cases, what is served and what has changed; all but the answers. */
  #take(meaning: Meaning): void {
    this.#meaning = meaning
    showState(meaning)
    const go = ({ source, line, column, length }: Finding) => {
      this.#openFile(source)
      this.#editor.go(line, column, length)
    }
    showFindings(meaning, go, (each, line) => this.#apply(each, line))
    showCases(meaning, ({ question, usage }) =>
      this.#answers.ask(this.#policies, question, { crawler: 'what-if', column: usage }),
    )
    this.#showChanges()
  }

  /** What the author has changed → the bar, the list of changes, and the policy that the table compares with. */
  #showChanges(): void {
    const { isChanged, base, comparedWith } = this.#site
    showDraftState(this.#site)
    this.#writing.show(this.#meaning)
    this.#saving.show(this.#site)
    prepareChanges(comparedWith !== null, comparedWith !== this.#compared)
    this.#compared = comparedWith
    this.#background.ask(comparedWith, this.#draft)
    if (!isChanged) this.#was = null
    else if (this.#was?.draft !== base) this.#was = readDraft(base, this.#registry, Date.now())
  }

  #explained(deciding: readonly WrittenPlace[], isChosen: boolean): void {
    this.#deciding = deciding
    this.#showAddress(writeAddress(this.#draft.site, this.#answers.whatIf, this.#answers.cell))
    // The open file stays open: what is typed next is meant for it.
    const place = isChosen ? deciding.find(({ file, line }) => file === this.#file && line !== null) : undefined
    if (place !== undefined) this.#editor.reveal(place.line!)
    this.#decorate()
  }

  /** A page that was opened without a question keeps its first screen when it is loaded again. */
  #showAddress(fragment: string): void {
    this.#opened ??= fragment
    if (location.hash !== '' || fragment !== this.#opened) history.replaceState(null, '', `#${fragment}`)
  }

  #go({ file, line }: WrittenPlace): void {
    if (line === null) return
    this.#openFile(file)
    this.#editor.go(line)
  }

  #decorate(): void {
    const { marks, deciding, withErrors } = decorationsOf(this.#file, this.#meaning.findings, this.#deciding)
    const changed = new Set(this.#site.changedFiles.map(({ path }) => path))
    this.#editor.decorate(marks, deciding)
    this.#tabs.show([...this.#draft.files.keys()], this.#file, withErrors, changed)
  }
}

function siteOption(site: string, value: number): HTMLOptionElement {
  return element('option', { value }, site || 'A new policy')
}
