/** A policy → what writes its lines by a click: the board of switches, forms, whole policies. */
import { PEOPLES_USES, type PeoplesUse } from '../../words/uses.ts'
import type { Draft, SentSite } from '../draft.ts'
import type { PolicyChange } from '../policy-change.ts'
import type { RecipeForm } from '../recipe-forms.ts'
import forms from '../recipes.json' with { type: 'json' }
import type { Switch, Who } from '../switch.ts'
import { ROWS, usesIn, whoInWords } from '../switch-words.ts'
import type { Answer, Background } from './background.ts'
import { button, byId, codeLines, element, prose } from './element.ts'
import type { RulesPreview } from './rules-side.ts'

const PRESSED = { open: 'true', closed: 'false', some: 'mixed' } as const

type Template = Pick<SentSite, 'files'> & Readonly<Record<'name' | 'title', string>>

export class Writing {
  readonly #background: Background
  readonly #take: (written: Draft, was: Draft) => boolean
  readonly #path = byId<HTMLInputElement>('switch-path')
  readonly #name = byId<HTMLInputElement>('switch-name')
  #draft: Draft | null = null
  #written: Draft | null = null
  #named: HTMLElement | null = null
  #buttons: readonly {
    readonly button: HTMLButtonElement
    readonly set: Omit<Switch, 'opens' | 'path'>
  }[] = []

  readonly #preview: RulesPreview

  /** `take` gets what a click has written, and takes it where the files are still what it was written into. */
  constructor(
    background: Background,
    preview: RulesPreview,
    take: (written: Draft, was: Draft) => boolean,
  ) {
    this.#background = background
    this.#preview = preview
    this.#take = take
    byId('switches-form').addEventListener('submit', (event) => event.preventDefault())
    this.#path.addEventListener('input', () => void this.#draw())
    this.#name.addEventListener('change', () => this.#showNamed())
    const heads = PEOPLES_USES.map(({ title }) => element('th', { scope: 'col' }, title))
    const head = element('thead', {}, element('tr', {}, element('td'), heads))
    const rows = ROWS.map((who) => this.#row(who))
    byId('switches').replaceChildren(head, element('tbody', {}, rows))
    byId('recipes').append(...Object.values<RecipeForm>(forms).map((recipe) => this.#form(recipe)))
    void this.#offerTemplates()
  }

  /** Shows how the switches stand; what the last one has written, until the files are others. */
  show(draft: Draft): void {
    const isOther = this.#draft?.site !== draft.site
    this.#draft = draft
    // What was meant for one site is not written into another.
    if (isOther) {
      for (const form of byId('recipes').querySelectorAll('form')) form.reset()
      byId<HTMLFormElement>('switches-form').reset()
      this.#showNamed()
    }
    if (draft !== this.#written) byId('switched').replaceChildren()
    for (const said of byId('recipes').querySelectorAll('[role=status]')) said.replaceChildren()
    void this.#draw()
  }

  /** The forms begin with what the files say already. */
  offer(values: Answer<'read'>['contact']): void {
    for (const [name, value] of Object.entries(values)) {
      const input = byId('recipes').querySelector<HTMLInputElement>(`[name="${name}"]`)!
      if (input.value === input.defaultValue) input.value = value
      input.defaultValue = value
    }
  }

  /** A row for the crawler that is named. The others stay, and so does the focus on one of them. */
  #showNamed(): void {
    const name = this.#name.value.trim()
    this.#named?.remove()
    this.#buttons = this.#buttons.filter(({ set }) => set.who.kind !== 'crawler')
    this.#named = name === '' ? null : this.#row({ kind: 'crawler', name })
    if (this.#named !== null) byId('switches').lastElementChild!.append(this.#named)
    void this.#draw()
  }

  #row(who: Who): HTMLElement {
    const uses = usesIn(who)
    const cells = PEOPLES_USES.map((use) =>
      element('td', {}, uses.includes(use) ? this.#button(who, use) : null),
    )
    return element('tr', {}, element('th', { scope: 'row' }, whoInWords(who)), cells)
  }

  #button(who: Who, use: PeoplesUse): HTMLButtonElement {
    const change = (): PolicyChange => {
      const opens = made.ariaPressed === 'false'
      return { kind: 'switch', set: { who, use, path: this.#at, opens } }
    }
    const made = button({ class: 'switch' }, () => void this.press(change()))
    // What it would do is said before it is pressed.
    for (const event of ['pointerenter', 'focus'])
      made.addEventListener(event, () => this.#preview.show(this.#draft!, change()))
    this.#buttons = [...this.#buttons, { button: made, set: { who, use } }]
    return made
  }

  /** Shows the switches of a folder. */
  openFolder(path: string): void {
    this.#path.value = path
    void this.#draw()
  }

  get #at(): string {
    const path = this.#path.value.trim()
    return path.startsWith('/') ? path : `/${path}`
  }

  async #draw(): Promise<void> {
    if (this.#draft === null) return
    const buttons = this.#buttons
    const asked = { draft: this.#draft, path: this.#at, sets: buttons.map(({ set }) => set) }
    const states = await this.#background.ask('states', asked)
    for (const [i, state] of states?.entries() ?? []) {
      const { button, set } = buttons[i]!
      button.textContent = state
      button.ariaPressed = PRESSED[state]
      button.ariaLabel = `${whoInWords(set.who)}, ${set.use.title}: ${state}`
    }
  }

  /** Writes what a switch, or the control of the mode, is set to. */
  async press(change: PolicyChange): Promise<void> {
    const was = this.#draft!
    const answer = await this.#background.ask('change', { draft: was, change })
    if (answer === null) return
    this.#written = answer.draft ?? was
    byId('switched').replaceChildren(...this.#taken(was, answer))
  }

  /** What is said of what a click has written. */
  #taken(was: Draft, { draft, words, lines }: Answer<'change'>): readonly HTMLElement[] {
    const isTaken = draft === null || this.#take(draft, was)
    const said = isTaken ? words : 'Not written: the files have changed meanwhile. Try again.'
    return [
      element('p', {}, prose(said)),
      ...(isTaken && lines.length > 0 ? [codeLines(lines)] : []),
    ]
  }

  #form(recipe: RecipeForm): HTMLElement {
    const said = element('div', { role: 'status' })
    const inputs = recipe.fields.map(({ name, label, type, value, optional }) => {
      const attributes = {
        name,
        type,
        value,
        required: optional === undefined,
        autocomplete: 'off',
        min: 0,
      }
      return element('label', {}, `${label} `, element('input', attributes))
    })
    const form = element(
      'form',
      { class: 'switch-fields' },
      inputs,
      element('button', { type: 'submit' }, 'Write it'),
    )
    const change = (): PolicyChange => {
      const given = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()])
      return { kind: 'form', recipe: recipe.title, values: Object.fromEntries(given) }
    }
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#fill(change(), said)
    })
    for (const event of ['focusin', 'change'])
      form.addEventListener(event, () => {
        if (form.matches(':valid')) this.#preview.show(this.#draft!, change())
      })
    return element('details', { class: 'words' }, element('summary', {}, recipe.title), form, said)
  }

  async #fill(change: PolicyChange, said: HTMLElement): Promise<void> {
    const was = this.#draft!
    const answer = await this.#background.ask('change', { draft: was, change })
    if (answer === null) return
    said.replaceChildren(...this.#taken(was, answer))
    said.scrollIntoView({ block: 'nearest' })
  }

  async #offerTemplates(): Promise<void> {
    const templates = (await (await fetch('templates.json')).json()) as readonly Template[]
    const items = templates.map(({ name, title, files }) => {
      const take = () =>
        this.#take({ ...this.#draft!, files: new Map(Object.entries(files)) }, this.#draft!)
      return element('li', {}, button({}, take, `Begin with \u201c${name}\u201d`), ` ${title}`)
    })
    byId('templates').append(...items)
  }
}
