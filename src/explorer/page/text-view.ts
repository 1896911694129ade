/** The view Text: a file, its findings and the lines that decided → the editor, which is loaded when the view is opened. */
import type { CompletedCrawler } from '../completions.ts'
import type { CodeEditor } from './code/editor.ts'
import type { EditorEvents, FixableFinding, ShownFile } from './editor-events.ts'
import { byId } from './element.ts'

export interface TextViewEvents extends Omit<EditorEvents, 'typed'> {
  readonly edited: (text: string, isTogether: boolean) => void
  /** Whose names may be completed. */
  readonly crawlers: () => Promise<readonly CompletedCrawler[] | null>
}

interface Place {
  readonly line: number
  readonly column: number
  readonly length: number
  /** Whether the caret stays where it is. */
  readonly isShownOnly: boolean
}

/** How long what is typed waits for a frame, in milliseconds: a page that is not in sight has none. */
const LONGEST_FRAME = 100
/** Policies of more characters are long: see theme.css. */
const LONG = 60_000

export class TextView {
  readonly #events: TextViewEvents
  #editor: CodeEditor | null = null
  #loading: Promise<void> | null = null
  #shown: ShownFile = { file: '', text: '' }
  #decorated: Parameters<CodeEditor['decorate']> = [[], []]
  /** The place to show once the editor is in sight. */
  #awaited: Place | null = null
  #frame = 0
  #isTogether = true

  constructor(events: TextViewEvents) {
    this.#events = events
  }

  /** The view is in sight. */
  async show(): Promise<void> {
    this.#loading ??= this.#load()
    await this.#loading
    if (this.#awaited !== null) this.#go(this.#awaited)
    this.#editor!.crawlers = (await this.#events.crawlers()) ?? this.#editor!.crawlers
  }

  async #load(): Promise<void> {
    const { CodeEditor } = await import('./code/editor.ts')
    const { fix, undo, redo } = this.#events
    const typed = (isTogether: boolean) => this.#typed(isTogether)
    this.#editor = new CodeEditor(byId('editor'), { typed, fix, undo, redo })
    this.#editor.open(this.#shown)
    this.#editor.decorate(...this.#decorated)
  }

  open(file: string, content: string): void {
    const text = content.replace(/\r\n?/g, '\n')
    document.body.toggleAttribute('data-long', text.length > LONG)
    this.#shown = { file, text }
    this.#editor?.open(this.#shown)
  }

  /** What is to be seen on the lines of the file that is open, by their numbers. */
  decorate(findings: readonly FixableFinding[], deciding: readonly number[]): void {
    this.#decorated = [findings, deciding]
    this.#editor?.decorate(...this.#decorated)
  }

  /** Puts the caret on a place, as if the author had gone there. */
  go(line: number, column = 1, length = 0): void {
    this.#go({ line, column, length, isShownOnly: false })
  }

  reveal(line: number): void {
    this.#go({ line, column: 1, length: 0, isShownOnly: true })
  }

  #go(place: Place): void {
    const isInSight = this.#editor !== null && byId('editor').checkVisibility()
    this.#awaited = isInSight ? null : place
    if (isInSight) this.#editor!.go(place.line, place.column, place.length, place.isShownOnly)
  }

  /** Keys are answered once a frame: a text that is put in at once is a thousand of them to some browsers. */
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
    this.#shown = { ...this.#shown, text: this.#editor!.text }
    this.#events.edited(this.#shown.text, isTogether)
  }
}
