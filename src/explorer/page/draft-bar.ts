/**
 * The bar above all views: whether the policy is saved, Save, Undo, and the list of what the
 * author's changes do.
 */
import { render } from 'preact'
import type { View } from '../address.ts'
import type { Changes, ShownChange } from '../changes.ts'
import { downloadHelp, downloadName, type EditedSite } from '../drafts.ts'
import { count } from '../words.ts'
import { byId, note, onClick, say } from './element.ts'
import { codeProse, download, html } from './html.ts'

/** How long the button says that it has copied, in milliseconds. */
const SAYS_SO = 1500

/**
 * What the buttons do. `undo` takes the latest change back, in any view; after a save, all that it
 * saved.
 */
interface DraftActions
  extends Readonly<Record<'save' | 'revert' | 'undo' | 'redo' | 'keepMine', () => void>> {
  readonly visit: (view: View) => void
  readonly openFile: () => { readonly site: string; readonly path: string; readonly text: string }
}

export function makeDraftBar(actions: DraftActions): void {
  const { visit, save, revert, undo, redo, keepMine, openFile } = actions
  onClick('save', save)
  // These buttons disappear once pressed. The focus must not fall into the editor, where keys would
  // write.
  for (const [id, act] of Object.entries({
    revert,
    undo,
    'take-disk': revert,
    'keep-mine': keepMine,
  }))
    onClick(id, () => {
      act()
      byId('draft-state').focus()
    })
  onClick('see-changes', () => {
    visit('rules')
    byId('changes-title').scrollIntoView({ block: 'center' })
    byId('changes-title').focus({ preventScroll: true })
  })
  onClick('copy', async () => {
    await navigator.clipboard.writeText(openFile().text)
    say('copy', 'Copied')
    setTimeout(() => say('copy', 'Copy'), SAYS_SO)
  })
  onClick('download', () => {
    const { site, path, text } = openFile()
    download(downloadName(site, path), text, 'text/plain')
    note('download-help', downloadHelp(site))
  })
  addEventListener('keydown', (event) => {
    const { key, shiftKey, target } = event
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const wanted = key.toLowerCase()
    const act = wanted === 's' ? save : wanted === 'y' || shiftKey ? redo : undo
    // In a field, the browser's own undo is better.
    const isHere = wanted === 's' || !(target instanceof HTMLInputElement)
    if (!['s', 'z', 'y'].includes(wanted) || !isHere) return
    event.preventDefault()
    act()
  })
}

/** Shows whether the files are on disk as the author has them. A new site has no folder yet. */
export function showDraftState({ draft: { site }, isChanged, canUndo }: EditedSite): void {
  say('draft-state', isChanged ? 'Not saved' : site === '' ? 'Not on disk' : 'Saved')
  byId<HTMLButtonElement>('save').disabled = !isChanged
  byId('new-site').hidden = site !== ''
  byId('revert').hidden = !isChanged
  byId('templates').hidden = site !== ''
  byId<HTMLButtonElement>('undo').disabled = !canUndo
  note(isChanged ? 'saved' : 'not-saved', null)
}

let shownConflicts = '[]'

/**
 * Shows the files that the author and somebody else have changed; the columns come with the editor.
 */
export async function showConflicts(files: EditedSite['conflicts']): Promise<void> {
  const key = JSON.stringify(files)
  byId('disk').hidden = files.length === 0
  if (key === shownConflicts) return
  shownConflicts = key
  const { threeColumns } = await import('./code/three-columns.ts')
  if (key === shownConflicts) byId('conflicts').replaceChildren(...files.flatMap(threeColumns))
}

export function showReceipt(paths: string, errors: number): void {
  byId('saved').toggleAttribute('data-errors', errors > 0)
  const time = new Date().toTimeString().slice(0, 'HH:MM'.length)
  const fault = `, but not in force: ${count(errors, 'error')}; the policy before stays in service`
  const force =
    '. It is in force at once where `acap gate` serves this folder, else once it is deployed or published.'
  note('saved', `Saved ${time} to ${paths}${errors > 0 ? fault : force}`)
}

/**
 * Makes room for the list of changes where the author has changed something; `isOther`: compared
 * with another policy.
 */
export function prepareChanges(isChanged: boolean, isOther: boolean): void {
  const section = byId('changes-section')
  if (!isChanged && section.contains(document.activeElement)) byId('draft-state').focus()
  section.hidden = !isChanged
  byId('see-changes').hidden = !isChanged
  if (!isOther) return
  say('changes-summary', '')
  render(null, byId('changes'))
}

/** Shows what the changes do. A press on one of them asks about it. */
export function showChanges(changes: Changes, ask: (change: ShownChange) => void): void {
  const { summary, shown, more, settings, incomplete } = changes
  say('changes-summary', summary)
  const notes = [
    ...(more > 0 ? [`and ${count(more, 'change')} more: \`acap diff\` lists all`] : []),
    ...settings,
    ...(incomplete === '' ? [] : [`${incomplete}: too many patterns overlap to try every path`]),
  ]
  const side = (word: string, lines: readonly string[]) =>
    lines.map(
      (line, i) =>
        html`<span class="help">${codeProse(`${i === 0 ? word : 'and'} ${line}`)}</span>`,
    )
  const items = shown.map((change) => {
    const { effect, crawlers, what, was, now } = change
    return html`<li>
      <button type="button" class="case" onClick=${() => ask(change)}>
        <span class="badge" data-effect=${effect}>${effect}</span>
        <span> ${crawlers}: ${what}</span>
        ${side('was', was)}${side('now', now)}
      </button>
    </li>`
  })
  const rest = notes.map((text) => html`<li class="quiet">${codeProse(text)}</li>`)
  render([items, rest], byId('changes'))
}
