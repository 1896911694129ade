/**
 * Saves what the author has changed: says what that does, asks first where it may do what
 * is not meant,
 * posts the files to the server (server/save-files.ts), and lists the earlier versions.
 */
import { type ComponentChild, render } from 'preact'
import type { Changes } from '../changes.ts'
import type { Visits } from '../closed-search.ts'
import type { Draft } from '../draft.ts'
import type { EditedSite } from '../drafts.ts'
import { changedLines, draftOf, type SentSite } from '../site-files.ts'
import { showReceipt } from './draft-bar.ts'
import { byId, note, onClick, say } from './element.ts'
import { savedVersions, versionFiles } from './history.ts'
import { codeLines, html, proseLines } from './html.ts'
import { reader } from './workers.ts'

interface SavingActions {
  /** Reads the open policy again, and counts its errors. */
  readonly read: () => Promise<number>
  readonly settle: () => void
  readonly restore: (draft: Draft) => void
  readonly update: (onDisk: readonly Draft[]) => void
  readonly open: (site: string) => void
  /** Gets the names of the crawlers about whom a Save has decided. */
  readonly saved: (names: readonly string[]) => void
  /** How many visits each operator sent, as the log says. */
  readonly visits: () => Visits
}

export class Saving {
  readonly #actions: SavingActions
  readonly #question = byId('opens')
  readonly #history = byId<HTMLDetailsElement>('history-section')
  readonly #comment = byId<HTMLInputElement>('save-comment')
  readonly #host = byId<HTMLInputElement>('new-host')
  /** How many saves have ended. What was fetched from disk before the last one is out of date. */
  ended = 0
  #site!: EditedSite
  /** What the author was last asked about. */
  #asked: Draft | null = null

  constructor(actions: SavingActions) {
    this.#actions = actions
    onClick('save-anyway', () => void this.#save(this.#asked))
    onClick('not-yet', () => this.#close())
    this.#history.addEventListener('toggle', () => this.#list())
  }

  /** Shows another policy, or the same with other files: what a save would do is not known yet. */
  show(site: EditedSite): void {
    if (site !== this.#site) this.#history.open = false
    this.#site = site
    this.#question.hidden = true
    byId('save-note').hidden = !site.isChanged
    this.#history.hidden = site.draft.site === ''
    for (const each of ['save-effect', 'save-tried']) say(each, '')
  }

  learn(changes: Changes | null): void {
    if (changes === null || !this.#site.isChanged) return
    say('save-effect', changes.effect)
    byId('save-effect').toggleAttribute('data-opens', changes.question !== null)
  }

  /** How many requests of the log that would have changed. */
  count(tried: string): void {
    say('save-tried', this.#site.isChanged ? tried : '')
  }

  /**
   * Saves, or asks first where that opens something unasked or closes the site to those by whom
   * readers come, or a new site has no name.
   */
  save(): void {
    this.#actions.settle()
    const { isChanged, draft } = this.#site
    if (isChanged && (draft.site !== '' || this.#host.reportValidity())) void this.#save(null)
  }

  /** Saves the files as they are at the press; the author may go on typing meanwhile. */
  async #save(sure: Draft | null): Promise<void> {
    this.#actions.settle()
    const site = this.#site
    const { draft, base, changedFiles } = site
    const about = { was: base, now: draft }
    const { isProven } = site
    const changes = await reader.ask('changes', about)
    const closing = await reader.ask('closing', { ...about, visits: this.#actions.visits() })
    if (changes === null || closing === null || (site !== this.#site && draft !== sure)) return
    const { effect } = changes
    // A switch opens what it says, and nothing else: its author has asked for that.
    const questions = [isProven ? null : changes.question, closing.question].filter(
      (each) => each !== null,
    )
    if (questions.length > 0 && draft !== sure) {
      this.#asked = draft
      note('opens-what', questions.join(' '))
      this.#question.hidden = false
      // The focus moves only if it was on Save: an author who went on typing must not press this by
      // a key.
      if (document.activeElement === byId('save')) byId('save-anyway').focus()
      return
    }
    this.#close()
    const isNew = draft.site === ''
    const {
      isSaved,
      message,
      site: made,
    } = await sentToServer({
      site: isNew ? this.#host.value : draft.site,
      isNew,
      effect,
      comment: this.#comment.value.trim(),
      files: Object.fromEntries(
        changedFiles.map(({ path, base, text }) => [path, { base, text }] as const),
      ),
    })
    this.ended++
    if (isSaved) {
      this.#comment.value = ''
      if (made === undefined) site.saved(draft, base)
      else await this.#openNew(site, draft, made)
    }
    const errors = await this.#actions.read()
    if (isSaved && site === this.#site) this.#actions.saved(changes.names)
    if (!isSaved) note('not-saved', `Not saved: ${message}`)
    else if (site === this.#site || made === this.#site.draft.site) showReceipt(message, errors)
    await this.#list()
  }

  /**
   * Opens the site that a save has made. “A new policy” is empty again, unless the author has gone
   * on typing there.
   */
  async #openNew(site: EditedSite, draft: Draft, made: string): Promise<void> {
    const sites = (await (await fetch('sites.json')).json()) as readonly SentSite[]
    this.#actions.update(sites.map(draftOf))
    if (site.draft !== draft) return
    site.revert()
    if (site === this.#site) this.#actions.open(made)
  }

  #close(): void {
    // Save is disabled now, or the question is hidden: the focus needs a place where keys write
    // nothing.
    if (document.activeElement?.matches('#save, #opens *')) byId('draft-state').focus()
    this.#question.hidden = true
  }

  async #list(): Promise<void> {
    if (!this.#history.open) return
    const versions = await savedVersions(this.#site.draft)
    const none = html`<li class="quiet">None yet: each Save makes one.</li>`
    // The list is emptied first, with the comparisons in it: they were made before this save.
    render(null, byId('history'))
    const items = versions.map((version) => this.#item(version))
    render(items.length === 0 ? none : items, byId('history'))
  }

  #item({ id, time, effect, comment }: Awaited<ReturnType<typeof savedVersions>>[number]) {
    const site = this.#site
    const when = new Date(time).toLocaleString()
    const said: { current: HTMLElement | null } = { current: null }
    const act = (label: string, done: (version: Draft) => Promise<ComponentChild>) => {
      const fetchFirst = async () => {
        const files = await versionFiles(site.draft, id)
        if (files === null || site !== this.#site) return
        this.#actions.settle()
        const { draft } = site
        render(await done({ ...draft, files: new Map([...draft.files, ...files]) }), said.current!)
        said.current!.scrollIntoView({ block: 'nearest' })
      }
      return html`<button type="button" aria-label=${`${label}: ${when}`} onClick=${fetchFirst}>${label}</button>`
    }
    return html`<li>
      <strong>${comment}</strong>
      <p>${when}: ${effect}</p>
      ${act('Compare', (version) => this.#compared(version))}
      ${act('Restore', async (version) => {
        this.#actions.restore(version)
        const isChanged = 'Restored in this page; Save puts it on disk.'
        return proseLines([this.#site.isChanged ? isChanged : 'Already on disk.'])
      })}
      <div role="status" ref=${said}></div>
    </li>`
  }

  async #compared(version: Draft): Promise<ComponentChild> {
    const now = this.#site.draft
    const changes = await reader.ask('changes', { was: now, now: version })
    const effect = changes === null ? [] : [`To restore it: ${changes.effect}.`]
    return [proseLines(effect), codeLines(changedLines(now, version))]
  }
}

/** What the server says that it wrote, or why nothing; `site` is the name of a new one. */
type SaveResult = Readonly<{ isSaved: boolean; message: string; site?: string }>

async function sentToServer(request: object): Promise<SaveResult> {
  try {
    const token = await (await fetch('token.txt')).text()
    const response = await fetch('save', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-acap-token': token },
      body: JSON.stringify(request),
    })
    return { isSaved: response.ok, ...((await response.json()) as Omit<SaveResult, 'isSaved'>) }
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault
    return { isSaved: false, message: '`acap serve` does not answer' }
  }
}
