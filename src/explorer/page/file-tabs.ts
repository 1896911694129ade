/** The files of a site → tabs above the editor. Arrow keys go from tab to tab (WAI-ARIA's tabs pattern). */
import { button, byId } from './element.ts'

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
