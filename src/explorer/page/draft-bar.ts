/**
 * What of a policy is not on disk → the bar above the editor: what has changed, and what the author can do about it.
 */
import { downloadHelp } from '../download.ts'
import type { ConflictingFile } from '../drafts.ts'
import { count } from '../words.ts'
import { showConflicts } from './conflict-view.ts'
import { byId, prose } from './element.ts'
import { copyText, downloadText } from './file-actions.ts'

/** What the bar's buttons do. */
interface DraftActions {
  readonly save: () => void
  readonly revert: () => void
  /** Takes the latest switch or revert back. */
  readonly undo: () => void
  readonly keepMine: () => void
  /** The file that is open. */
  readonly openFile: () => { readonly site: string; readonly path: string; readonly text: string }
}

export class DraftBar {
  readonly #state = byId('draft-state')
  readonly #save = byId<HTMLButtonElement>('save')
  readonly #fault = byId('not-saved')
  readonly #receipt = byId('saved')

  constructor({ save, revert, undo, keepMine, openFile }: DraftActions) {
    const onClick = (id: string, act: () => void) => byId(id).addEventListener('click', act)
    // These buttons are gone or disabled when they have acted: the editor has the focus then.
    const thenEdit = (act: () => void) => () => {
      act()
      byId('text').focus()
    }
    onClick('save', save)
    onClick('revert', thenEdit(revert))
    onClick('undo', thenEdit(undo))
    onClick('take-disk', thenEdit(revert))
    onClick('keep-mine', thenEdit(keepMine))
    onClick('to-editor', () => {
      byId('files').scrollIntoView({ block: 'start', behavior: 'instant' })
      byId('text').focus({ preventScroll: true })
    })
    onClick('copy', () => copyText(byId('copy'), openFile().text))
    onClick('download', () => {
      const { site, path, text } = openFile()
      downloadText(site, path, text)
      byId('download-help').hidden = false
      byId('download-help').replaceChildren(...prose(downloadHelp(site)))
    })
    const onKey = (key: string, isFor: (target: EventTarget | null) => boolean, act: () => void) =>
      addEventListener('keydown', (event) => {
        if (event.key !== key || !(event.ctrlKey || event.metaKey) || event.altKey || !isFor(event.target)) return
        event.preventDefault()
        act()
      })
    onKey(
      's',
      () => true,
      () => this.#save.disabled || save(),
    )
    // What is typed into the editor, and into fields, the browser takes back itself.
    onKey('z', (target) => !byId('undo').hidden && !(target instanceof HTMLInputElement), undo)
  }

  /** Shows whether a policy is on disk as it is written. A new one has no folder there. */
  show(site: string, isChanged: boolean, canUndo: boolean): void {
    const state = isChanged ? 'Not saved' : site === '' ? 'Not on disk' : 'As on disk'
    if (this.#state.textContent !== state) this.#state.textContent = state
    this.#save.disabled = !isChanged || site === ''
    this.#save.title = site === '' ? '' : 'Ctrl+S'
    byId('cannot-save').hidden = site !== ''
    byId('revert').hidden = !isChanged
    byId('templates').hidden = site !== ''
    byId('undo').hidden = !canUndo
    if (isChanged) this.showReceipt(null)
    else this.showFault(null)
  }

  /** Shows the files that the author has changed and that have changed on disk, too. */
  showConflicts(files: readonly ConflictingFile[]): void {
    showConflicts(files)
    if (files.length === 0) this.showFault(null)
  }

  /** Shows what was saved, and whether errors keep it from being built; null: the author has gone on. */
  showReceipt(paths: string | null, errors = 0): void {
    this.#receipt.hidden = paths === null
    this.#receipt.toggleAttribute('data-errors', errors > 0)
    const time = new Date().toTimeString().slice(0, 'HH:MM'.length)
    const fault = errors > 0 ? `, but not in force: ${count(errors, 'error')}; the policy before stays in service` : ''
    this.#receipt.replaceChildren(...prose(paths === null ? '' : `Saved ${time} to ${paths}${fault}`))
  }

  /** Shows why nothing was saved. */
  showFault(fault: string | null): void {
    this.#fault.hidden = fault === null
    this.#fault.replaceChildren(...prose(fault === null ? '' : `Not saved: ${fault}`))
  }
}
