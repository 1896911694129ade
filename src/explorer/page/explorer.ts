/**
 * The explorer: the files in the editor → their meaning → everything else on the page. The question and its answers are in
 * answers.ts.
 */
import type { WrittenPlace } from '../../author/explain/author-terms.ts'
import type { Finding } from '../../language/findings/diagnostic.ts'
import type { Address } from '../address.ts'
import type { Drafts } from '../desk.ts'
import type { Draft } from '../draft.ts'
import { type EditedSite, withLineEnds } from '../drafts.ts'
import { withLine } from '../edit-lines.ts'
import { decorationsOf } from '../highlight.ts'
import { Answers } from './answers.ts'
import { type Answer, Background } from './background.ts'
import { DeskViews } from './desk-views.ts'
import {
  makeDraftBar,
  prepareChanges,
  showChanges,
  showConflicts,
  showDraftState,
} from './draft-bar.ts'
import { Editor, FileTabs } from './editor.ts'
import { byId, note } from './element.ts'
import { showCases, showFindings, showState, showSummary } from './policy-views.ts'
import { Router } from './router.ts'
import { Saving } from './saving.ts'
import { SitePicker } from './site-picker.ts'
import { Writing } from './writing.ts'

/** The pause after a keystroke before the policy is read, in milliseconds. */
const PAUSE = 100

export class Explorer {
  readonly #picker: SitePicker
  readonly #editor = new Editor((text) => this.#edited(text))
  readonly #tabs = new FileTabs((file) => this.#openFile(file))
  readonly #reader = new Background(byId('decisions'))
  readonly #summariser = new Background(byId('overview'))
  readonly #writing: Writing
  readonly saving: Saving
  readonly traffic: DeskViews
  readonly #answers = new Answers(this.#reader, {
    explained: (deciding, isChosen) => this.#explained(deciding, isChosen),
    go: ({ file, line }) => this.#goTo(file, line),
  })
  #site: EditedSite
  #file = 'robots.txt'
  #findings: readonly Finding[] = []
  /** The question with which the next reading begins; null: the one that is asked. */
  #opening: Address | null = null
  /** What the list of changes compares with; null where it shows nothing. */
  #compared: Draft | null = null
  #deciding: readonly WrittenPlace[] = []
  readonly #router = new Router({
    site: () => this.draft.site,
    question: () => (this.#opening === null ? this.#answers : null),
    follow: (address) => this.#follow(address),
    crawler: (name) => this.traffic.open(name),
  })
  #timer = 0

  constructor(drafts: readonly Draft[]) {
    this.#picker = new SitePicker(drafts, (site) => this.#open(this.#router.at(site)))
    this.#site = this.#picker.pick(null)
    const take = (draft: Draft) => this.#changeDraft(() => this.#site.set(draft))
    const takeWritten = (written: Draft, was: Draft) => {
      this.#editor.settle()
      const isSame = was === this.draft
      if (isSame) take(written)
      return isSame
    }
    this.#writing = new Writing(this.#reader, takeWritten)
    this.traffic = new DeskViews(this.#reader, takeWritten)
    this.saving = new Saving(this.#reader, {
      read: async () => (await this.#read())?.errors ?? 0,
      settle: () => this.#editor.settle(),
      restore: take,
      update: (onDisk) => this.update(onDisk),
      open: (site) => this.#open(this.#router.at(site)),
    })
    makeDraftBar({
      visit: (view) => this.#router.visit(view),
      save: () => this.saving.save(),
      revert: () => this.#changeDraft(() => this.#site.revert()),
      undo: () => this.#changeDraft(() => this.#site.undo()),
      keepMine: () => this.#changeDraft(() => this.#site.keep()),
      openFile: () => {
        this.#editor.settle()
        const { site, files } = this.draft
        return { site, path: this.#file, text: files.get(this.#file) ?? '' }
      },
    })
    // What is typed there meanwhile is the question.
    byId('what-if').addEventListener('input', () => {
      this.#opening = null
    })
    addEventListener('beforeunload', (event) => {
      this.#editor.settle()
      if (this.#picker.hasChanges) event.preventDefault()
    })
  }

  open(address: Address): void {
    this.#router.show(address)
    this.#open(address)
  }

  /** Goes where a link leads, or the way back: to another view, site or question. */
  #follow(address: Address): void {
    const { site, whatIf, cell } = address
    if (site !== null && site !== this.draft.site) this.#open(address)
    else if (whatIf !== null && this.#opening === null)
      this.#answers.ask(this.#policies, whatIf, cell)
    else this.#router.write()
  }

  /** Takes over what has changed on disk; the page says so where it keeps the author's changes. */
  update(fromDisk: readonly Draft[]): void {
    this.#editor.settle()
    const news = this.#picker.update(fromDisk)
    if (news.includes(this.#site)) this.#changeDraft(() => note('saved', null))
  }

  get draft(): Draft {
    return this.#site.draft
  }

  get #policies(): Drafts {
    return { now: this.draft, was: this.#site.isChanged ? this.#site.base : null }
  }

  #open(address: Address): void {
    this.#editor.settle()
    this.#site = this.#picker.pick(address.site)
    this.#router.name()
    for (const each of ['saved', 'not-saved']) note(each, null)
    this.#opening = address
    this.#findings = []
    this.#deciding = []
    void this.#read()
    this.#openFile('robots.txt')
  }

  #openFile(file: string): void {
    this.#editor.settle()
    this.#file = file
    this.#editor.open(file, this.draft.files.get(file) ?? '')
    byId('text').setAttribute('aria-label', `${file}, as you write it`)
    this.#decorate()
  }

  #edited(text: string): void {
    const before = this.draft.files.get(this.#file) ?? ''
    const files = new Map(this.draft.files).set(this.#file, withLineEnds(text, before))
    this.#site.edit({ ...this.draft, files })
    clearTimeout(this.#timer)
    for (const each of [this.#reader, this.#summariser]) each.expect()
    this.#timer = setTimeout(() => void this.#read(), PAUSE)
  }

  /** Gives the open policy other files than its author has typed. */
  #changeDraft(change: () => void): void {
    this.#editor.settle()
    change()
    note('not-saved', null)
    void this.#read()
    this.#openFile(this.draft.files.has(this.#file) ? this.#file : 'robots.txt')
  }

  #apply(draft: Draft, { source, line }: Finding, text: string | null): void {
    this.#editor.settle()
    // In a newer text, the line is another one.
    if (draft !== this.draft) return
    this.#site.set(withLine(this.draft, source, line, text))
    void this.#read()
    this.#goTo(source, line)
  }

  /** The text → what it means → everything else; null where a newer text is to be read. */
  async #read(): Promise<Answer<'read'> | null> {
    clearTimeout(this.#timer)
    const draft = this.draft
    const asked = this.#reader.ask('read', draft)
    this.#showChanges()
    const reading = await asked
    if (reading === null || draft !== this.draft) return null
    this.#take(reading)
    return reading
  }

  #take(reading: Answer<'read'>): void {
    this.#findings = reading.findings
    showState(reading)
    void this.traffic.show(this.draft)
    this.#decorate()
    const draft = this.draft
    showFindings(
      reading,
      ({ source, line, column, length }) => this.#goTo(source, line, column, length),
      (each, line) => this.#apply(draft, each, line),
    )
    showCases(reading, ({ question, usage }) => {
      this.#router.visit('ask')
      this.#answers.ask(this.#policies, question, { crawler: 'what-if', column: usage })
    })
    this.#answers.offer(reading.suggestions)
    this.#writing.offer(reading.contact)
    if (this.#opening === null) this.#answers.show(this.#policies)
    else
      this.#answers.ask(this.#policies, this.#opening.whatIf ?? reading.first, this.#opening.cell)
    this.#opening = null
  }

  /** What the author has changed → the bar, the list of changes, and the policy that the table compares with. */
  #showChanges(): void {
    const { comparedWith } = this.#site
    showDraftState(this.#site)
    showConflicts(this.#site.conflicts)
    this.#writing.show(this.draft)
    this.saving.show(this.#site)
    this.#decorate()
    prepareChanges(comparedWith !== null, comparedWith !== this.#compared)
    this.#compared = comparedWith
    void this.#summarise(comparedWith)
  }

  async #summarise(was: Draft | null): Promise<void> {
    const summary = await this.#summariser.ask('summary', { was, now: this.draft })
    if (summary === null || was !== this.#site.comparedWith) return
    const { changes, report } = summary
    if (changes !== null)
      showChanges(changes, (change) => {
        this.#router.visit('ask')
        this.#answers.askChange(this.#policies, change)
      })
    this.saving.learn(changes)
    showSummary(report, ({ file, line }) => this.#goTo(file, line))
    this.traffic.summarise(report)
  }

  #explained(deciding: readonly WrittenPlace[], isChosen: boolean): void {
    this.#deciding = deciding
    this.#router.write()
    // The open file stays open: what is typed next is meant for it.
    const place = isChosen
      ? deciding.find(({ file, line }) => file === this.#file && line !== null)
      : undefined
    if (place !== undefined) this.#editor.reveal(place.line!)
    this.#decorate()
  }

  #goTo(file: string, line: number | null, column = 1, length = 0): void {
    if (line === null) return
    this.#router.visit('text')
    this.#openFile(file)
    this.#editor.go(line, column, length)
  }

  #decorate(): void {
    const { marks, deciding, withErrors } = decorationsOf(
      this.#file,
      this.#findings,
      this.#deciding,
    )
    const changed = new Set(this.#site.changedFiles.map(({ path }) => path))
    this.#editor.decorate(marks, deciding)
    this.#tabs.show([...this.draft.files.keys()], this.#file, withErrors, changed)
  }
}
