/**
 * What the author has changed, and what it changes for crawlers → what stands beside Save: its effect, a question where
 * something opens, and the versions that were saved before.
 */
import type { Registry } from '../../bundle/program.ts'
import { type Changes, changesOf } from '../changes.ts'
import type { Draft } from '../draft.ts'
import type { Drafts } from '../drafts.ts'
import { changedLines } from '../switch-words.ts'
import { byId, element, prose } from './element.ts'
import { type SaveResult, saveChanges } from './file-actions.ts'

/** A version as the server lists it. */
interface ListedVersion {
  readonly id: string
  readonly time: string
  readonly effect: string
  readonly comment: string
}

interface SavingActions {
  /** Takes over what was saved, or says why nothing was. */
  readonly saved: (index: number, draft: Draft, base: Draft, result: SaveResult) => void
  /** Gives the open policy the files of a version. */
  readonly restore: (draft: Draft) => void
}

export class Saving {
  readonly #drafts: Drafts
  readonly #registry: Registry
  readonly #actions: SavingActions
  readonly #question = byId('opens')
  readonly #comment = byId<HTMLInputElement>('save-comment')
  #index = 0

  constructor(drafts: Drafts, registry: Registry, actions: SavingActions) {
    this.#drafts = drafts
    this.#registry = registry
    this.#actions = actions
    byId('save-anyway').addEventListener('click', () => this.#write(this.#changes()))
    byId('not-yet').addEventListener('click', () => this.#close())
    byId('history-section').addEventListener('toggle', () => this.#list())
  }

  /** Shows another policy, or the same with other files: what a save would do is not known yet. */
  show(index: number): void {
    if (index !== this.#index) byId<HTMLDetailsElement>('history-section').open = false
    this.#index = index
    this.#question.hidden = true
    byId('save-note').hidden = !this.#drafts.isChanged(index) || this.#draft.site === ''
    byId('history-section').hidden = this.#draft.site === ''
    byId('save-effect').textContent = ''
  }

  /** Shows what a save would do. */
  learn(changes: Changes | null): void {
    if (changes === null || !this.#drafts.isChanged(this.#index)) return
    byId('save-effect').textContent = effectOf(changes)
    byId('save-effect').toggleAttribute('data-opens', changes.mayOpen)
  }

  /** Saves, or asks first where that opens something. */
  save(): void {
    const changes = this.#changes()
    if (!changes.mayOpen) {
      void this.#write(changes)
      return
    }
    byId('opens-what').replaceChildren(...prose(`This opens something: ${effectOf(changes)}.`))
    this.#question.hidden = false
    byId('save-anyway').focus()
  }

  get #draft(): Draft {
    return this.#drafts.at(this.#index)
  }

  #changes(): Changes {
    return changesOf(this.#drafts.baseOf(this.#index), this.#draft, this.#registry, Date.now())
  }

  async #write(changes: Changes): Promise<void> {
    this.#close()
    const [index, draft, base] = [this.#index, this.#draft, this.#drafts.baseOf(this.#index)]
    const why = { effect: effectOf(changes), comment: this.#comment.value.trim() }
    const result = await saveChanges(draft.site, this.#drafts.changedFiles(index), why)
    if (result.isSaved) this.#comment.value = ''
    this.#actions.saved(index, draft, base, result)
    await this.#list()
  }

  #close(): void {
    this.#question.hidden = true
    byId('text').focus()
  }

  async #list(): Promise<void> {
    if (!byId<HTMLDetailsElement>('history-section').open) return
    const versions = await this.#fetch<readonly ListedVersion[]>('')
    const items = (versions ?? []).map((version) => this.#item(version))
    byId('history').replaceChildren(
      ...(items.length > 0 ? items : [element('li', { class: 'quiet' }, 'None yet: each Save makes one.')]),
    )
  }

  #item({ id, time, effect, comment }: ListedVersion): HTMLElement {
    const when = new Date(time).toLocaleString()
    const button = (label: string, act: (files: Draft['files']) => void) => {
      const made = element('button', { type: 'button', 'aria-label': `${label}: ${when}` }, label)
      made.addEventListener('click', async () => {
        const version = await this.#fetch<{ readonly files: Readonly<Record<string, string>> }>(id)
        if (version !== null) act(new Map([...this.#draft.files, ...Object.entries(version.files)]))
      })
      return made
    }
    const shown = element('ul', { class: 'lines' })
    return element(
      'li',
      {},
      element('span', {}, `${when}: ${effect}${comment === '' ? '' : ` (${comment})`} `),
      button('Compare', (files) => shown.replaceChildren(...this.#compared(files))),
      button('Restore', (files) => this.#actions.restore({ ...this.#draft, files })),
      shown,
    )
  }

  /** What restoring a version would change now. */
  #compared(files: Draft['files']): readonly HTMLElement[] {
    const [was, now] = [this.#draft, { ...this.#draft, files }]
    const effect = effectOf(changesOf(was, now, this.#registry, Date.now()))
    const lines = changedLines(was, now).map((line) => element('li', {}, element('code', {}, line)))
    return [element('li', {}, `To restore it: ${effect}.`), ...lines]
  }

  async #fetch<T>(version: string): Promise<T | null> {
    const query = new URLSearchParams({ site: this.#draft.site, ...(version === '' ? {} : { version }) })
    const response = await fetch(`history.json?${query}`)
    return response.ok ? ((await response.json()) as T) : null
  }
}

/** `1 closes: everything with /archive/, for GPTBot`. */
function effectOf({ summary, shown }: Changes): string {
  const [first] = shown
  if (first === undefined) return summary
  const what = `${first.what}, for ${first.crawlers}`
  return shown.length > 1 ? `${summary}; first of all it ${first.effect} ${what}` : `${summary}: ${what}`
}
