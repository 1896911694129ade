/**
 * The view Text: the files of a site as tabs, and the editor, which is loaded when the view is
 * opened.
 */
import { render } from 'preact'
import type { WrittenPlace } from '../../author/explain/author-terms.ts'
import type { CompletedCrawler } from '../completions.ts'
import type { Draft } from '../draft.ts'
import { type EditedSite, withLineEnds } from '../drafts.ts'
import type { CodeEditor, EditorEvents } from './code/editor.ts'
import { byId } from './element.ts'
import { html } from './html.ts'
import type { FixableFinding } from './policy-views.ts'

interface FilesEvents extends Omit<EditorEvents, 'typed'> {
  readonly site: () => EditedSite
  /** `isTogether`: what was typed just before is undone with it. */
  readonly edited: (draft: Draft, isTogether: boolean) => void
  /** Whose names may be completed. */
  readonly crawlers: () => Promise<readonly CompletedCrawler[] | null>
}

/**
 * Typed text is reported with the next frame, or after so many milliseconds: a page in the
 * background has no frames.
 */
const LONGEST_FRAME = 100
/** Policies of more characters are long: see theme.css. */
const LONG = 60_000

/** Where an arrow key leads in the tabs (WAI-ARIA's tabs pattern). */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

export class FilesView {
  readonly #events: FilesEvents
  /** Null until the view is opened. */
  #editor: CodeEditor | null = null
  #loading: Promise<void> | null = null
  #file = 'robots.txt'
  /** The text of the open file, with `\n` alone for its line ends. */
  #text = ''
  #findings: readonly FixableFinding[] = []
  #deciding: readonly WrittenPlace[] = []
  /** The place that is shown as soon as the editor is in sight. */
  #awaited: Parameters<CodeEditor['go']> | null = null
  #frame = 0
  #isTogether = true

  constructor(events: FilesEvents) {
    this.#events = events
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
  async show(): Promise<void> {
    this.#loading ??= this.#load()
    await this.#loading
    if (this.#awaited !== null) this.#go(...this.#awaited)
    this.#editor!.crawlers = (await this.#events.crawlers()) ?? this.#editor!.crawlers
  }

  async #load(): Promise<void> {
    const { CodeEditor } = await import('./code/editor.ts')
    const typed = (isTogether: boolean) => this.#typed(isTogether)
    this.#editor = new CodeEditor(byId('editor'), { ...this.#events, typed })
    this.#editor.open(this.#file, this.#text)
    this.#decorate()
  }

  /** Shows a file; without a name, the one that is open, where the site still has it. */
  open(file = this.#draft.files.has(this.#file) ? this.#file : 'robots.txt'): void {
    this.settle()
    this.#file = file
    this.#text = this.file.text.replace(/\r\n?/g, '\n')
    document.body.toggleAttribute('data-long', this.#text.length > LONG)
    this.#editor?.open(file, this.#text)
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

  /**
   * Marks the lines that decided. If the author has just chosen the cell, the first is scrolled
   * into view.
   */
  explain(deciding: readonly WrittenPlace[], isChosen: boolean): void {
    this.#deciding = deciding
    // No other file is opened: the author may be typing into this one.
    const [line] = this.#decidingLines
    if (isChosen && line !== undefined) this.#go(line, 1, 0, true)
    this.#decorate()
  }

  /** Puts the caret on a place of a file, as if the author had gone there. */
  go(file: string, line: number, column: number, length: number): void {
    this.open(file)
    this.#go(line, column, length, false)
  }

  #go(...place: Parameters<CodeEditor['go']>): void {
    const isInSight = this.#editor !== null && byId('editor').checkVisibility()
    this.#awaited = isInSight ? null : place
    if (isInSight) this.#editor!.go(...place)
  }

  /**
   * Collects keys until the next frame: to some browsers, a pasted text is a thousand of them.
   */
  #typed(isTogether: boolean): void {
    this.#isTogether &&= isTogether
    if (this.#frame !== 0) return
    this.#frame = requestAnimationFrame(() => this.settle())
    setTimeout(() => this.settle(), LONGEST_FRAME)
  }

  /** Reports what was typed since the last report. */
  settle(): void {
    if (this.#frame === 0) return
    cancelAnimationFrame(this.#frame)
    const isTogether = this.#isTogether
    this.#frame = 0
    this.#isTogether = true
    this.#text = this.#editor!.text
    const draft = this.#draft
    const text = withLineEnds(this.#text, this.file.text)
    this.#events.edited({ ...draft, files: new Map(draft.files).set(this.#file, text) }, isTogether)
  }

  showTabs(): void {
    const sources = new Set(
      this.#findings.filter(({ severity }) => severity === 'error').map(({ source }) => source),
    )
    const changed = new Set(this.#events.site().changedFiles.map(({ path }) => path))
    const files = [...this.#draft.files.keys()]
    const onKey = ({ key, currentTarget }: KeyboardEvent) => {
      const step = STEPS[key]
      if (step === undefined) return
      const at = (files.indexOf((currentTarget as HTMLElement).dataset.file!) + step) % files.length
      this.open(files.at(at))
      byId('files').querySelectorAll('button')[files.indexOf(this.#file)]!.focus()
    }
    const tabs = files.map((file) => {
      const isOpen = file === this.#file
      return html`<button type="button" role="tab" key=${file} aria-controls="editor"
        aria-selected=${String(isOpen)} tabindex=${isOpen ? 0 : -1} data-file=${file}
        data-errors=${sources.has(file) ? '' : undefined}
        data-changed=${changed.has(file) ? '' : undefined}
        onClick=${() => this.open(file)} onKeyDown=${onKey}
      >${file}</button>`
    })
    render(tabs, byId('files'))
  }

  /** The lines of the open file that decided. */
  get #decidingLines(): readonly number[] {
    return this.#deciding.flatMap(({ file, line }) =>
      file === this.#file && line !== null ? [line] : [],
    )
  }

  #decorate(): void {
    const inFile = this.#findings.filter(({ source }) => source === this.#file)
    this.#editor?.decorate(inFile, this.#decidingLines)
    this.showTabs()
  }
}
