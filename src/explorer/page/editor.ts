/**
 * A plain textarea with paint behind it: numbers, colours of the language, findings underlined, lines that decided. The
 * textarea does the editing, so keys, undo and screen readers work as everywhere; only the lines in sight are painted.
 */
import { type Mark, segmentsOf } from '../highlight.ts'
import { button, byId, element } from './element.ts'

const LONGEST_PAINTED = 4000

/** How long what is typed waits for a frame, in milliseconds: a page that is not in sight has none. */
const LONGEST_FRAME = 100
/** Policies of more lines are long: see theme.css. */
const LONG = 2000

export class Editor {
  readonly #area = byId<HTMLTextAreaElement>('text')
  readonly #gutter = element('div', { class: 'gutter', 'aria-hidden': true })
  readonly #ink = element('div', { class: 'ink', 'aria-hidden': true })
  readonly #lineHeight = Number.parseFloat(getComputedStyle(this.#area).lineHeight)
  readonly #edited: (text: string) => void
  #frame = 0
  #file = ''
  #lines: readonly string[] = ['']
  #marks: ReadonlyMap<number, readonly Mark[]> = new Map()
  #deciding: ReadonlySet<number> = new Set()
  /** The line to show once the editor is in sight. */
  #awaited: number | null = null

  constructor(edited: (text: string) => void) {
    this.#edited = edited
    this.#area.before(this.#gutter, this.#ink)
    // A text that is put in at once is a thousand events to some browsers: they are answered once a frame.
    this.#area.addEventListener('input', () => {
      if (this.#frame !== 0) return
      this.#frame = requestAnimationFrame(() => this.settle())
      setTimeout(() => this.settle(), LONGEST_FRAME)
    })
    this.#area.addEventListener('scroll', () => this.#paint(), { passive: true })
    new ResizeObserver(() => {
      if (this.#awaited !== null) this.reveal(this.#awaited)
      this.#keepCaretInSight()
      this.#paint()
    }).observe(byId('editor'))
  }

  /** Reports what was typed since the last report. */
  settle(): void {
    if (this.#frame === 0) return
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#edited(this.#area.value)
    this.#lines = this.#area.value.split('\n')
    this.#paint()
  }

  /** Shows a file. The same file keeps its place; with the same text its history, too. */
  open(file: string, content: string): void {
    const text = content.replace(/\r\n?/g, '\n')
    if (file === this.#file && text === this.#area.value) return
    const { selectionStart, selectionEnd, scrollTop } = this.#area
    const [start, end, top] =
      file === this.#file ? [selectionStart, selectionEnd, scrollTop] : [0, 0, 0]
    this.#file = file
    this.#area.value = text
    this.#lines = this.#area.value.split('\n')
    this.#area.setSelectionRange(start, end)
    this.#area.scrollTo(0, top)
    this.#paint()
  }

  /** What is to be seen on the lines of the file that is open, by their numbers. */
  decorate(marks: ReadonlyMap<number, readonly Mark[]>, deciding: ReadonlySet<number>): void {
    this.#marks = marks
    this.#deciding = deciding
    this.#paint()
  }

  reveal(line: number): void {
    const top = (line - 1) * this.#lineHeight
    const { scrollTop, clientHeight } = this.#area
    this.#awaited = clientHeight === 0 ? line : null
    if (top >= scrollTop && top + this.#lineHeight * 2 <= scrollTop + clientHeight) return
    this.#area.scrollTop = Math.max(0, top - clientHeight / 3)
  }

  /** Puts the caret on a place, as if the author had gone there. */
  go(line: number, column = 1, length = 0): void {
    const before = this.#lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0)
    this.#area.focus()
    this.#area.setSelectionRange(before + column - 1, before + column - 1 + length)
    this.reveal(line)
  }

  /** Findings come and go below while one types: the line that is written must not slip behind them. */
  #keepCaretInSight(): void {
    if (document.activeElement !== this.#area) return
    const { value, selectionEnd, scrollTop, clientHeight } = this.#area
    const bottom = value.slice(0, selectionEnd).split('\n').length * this.#lineHeight
    if (bottom - this.#lineHeight < scrollTop) return
    this.#area.scrollTop = Math.max(scrollTop, bottom - clientHeight)
  }

  #paint(): void {
    const { scrollTop, scrollLeft, clientHeight } = this.#area
    const height = this.#lineHeight
    const first = Math.floor(scrollTop / height)
    const last = Math.min(this.#lines.length, Math.ceil((scrollTop + clientHeight) / height) + 1)
    const shift = first * height - scrollTop
    const digits = String(this.#lines.length).length
    document.body.toggleAttribute('data-long', this.#lines.length > LONG)
    this.#area.parentElement?.style.setProperty('--digits', String(Math.max(2, digits)))
    this.#gutter.style.transform = `translateY(${shift}px)`
    this.#ink.style.transform = `translate(${-scrollLeft}px, ${shift}px)`
    this.#ink.style.minWidth = `calc(100% + ${scrollLeft}px)`
    const numbers = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i + 1)
    this.#gutter.replaceChildren(...numbers.map((number) => this.#number(number)))
    this.#ink.replaceChildren(...numbers.map((number) => this.#line(number)))
  }

  #number(number: number): HTMLElement {
    const severities = this.#marks.get(number)?.map(({ severity }) => severity) ?? []
    const worst =
      (['error', 'warning', 'note'] as const).find((each) => severities.includes(each)) ?? null
    return element(
      'div',
      { 'data-severity': worst, 'data-deciding': this.#deciding.has(number) },
      String(number),
    )
  }

  #line(number: number): HTMLElement {
    const text = this.#lines[number - 1]!
    const attributes = { 'data-deciding': this.#deciding.has(number) }
    if (text.length > LONGEST_PAINTED) return element('div', attributes, text)
    const segments = segmentsOf(text, this.#file, this.#marks.get(number) ?? [])
    const parts = segments.map(({ text, paint, severity }) =>
      element('span', { 'data-paint': paint, 'data-severity': severity }, text),
    )
    return element('div', attributes, parts)
  }
}

/** The files of a site → tabs above the editor. Arrow keys go from tab to tab (WAI-ARIA's tabs pattern). */
export class FileTabs {
  readonly #choose: (file: string) => void
  #tabs: readonly HTMLButtonElement[] = []

  constructor(choose: (file: string) => void) {
    this.#choose = choose
    byId('files').addEventListener('keydown', (event) => this.#onKey(event))
  }

  /** Shows the files, one of them open, with marks; `changed` are not on disk as they are written. */
  show(
    files: readonly string[],
    open: string,
    withErrors: ReadonlySet<string>,
    changed: ReadonlySet<string>,
  ): void {
    if (this.#tabs.map(({ dataset }) => dataset.file).join('\n') !== files.join('\n'))
      this.#build(files)
    for (const tab of this.#tabs) {
      const file = tab.dataset.file!
      tab.setAttribute('aria-selected', String(file === open))
      tab.tabIndex = file === open ? 0 : -1
      tab.toggleAttribute('data-errors', withErrors.has(file))
      tab.toggleAttribute('data-changed', changed.has(file))
    }
  }

  #build(files: readonly string[]): void {
    this.#tabs = files.map((file) => {
      return button(
        { role: 'tab', 'aria-controls': 'editor', 'data-file': file },
        () => this.#choose(file),
        file,
      )
    })
    byId('files').replaceChildren(...this.#tabs)
  }

  #onKey({ key }: KeyboardEvent): void {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    const at = this.#tabs.indexOf(document.activeElement as HTMLButtonElement)
    if (step === 0 || at < 0) return
    const next = this.#tabs[(at + step + this.#tabs.length) % this.#tabs.length]!
    next.focus()
    this.#choose(next.dataset.file!)
  }
}
