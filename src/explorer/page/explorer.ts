/**
 * The whole page: it holds the site that is edited, has its files read after each change, and hands
 * the results to the views.
 */
import type { WrittenPlace } from '../../author/explain/author-terms.ts'
import type { Address } from '../address.ts'
import type { Draft } from '../draft.ts'
import type { EditedSite } from '../drafts.ts'
import { withLine } from '../site-files.ts'
import { Answers } from './answers.ts'
import type { Answer } from './background.ts'
import { DeskViews } from './desk-views.ts'
import {
  makeDraftBar,
  prepareChanges,
  showChanges,
  showConflicts,
  showDraftState,
} from './draft-bar.ts'
import { byId, drawWaiting, note } from './element.ts'
import { FilesView } from './files-view.ts'
import { lastSaves } from './history.ts'
import {
  type FixableFinding,
  showCases,
  showFindings,
  showState,
  showSummary,
} from './policy-views.ts'
import { Router } from './router.ts'
import { showRules } from './rules-side.ts'
import { Saving } from './saving.ts'
import { showServed } from './served-view.ts'
import { SitePicker } from './site-picker.ts'
import { reader, summariser } from './workers.ts'
import { type TakeWritten, Writing } from './writing.ts'

/** The pause after a keystroke before the policy is read, in milliseconds. */
const PAUSE = 100

export class Explorer {
  readonly #picker: SitePicker
  readonly #files: FilesView
  readonly #writing: Writing
  readonly saving: Saving
  readonly traffic: DeskViews
  readonly #answers = new Answers({
    policies: () => ({ now: this.draft, was: this.#site.isChanged ? this.#site.base : null }),
    explained: (deciding, isChosen) => {
      this.#router.write()
      this.#files.explain(deciding, isChosen)
    },
    go: (place) => this.#goTo(place),
  })
  #site: EditedSite
  /**
   * The question that is asked once the open site has been read; null: the one in the form stays.
   */
  #opening: Address | null = null
  /** The files that the list of changes compares with; null while it is empty. */
  #compared: Draft | null = null
  readonly #router = new Router({
    site: () => this.draft.site,
    question: () => (this.#opening === null ? this.#answers : null),
    follow: (address) => this.#follow(address),
    opened: (view, crawler) => {
      drawWaiting()
      this.traffic.open(crawler)
      if (view === 'ask') void this.#answers.showHeaders()
      if (view === 'text') void this.#files.show()
      if (view === 'rules') this.#showRules()
      if (view === 'served') void showServed(this.#site, this.#answers.whatIf)
    },
  })
  #timer = 0

  constructor(drafts: readonly Draft[]) {
    const undo = () => this.#changeDraft(() => this.#site.undo())
    const redo = () => this.#changeDraft(() => this.#site.redo())
    this.#files = new FilesView({
      site: () => this.#site,
      edited: (draft, isTogether) => this.#edited(draft, isTogether),
      fix: (finding, line) => this.#apply(this.draft, finding, line),
      undo,
      redo,
      crawlers: () => reader.ask('names', this.draft),
    })
    const open = (site: string) => this.#open(this.#router.at(site))
    this.#picker = new SitePicker(drafts, open)
    this.#site = this.#picker.pick(null)
    const take = (draft: Draft) => this.#changeDraft(() => this.#site.set(draft))
    const takeWritten: TakeWritten = (written, was, by) => {
      this.#files.settle()
      const isSame = was === this.draft
      const set = () =>
        by === 'switch' ? this.#site.setBySwitch(written) : this.#site.set(written)
      if (isSame) this.#changeDraft(set)
      return isSame
    }
    this.#writing = new Writing(takeWritten)
    this.traffic = new DeskViews(takeWritten)
    this.saving = new Saving({
      read: async () => (await this.#read())?.errors ?? 0,
      settle: () => this.#files.settle(),
      restore: take,
      update: (onDisk) => this.update(onDisk),
      open,
      visits: () => this.traffic.visits,
      saved: (names) => this.traffic.saved(names, new Date().toISOString()),
    })
    makeDraftBar({
      visit: (view) => this.#router.visit(view),
      save: () => this.saving.save(),
      revert: () => this.#changeDraft(() => this.#site.revert()),
      undo,
      redo,
      keepMine: () => this.#changeDraft(() => this.#site.keep()),
      openFile: () => {
        this.#files.settle()
        return this.#files.file
      },
    })
    addEventListener('toggle', drawWaiting, { capture: true })
    // A question typed while the site is being read takes the place of the address's.
    byId('what-if').addEventListener('input', () => {
      this.#opening = null
    })
    addEventListener('beforeunload', (event) => {
      this.#files.settle()
      if (this.#picker.hasChanges) event.preventDefault()
    })
  }

  open(address: Address): void {
    this.#router.show(address)
    this.#open(address)
  }

  /** Goes where a link or the browser's Back leads: to another view, site or question. */
  #follow(address: Address): void {
    const { site, whatIf, cell } = address
    if (site !== null && site !== this.draft.site) this.#open(address)
    else if (whatIf !== null && this.#opening === null) this.#answers.ask(whatIf, cell)
    else this.#router.write()
  }

  /**
   * Takes over what has changed on disk. Where the author has changed the same file, the page asks.
   */
  update(fromDisk: readonly Draft[]): void {
    this.#files.settle()
    const news = this.#picker.update(fromDisk)
    if (news.includes(this.#site)) this.#changeDraft(() => note('saved', null))
  }

  get draft(): Draft {
    return this.#site.draft
  }

  #open(address: Address): void {
    this.#files.settle()
    this.#site = this.#picker.pick(address.site)
    this.#router.name()
    for (const each of ['saved', 'not-saved']) note(each, null)
    this.#opening = address
    this.#files.forget()
    void this.#offerUndo(this.#site)
    void this.#read()
    this.#files.open('robots.txt')
  }

  /**
   * After a reload, Undo still takes back the last Save, and the page knows about whom the last
   * ones have decided: the server keeps what they replaced.
   */
  async #offerUndo(site: EditedSite): Promise<void> {
    const saves = await lastSaves(site.draft)
    const [last] = saves
    if (last === undefined || !site.offerUndo(last.now, last.was) || site !== this.#site) return
    showDraftState(site)
    for (const { now, was, time } of saves.toReversed()) {
      const changes = await reader.ask('changes', { now, was })
      if (changes === null || site !== this.#site) return
      this.traffic.saved(changes.names, time)
    }
  }

  #edited(draft: Draft, isTogether: boolean): void {
    this.#site.set(draft, isTogether)
    clearTimeout(this.#timer)
    for (const each of [reader, summariser]) each.expect()
    this.#timer = setTimeout(() => void this.#read(), PAUSE)
  }

  /** Changes the open policy by something other than typing, and shows it. */
  #changeDraft(change: () => void): void {
    this.#files.settle()
    change()
    note('not-saved', null)
    void this.#read()
    this.#files.open()
  }

  #apply(draft: Draft, { source, line }: FixableFinding, text: string | null): void {
    this.#files.settle()
    // The text has changed since: the number of the line may be wrong.
    if (draft !== this.draft) return
    this.#site.set(withLine(this.draft, source, line, text))
    void this.#read()
    this.#goTo({ file: source, line })
  }

  /** Has the text read, and shows what it means; null where a newer text came meanwhile. */
  async #read(): Promise<Answer<'read'> | null> {
    clearTimeout(this.#timer)
    const draft = this.draft
    const asked = reader.ask('read', draft)
    this.#showChanges()
    const reading = await asked
    if (reading === null || draft !== this.draft) return null
    this.#take(reading)
    return reading
  }

  #take(reading: Answer<'read'>): void {
    this.#files.find(reading.findings)
    showState(reading)
    void this.traffic.show(this.draft, this.#site.isChanged)
    const draft = this.draft
    showFindings(
      reading,
      (finding) => this.#goTo({ ...finding, file: finding.source }),
      (finding, line) => this.#apply(draft, finding, line),
    )
    showCases(reading, ({ question, usage }) => {
      this.#router.visit('ask')
      this.#answers.ask(question, { crawler: 'what-if', column: usage })
    })
    this.#answers.offer(reading.suggestions)
    this.#writing.offer(reading.contact)
    if (this.#opening === null) this.#answers.show()
    else this.#answers.ask(this.#opening.whatIf ?? reading.first, this.#opening.cell)
    this.#opening = null
  }

  /**
   * Shows everywhere what the author has changed: the bar, the list of changes, and the views
   * beside them.
   */
  #showChanges(): void {
    const { comparedWith } = this.#site
    showDraftState(this.#site)
    void showConflicts(this.#site.conflicts)
    this.#writing.show(this.draft, this.#site.isChanged)
    this.#showRules()
    void showServed(this.#site, this.#answers.whatIf)
    this.saving.show(this.#site)
    this.#files.showTabs()
    prepareChanges(comparedWith !== null, comparedWith !== this.#compared)
    this.#compared = comparedWith
    void this.#summarise(comparedWith)
  }

  #showRules(): void {
    void showRules(this.draft, {
      openFolder: (path) => this.#writing.openFolder(path),
      press: (change) => void this.#writing.press(change),
    })
  }

  async #summarise(was: Draft | null): Promise<void> {
    const summary = await summariser.ask('summary', { was, now: this.draft })
    if (summary === null || was !== this.#site.comparedWith) return
    const { changes, report } = summary
    if (changes !== null)
      showChanges(changes, (change) => {
        this.#router.visit('ask')
        this.#answers.askChange(change)
      })
    this.saving.learn(changes)
    showSummary(report, (place) => this.#goTo(place))
    this.traffic.summarise(report)
    if (was !== null && this.#site.isChanged) await this.#count(was, this.draft)
  }

  /** Says beside Save how many requests of the log the author's changes would have changed. */
  async #count(was: Draft, now: Draft): Promise<void> {
    await summariser.learn(now.site)
    if (now !== this.draft) return
    const tried = await summariser.ask('tried', { was, now })
    if (tried !== null && now === this.draft) this.saving.count(tried)
  }

  #goTo({ file, line, column = 1, length = 0 }: FilePlace): void {
    if (line === null) return
    this.#router.visit('text')
    this.#files.go(file, line, column, length)
  }
}

/** A line of a file; findings know the column and the length, too. */
interface FilePlace extends Pick<WrittenPlace, 'file' | 'line'> {
  readonly column?: number
  readonly length?: number
}
