/**
 * Draws the board of switches, the forms and the templates of the view Rules, and handles their
 * clicks: it asks the worker what a press would do (rules-side.ts), or has it write the change
 * (`change` in desk.ts), and hands the changed files to the page. It saves nothing (saving.ts) and
 * knows no lines of a policy.
 */
import { type ComponentChild, render } from 'preact'
import { PEOPLES_USES, type PeoplesUse } from '../../words/uses.ts'
import type { Draft } from '../draft.ts'
import type { PolicyChange } from '../policy-change.ts'
import type { RecipeForm } from '../recipe-forms.ts'
import forms from '../recipes.json' with { type: 'json' }
import type { SentSite } from '../site-files.ts'
import type { Switch, Who } from '../switch.ts'
import { ROWS, usesIn, whoInWords } from '../switch-words.ts'
import type { Answer } from './background.ts'
import { byId } from './element.ts'
import { codeLines, html, proseLines } from './html.ts'
import { showPreview } from './rules-side.ts'
import { reader } from './workers.ts'

const PRESSED = { open: 'true', closed: 'false', some: 'mixed' } as const

type State = Answer<'states'>[number]
type BoardSet = Pick<Switch, 'who' | 'use'>
type Template = Pick<SentSite, 'files'> & Readonly<Record<'name' | 'title', string>>

/**
 * Gets the files that a control has written, and those before. It takes the former only if the page
 * still has the latter, and says whether it did.
 */
export type TakeWritten = (written: Draft, was: Draft, by?: PolicyChange['kind']) => boolean

/** Why a use has no switch of its own in the row of a kind of crawlers. */
const BY_FETCHING = 'In this row, Fetching decides it.'

export class Writing {
  readonly #take: TakeWritten
  readonly #path = byId<HTMLInputElement>('switch-path')
  readonly #name = byId<HTMLInputElement>('switch-name')
  #draft: Draft | null = null
  #written: Draft | null = null

  constructor(take: TakeWritten) {
    this.#take = take
    byId('switches-form').addEventListener('submit', (event) => event.preventDefault())
    this.#path.addEventListener('input', () => void this.#drawBoard())
    this.#name.addEventListener('change', () => void this.#drawBoard())
    const recipes = Object.values<RecipeForm>(forms).map((recipe) => this.#form(recipe))
    render(recipes, byId('recipes'))
    void this.#offerTemplates()
  }

  /**
   * Shows the switches of a policy. The lines that the last press wrote stay on the page until
   * other files come, or they are saved.
   */
  show(draft: Draft, isChanged: boolean): void {
    const isOther = this.#draft?.site !== draft.site
    this.#draft = draft
    // What was meant for one site is not written into another.
    if (isOther) {
      for (const form of byId('recipes').querySelectorAll('form')) form.reset()
      byId<HTMLFormElement>('switches-form').reset()
      this.#showBoard(this.#sets)
    }
    if (draft !== this.#written || !isChanged) render(null, byId('switched'))
    for (const said of byId('recipes').querySelectorAll('[role=status]')) render(null, said)
    void this.#drawBoard()
  }

  /** The forms begin with what the files say already. */
  offer(values: Answer<'read'>['contact']): void {
    for (const [name, value] of Object.entries(values)) {
      const input = byId('recipes').querySelector<HTMLInputElement>(`[name="${name}"]`)!
      if (input.value === input.defaultValue) input.value = value
      input.defaultValue = value
    }
  }

  /** Shows the switches of a folder. */
  openFolder(path: string): void {
    this.#path.value = path
    void this.#drawBoard()
  }

  get #at(): string {
    const path = this.#path.value.trim()
    return path.startsWith('/') ? path : `/${path}`
  }

  /** Asks how the switches stand, and shows it. */
  async #drawBoard(): Promise<void> {
    if (this.#draft === null) return
    const sets = this.#sets
    const states = await reader.ask('states', { draft: this.#draft, path: this.#at, sets })
    if (states !== null) this.#showBoard(sets, states)
  }

  /** The switches of each kind of crawlers, and of the crawler that is named. */
  get #sets(): readonly BoardSet[] {
    const name = this.#name.value.trim()
    const rows: readonly Who[] = name === '' ? ROWS : [...ROWS, { kind: 'crawler', name }]
    return rows.flatMap((who) => usesIn(who).map((use) => ({ who, use })))
  }

  /** Without states the switches are there, and wait for their answer. */
  #showBoard(sets: readonly BoardSet[], states: readonly State[] = []): void {
    const cellOf = (who: Who, use: PeoplesUse) => {
      const i = sets.findIndex((set) => set.who === who && set.use === use)
      if (i >= 0) return html`<td>${this.#switch(who, use, states[i])}</td>`
      return html`<td title=${BY_FETCHING}><span class="visually-hidden">${BY_FETCHING}</span></td>`
    }
    const rowOf = (who: Who) => {
      const cells = PEOPLES_USES.map((use) => cellOf(who, use))
      return html`<tr><th scope="row">${whoInWords(who)}</th>${cells}</tr>`
    }
    const heads = PEOPLES_USES.map(({ title }) => html`<th scope="col">${title}</th>`)
    const board = html`
      <thead><tr><td></td>${heads}</tr></thead>
      <tbody>${[...new Set(sets.map(({ who }) => who))].map(rowOf)}</tbody>`
    render(board, byId('switches'))
  }

  /** A switch. While it has the focus or the pointer, the page says what a press would do. */
  #switch(who: Who, use: PeoplesUse, state: State | undefined): ComponentChild {
    const name = `${whoInWords(who)}, ${use.title}`
    if (state === undefined)
      return html`<button type="button" class="switch" aria-label=${name}>…</button>`
    const change = (): PolicyChange => {
      return { kind: 'switch', set: { who, use, path: this.#at, opens: state === 'closed' } }
    }
    const show = () => showPreview(this.#draft!, change())
    const label = `${name}: ${state}`
    return html`<button type="button" class="switch" aria-pressed=${PRESSED[state]} aria-label=${label}
      onClick=${() => this.press(change())} onPointerEnter=${show} onFocus=${show}>${state}</button>`
  }

  /** Writes what a switch, or the control of the mode, is set to. */
  press(change: PolicyChange): Promise<void> {
    return this.#write(change, byId('switched'))
  }

  /** Writes a change into the files, and says there what was written. */
  async #write(change: PolicyChange, place: Element): Promise<void> {
    const was = this.#draft!
    const answer = await reader.ask('change', { draft: was, change })
    if (answer === null) return
    const { draft, words, lines } = answer
    this.#written = draft ?? was
    const isTaken = draft === null || this.#take(draft, was, change.kind)
    const said = isTaken ? words : 'Not written: the files have changed meanwhile. Try again.'
    render([proseLines([said]), isTaken ? codeLines(lines) : null], place)
  }

  #form({ title, fields }: RecipeForm): ComponentChild {
    const inputs = fields.map(({ name, label, type, value, optional = false }) => {
      return html`<label>
        ${`${label} `}<input name=${name} type=${type} defaultValue=${value} required=${!optional} autocomplete="off" min="0" />
      </label>`
    })
    const changeOf = (form: HTMLFormElement): PolicyChange => {
      const given = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()])
      return { kind: 'form', recipe: title, values: Object.fromEntries(given) }
    }
    type FormEvent = Event & { readonly currentTarget: HTMLFormElement }
    const show = ({ currentTarget: form }: FormEvent) => {
      if (form.matches(':valid')) showPreview(this.#draft!, changeOf(form))
    }
    const submit = async (event: FormEvent) => {
      event.preventDefault()
      const said = event.currentTarget.nextElementSibling!
      await this.#write(changeOf(event.currentTarget), said)
      said.scrollIntoView({ block: 'nearest' })
    }
    return html`<details class="words">
      <summary>${title}</summary>
      <form class="switch-fields" onSubmit=${submit} onFocusIn=${show} onChange=${show}>
        ${inputs}<button type="submit">Write it</button>
      </form>
      <div role="status"></div>
    </details>`
  }

  async #offerTemplates(): Promise<void> {
    const templates = (await (await fetch('templates.json')).json()) as readonly Template[]
    const items = templates.map(({ name, title, files }) => {
      const begun = new Map(Object.entries(files))
      const take = () => this.#take({ ...this.#draft!, files: begun }, this.#draft!)
      return html`<li><button type="button" onClick=${take}>Begin with “${name}”</button> ${title}</li>`
    })
    render(items, byId('templates'))
  }
}
