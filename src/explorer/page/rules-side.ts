/**
 * The sides of the view Rules: the mode, the tree of folders, and what a control would do, before
 * it is used.
 */
import { type ComponentChild, render } from 'preact'
import type { Draft } from '../draft.ts'
import type { Folder } from '../folders.ts'
import type { PolicyChange } from '../policy-change.ts'
import { MODE_SENTENCES } from '../words.ts'
import type { Answer } from './background.ts'
import { byId, isInSight } from './element.ts'
import { codeProse, html } from './html.ts'
import { summariser } from './workers.ts'

/** How long a pointer rests on a control before it is asked what that would do, in milliseconds. */
const REST = 120
const MOST_LINES = 4

interface RulesActions {
  readonly openFolder: (path: string) => void
  readonly press: (change: PolicyChange) => void
}

let timer = 0

/** Says what a control would do. */
export function showPreview(draft: Draft, change: PolicyChange): void {
  clearTimeout(timer)
  timer = setTimeout(async () => {
    const preview = await summariser.ask('preview', { draft, change })
    if (preview !== null) render(previewWords(preview), byId('preview'))
  }, REST)
}

let shown: Draft | null = null

/** Shows another policy, or the same with other files, while the view is open. */
export async function showRules(draft: Draft, actions: RulesActions): Promise<void> {
  shown = draft
  if (!isInSight('mode-section')) return
  await summariser.learn(draft.site)
  // Other files came meanwhile: a question about these would take the place of theirs.
  if (draft !== shown) return
  const [refused, folders] = await Promise.all([
    summariser.ask('refused', draft),
    summariser.ask('folders', draft),
  ])
  if (draft !== shown) return
  if (refused !== null) render(modes(refused, draft, actions), byId('mode-section'))
  if (folders === null) return
  const tree = folderItem(folders, actions)
  render(html`<ul class="folders" aria-labelledby="folders-title">${tree}</ul>`, byId('folders'))
}

function modes(
  { mode, refusesForged, tried, remark }: Answer<'refused'>,
  draft: Draft,
  { press }: RulesActions,
): ComponentChild {
  const forged = { kind: 'forged', refuses: !refusesForged } as const
  const showForged = () => showPreview(draft, forged)
  const choices = (['enforce', 'observe'] as const).map((each) => {
    const change = { kind: 'mode', mode: each } as const
    const show = () => showPreview(draft, change)
    return html`<label class="inline" onPointerEnter=${show}>
      <input type="radio" name="mode" checked=${mode === each} onChange=${() => press(change)} onFocus=${show} />
      ${each}
    </label>`
  })
  return html`<h2 id="mode-title">Mode</h2>
    <div class="modes" role="radiogroup" aria-labelledby="mode-title">${choices}</div>
    <p class="quiet">${MODE_SENTENCES[mode]}</p>
    <p>${tried}</p>
    <label class="inline" onPointerEnter=${showForged}>
      <input type="checkbox" checked=${refusesForged} onChange=${() => press(forged)} onFocus=${showForged} />
      Refuse names that fail their check
    </label>
    ${remark === '' ? null : html`<p class="quiet">${codeProse(remark)}</p>`}`
}

function folderItem(
  { path, words, state, folders }: Folder,
  actions: RulesActions,
): ComponentChild {
  const inside = folders.map((folder) => folderItem(folder, actions))
  return html`<li class="folder">
    <button type="button" class="link" onClick=${() => actions.openFolder(path)}>${path}</button>
    <span data-state=${state}> ${words}</span>
    ${inside.length === 0 ? null : html`<ul>${inside}</ul>`}
  </li>`
}

function previewWords(preview: Answer<'preview'>): ComponentChild {
  const { words, opens, closes, settings, cases, incomplete, tried } = preview
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['Opens', opens],
    ['Closes', closes],
    ...(settings.length === 0 ? [] : [['Other settings', settings] as const]),
    ['Cases of yours that would fail', cases],
    ['Requests', [tried]],
  ]
  const parts = rows.map(([title, lines]) => html`<dt>${title}</dt>${linesOf(lines)}`)
  const unsure = incomplete === '' ? null : html`<p>${incomplete}: not every path was tried.</p>`
  return html`<p>${codeProse(words)}</p><dl>${parts}</dl>${unsure}`
}

function linesOf(lines: readonly string[]): readonly ComponentChild[] {
  if (lines.length === 0) return [html`<dd class="quiet">nothing</dd>`]
  const more = lines.length - MOST_LINES
  const shown = more > 0 ? [...lines.slice(0, MOST_LINES), `and ${more} more`] : lines
  return shown.map((line) => html`<dd>${codeProse(line)}</dd>`)
}
