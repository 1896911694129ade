/** A policy → what is beside the board of switches: the mode, the folders, and what a control would do before it is used. */
import { type ComponentChild, render } from 'preact'
import type { Draft } from '../draft.ts'
import type { Folder } from '../folders.ts'
import { MODE_SENTENCES, type PolicyChange } from '../policy-change.ts'
import { refusedInWords, triedInWords } from '../tried-requests.ts'
import type { Answer, Background } from './background.ts'
import { byId, isInSight } from './element.ts'
import { codeProse, html } from './html.ts'

/** How long a pointer rests on a control before it is asked what that would do, in milliseconds. */
const REST = 120
const MOST_LINES = 4

interface RulesActions {
  readonly openFolder: (path: string) => void
  readonly press: (change: PolicyChange) => void
}

/** Says what a control would do. */
export class RulesPreview {
  readonly #background: Background
  #timer = 0

  constructor(background: Background) {
    this.#background = background
    render(html`<p class="quiet">${HINT}</p>`, byId('preview'))
  }

  show(draft: Draft, change: PolicyChange): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(async () => {
      const preview = await this.#background.ask('preview', { draft, change })
      if (preview !== null) render(previewWords(preview), byId('preview'))
    }, REST)
  }
}

const HINT =
  'Point at a switch, or go to it by the keyboard, to see here what it would open and close.'

export class RulesSide {
  readonly #background: Background
  readonly #preview: RulesPreview
  readonly #actions: RulesActions
  #draft: Draft | null = null

  constructor(background: Background, preview: RulesPreview, actions: RulesActions) {
    this.#background = background
    this.#preview = preview
    this.#actions = actions
  }

  /** Shows another policy, or the same with other files, while the view is open. */
  async show(draft: Draft): Promise<void> {
    this.#draft = draft
    if (!isInSight('mode-section')) return
    await this.#background.learn(draft.site)
    const [refused, folders] = await Promise.all([
      this.#background.ask('refused', draft),
      this.#background.ask('folders', draft),
    ])
    if (draft !== this.#draft) return
    if (refused !== null) render(this.#modes(refused), byId('mode-section'))
    if (folders !== null) render(this.#folder(folders), byId('folders'))
  }

  #modes({ mode, refusesForged, tried }: Answer<'refused'>): ComponentChild {
    const forged = { kind: 'forged', refuses: !refusesForged } as const
    const showForged = () => this.#preview.show(this.#draft!, forged)
    const pressForged = () => this.#actions.press(forged)
    const choices = (['enforce', 'observe'] as const).map((each) => {
      const show = () => this.#preview.show(this.#draft!, { kind: 'mode', mode: each })
      const press = () => this.#actions.press({ kind: 'mode', mode: each })
      return html`<label class="inline" onPointerEnter=${show}>
        <input type="radio" name="mode" checked=${mode === each} onChange=${press} onFocus=${show} />
        ${each}
      </label>`
    })
    return html`<h2 id="mode-title">Mode</h2>
      <div class="modes" role="radiogroup" aria-labelledby="mode-title">${choices}</div>
      <p class="quiet">${MODE_SENTENCES[mode]}</p>
      <p>${refusedInWords(tried, mode)}</p>
      <label class="inline" onPointerEnter=${showForged}>
        <input type="checkbox" checked=${refusesForged} onChange=${pressForged} onFocus=${showForged} />
        Refuse names that fail their check
      </label>`
  }

  #folder(folder: Folder): ComponentChild {
    const item = ({ path, words, state, folders }: Folder): ComponentChild => {
      const open = () => this.#actions.openFolder(path)
      return html`<li class="folder">
        <button type="button" class="link" onClick=${open}>${path}</button>
        <span data-state=${state}> ${words}</span>
        ${folders.length === 0 ? null : html`<ul>${folders.map(item)}</ul>`}
      </li>`
    }
    return html`<ul class="folders" aria-labelledby="folders-title">${item(folder)}</ul>`
  }
}

function previewWords(preview: Answer<'preview'>): ComponentChild {
  const { words, opens, closes, settings, cases, incomplete, tried } = preview
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['Opens', opens],
    ['Closes', closes],
    ...(settings.length === 0 ? [] : [['Other settings', settings] as const]),
    ['Cases of yours that would fail', cases],
    ['Requests of the last seven days', [triedInWords(tried)]],
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
