/** What the author has changed → what stands beside Save: its effect, a question, and earlier versions. */
import type { Changes } from '../changes.ts'
import { type Draft, draftOf, type SentSite } from '../draft.ts'
import type { EditedSite } from '../drafts.ts'
import { changedLines } from '../edit-lines.ts'
import type { Background } from './background.ts'
import { showReceipt } from './draft-bar.ts'
import { button, byId, codeLines, element, note } from './element.ts'

type ListedVersion = Readonly<Record<'id' | 'time' | 'effect' | 'comment', string>>

interface SavingActions {
  /** Reads the open policy again, and counts its errors. */
  readonly read: () => Promise<number>
  readonly settle: () => void
  readonly restore: (draft: Draft) => void
  readonly update: (onDisk: readonly Draft[]) => void
  readonly open: (site: string) => void
}

export class Saving {
  readonly #background: Background
  readonly #actions: SavingActions
  readonly #question = byId('opens')
  readonly #comment = byId<HTMLInputElement>('save-comment')
  readonly #host = byId<HTMLInputElement>('new-host')
  /** How many saves have ended: what was on disk before is no more. */
  ended = 0
  #site!: EditedSite
  /** What the author was last asked about. */
  #asked: Draft | null = null

  constructor(background: Background, actions: SavingActions) {
    this.#background = background
    this.#actions = actions
    byId('save-anyway').addEventListener('click', () => void this.#save(this.#asked))
    byId('not-yet').addEventListener('click', () => this.#close())
    byId('history-section').addEventListener('toggle', () => this.#list())
  }

  /** Shows another policy, or the same with other files: what a save would do is not known yet. */
  show(site: EditedSite): void {
    if (site !== this.#site) byId<HTMLDetailsElement>('history-section').open = false
    this.#site = site
    this.#question.hidden = true
    byId('save-note').hidden = !site.isChanged
    byId('history-section').hidden = this.#site.draft.site === ''
    byId('save-effect').textContent = ''
  }

  learn(changes: Changes | null): void {
    if (changes === null || !this.#site.isChanged) return
    byId('save-effect').textContent = changes.effect
    byId('save-effect').toggleAttribute('data-opens', changes.question !== null)
  }

  /** Saves, or asks first where that opens something, or a new site has no name. */
  save(): void {
    this.#actions.settle()
    const { isChanged, draft } = this.#site
    if (isChanged && (draft.site !== '' || this.#host.reportValidity())) void this.#save(null)
  }

  /** Saves what is there when the author wants it, also where the author goes on. */
  async #save(sure: Draft | null): Promise<void> {
    this.#actions.settle()
    const site = this.#site
    const { draft, base, changedFiles } = site
    const changes = await this.#background.ask('changes', { was: base, now: draft })
    if (changes === null || (site !== this.#site && draft !== sure)) return
    const { effect, question } = changes
    if (question !== null && draft !== sure) {
      this.#asked = draft
      note('opens-what', question)
      this.#question.hidden = false
      // Who has gone on typing would press it.
      if (document.activeElement === byId('save')) byId('save-anyway').focus()
      return
    }
    this.#close()
    const isNew = draft.site === ''
    const about = {
      site: isNew ? this.#host.value : draft.site,
      isNew,
      effect,
      comment: this.#comment.value.trim(),
    }
    const { isSaved, message, site: made } = await saveChanges(about, changedFiles)
    this.ended++
    if (isSaved) {
      this.#comment.value = ''
      if (made === undefined) site.saved(draft, base)
      else {
        const sent = await fetchJson<readonly SentSite[]>('sites.json')
        this.#actions.update(sent!.map(draftOf))
        // What was a draft is a site of the folder now; the next new policy begins empty, unless the author has gone on.
        if (site.draft === draft) {
          site.revert()
          if (site === this.#site) this.#actions.open(made)
        }
      }
    }
    const errors = await this.#actions.read()
    if (!isSaved) note('not-saved', `Not saved: ${message}`)
    else if (site === this.#site || made === this.#site.draft.site) showReceipt(message, errors)
    await this.#list()
  }

  #close(): void {
    // Save is disabled now, or the question gone. What is typed next is no part of the policy.
    if (document.activeElement?.matches('#save, #opens *')) byId('draft-state').focus()
    this.#question.hidden = true
  }

  async #list(): Promise<void> {
    if (!byId<HTMLDetailsElement>('history-section').open) return
    const versions = await this.#fetch<readonly ListedVersion[]>('')
    const items = (versions ?? []).map((version) => this.#item(version))
    if (items.length === 0)
      items.push(element('li', { class: 'quiet' }, 'None yet: each Save makes one.'))
    byId('history').replaceChildren(...items)
  }

  #item({ id, time, effect, comment }: ListedVersion): HTMLElement {
    const site = this.#site
    const when = new Date(time).toLocaleString()
    const act = (label: string, done: (version: Draft) => void) => {
      const fetchFirst = async () => {
        const version = await this.#fetch<{ readonly files: Readonly<Record<string, string>> }>(id)
        if (version === null || site !== this.#site) return
        this.#actions.settle()
        done({
          ...site.draft,
          files: new Map([...site.draft.files, ...Object.entries(version.files)]),
        })
      }
      return button({ 'aria-label': `${label}: ${when}` }, fetchFirst, label)
    }
    const shown = element('div', { role: 'status' })
    const say = (answer: Node) => {
      shown.replaceChildren(answer)
      shown.scrollIntoView({ block: 'nearest' })
    }
    const compare = act('Compare', async (version) => say(await this.#compared(version)))
    const restore = act('Restore', (version) => {
      this.#actions.restore(version)
      say(
        element(
          'p',
          {},
          this.#site.isChanged
            ? 'Restored in this page; Save puts it on disk.'
            : 'Already on disk.',
        ),
      )
    })
    const title = element('strong', {}, comment)
    return element('li', {}, title, element('p', {}, `${when}: ${effect}`), compare, restore, shown)
  }

  async #compared(version: Draft): Promise<HTMLElement> {
    const now = this.#site.draft
    const changes = await this.#background.ask('changes', { was: now, now: version })
    const list = codeLines(changedLines(now, version))
    if (changes !== null) list.prepend(element('li', {}, `To restore it: ${changes.effect}.`))
    return list
  }

  async #fetch<T>(version: string): Promise<T | null> {
    const query = new URLSearchParams({
      site: this.#site.draft.site,
      ...(version === '' ? {} : { version }),
    })
    return fetchJson<T>(`history.json?${query}`)
  }
}

async function fetchJson<T>(path: string): Promise<T | null> {
  const response = await fetch(path)
  return response.ok ? ((await response.json()) as T) : null
}

/** What the server says that it wrote, or why nothing; `site` is the name of a new one. */
type SaveResult = Readonly<{ isSaved: boolean; message: string; site?: string }>

async function saveChanges(
  about: Readonly<Record<'site' | 'effect' | 'comment', string>> & { readonly isNew: boolean },
  changed: EditedSite['changedFiles'],
): Promise<SaveResult> {
  const files = Object.fromEntries(changed.map(({ path, base, text }) => [path, { base, text }]))
  try {
    const token = await (await fetch('token.txt')).text()
    const response = await fetch('save', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-acap-token': token },
      body: JSON.stringify({ files, ...about }),
    })
    return { isSaved: response.ok, ...((await response.json()) as Omit<SaveResult, 'isSaved'>) }
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault
    return { isSaved: false, message: '`acap serve` does not answer' }
  }
}
