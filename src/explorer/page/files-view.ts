/** A site's files, what is found in them and what decided → the tabs and the editor of the view Text; what is typed → a draft. */
import type { WrittenPlace } from '../../author/explain/author-terms.ts'
import type { Draft } from '../draft.ts'
import { type EditedSite, withLineEnds } from '../drafts.ts'
import type { FixableFinding } from './editor-events.ts'
import { FileTabs } from './file-tabs.ts'
import { TextView, type TextViewEvents } from './text-view.ts'

interface FilesEvents extends Omit<TextViewEvents, 'edited'> {
  readonly site: () => EditedSite
  readonly edited: (draft: Draft, isTogether: boolean) => void
}

export class FilesView {
  readonly #events: FilesEvents
  readonly #text: TextView
  readonly #tabs = new FileTabs((file) => this.open(file))
  #file = 'robots.txt'
  #findings: readonly FixableFinding[] = []
  #deciding: readonly WrittenPlace[] = []

  constructor(events: FilesEvents) {
    this.#events = events
    const edited = (text: string, isTogether: boolean) => this.#edited(text, isTogether)
    this.#text = new TextView({ ...events, edited })
  }

  get #draft(): Draft {
    return this.#events.site().draft
  }

  /** The file that is open, with its text. */
  get file() {
    const { site, files } = this.#draft
    return { site, path: this.#file, text: files.get(this.#file) ?? '' }
  }

  /** The view is in sight. */
  show(): void {
    void this.#text.show()
  }

  settle(): void {
    this.#text.settle()
  }

  /** Shows a file; without a name, the one that is open, where the site still has it. */
  open(file = this.#draft.files.has(this.#file) ? this.#file : 'robots.txt'): void {
    this.settle()
    this.#file = file
    this.#text.open(file, this.#draft.files.get(file) ?? '')
    this.#decorate()
  }

  /** Another site: nothing is known of it yet. */
  forget(): void {
    this.#findings = []
    this.#deciding = []
  }

  find(findings: readonly FixableFinding[]): void {
    this.#findings = findings
    this.#decorate()
  }

  /** These fields decided; where the author has chosen the cell, the line is shown. */
  explain(deciding: readonly WrittenPlace[], isChosen: boolean): void {
    this.#deciding = deciding
    // The open file stays open: what is typed next is meant for it.
    const place = isChosen
      ? deciding.find(({ file, line }) => file === this.#file && line !== null)
      : undefined
    if (place !== undefined) this.#text.reveal(place.line!)
    this.#decorate()
  }

  go(file: string, line: number, column = 1, length = 0): void {
    this.open(file)
    this.#text.go(line, column, length)
  }

  showTabs(): void {
    const errors = this.#findings.filter(({ severity }) => severity === 'error')
    const changed = new Set(this.#events.site().changedFiles.map(({ path }) => path))
    const withErrors = new Set(errors.map(({ source }) => source))
    this.#tabs.show([...this.#draft.files.keys()], this.#file, withErrors, changed)
  }

  #edited(text: string, isTogether: boolean): void {
    const draft = this.#draft
    const before = draft.files.get(this.#file) ?? ''
    const files = new Map(draft.files).set(this.#file, withLineEnds(text, before))
    this.#events.edited({ ...draft, files }, isTogether)
  }

  #decorate(): void {
    const inFile = this.#findings.filter(({ source }) => source === this.#file)
    const deciding = this.#deciding.flatMap(({ file, line }) =>
      file === this.#file && line !== null ? [line] : [],
    )
    this.#text.decorate(inFile, deciding)
    this.showTabs()
  }
}
