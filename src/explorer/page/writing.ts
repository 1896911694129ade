/** A policy's meaning → what writes its lines by a click: the board of switches, forms, whole policies. */
import type { Registry } from '../../bundle/program.ts'
import { PEOPLES_USES, type PeoplesUse } from '../../vocabulary/uses.ts'
import { type Draft, errorsOf, type Meaning, type SentSite } from '../draft.ts'
import { changedLines } from '../edit-lines.ts'
import { RECIPES, type Recipe } from '../recipe-forms.ts'
import { type Switch, setSwitch, stateOf, switchInWords, type Who, whoInWords } from '../switch.ts'
import { button, byId, codeLines, element, prose } from './element.ts'

const CATEGORIES = ['search', 'training', 'assistant', 'agent', 'archive', 'seo'] as const
const ROWS: readonly Who[] = [
  { kind: 'everybody' },
  ...CATEGORIES.map((category) => ({ kind: 'category', category }) as const),
]

const PRESSED = { open: 'true', closed: 'false', some: 'mixed' } as const

const FINER = 'The two fields above lead to a switch for that folder or crawler alone.'

interface Template extends Pick<SentSite, 'files'> {
  readonly name: string
  readonly title: string
}

export class Writing {
  readonly #registry: Registry
  readonly #take: (draft: Draft) => void
  readonly #path = byId<HTMLInputElement>('switch-path')
  readonly #name = byId<HTMLInputElement>('switch-name')
  #meaning!: Meaning
  #written: Draft | null = null
  #named: HTMLElement | null = null
  #buttons: readonly { readonly button: HTMLButtonElement; readonly set: Omit<Switch, 'opens' | 'path'> }[] = []

  /** `take` gets what a click has written. */
  constructor(registry: Registry, take: (draft: Draft) => void) {
    this.#registry = registry
    this.#take = take
    byId('switches-form').addEventListener('submit', (event) => event.preventDefault())
    this.#path.addEventListener('input', () => this.#draw())
    this.#name.addEventListener('change', () => this.#showNamed())
    byId('switches-section').addEventListener('toggle', () => this.#draw())
    const heads = PEOPLES_USES.map(({ title }) => element('th', { scope: 'col' }, title))
    const head = element('thead', {}, element('tr', {}, element('td'), heads))
    const rows = ROWS.map((who) => this.#row(who))
    byId('switches').replaceChildren(head, element('tbody', {}, rows))
    byId('recipes').append(...RECIPES.map((recipe) => this.#form(recipe)))
    byId('forms').addEventListener('toggle', () => this.#offerTemplates())
  }

  /** Shows how the switches stand; what the last one has written, until the files are others. */
  show(meaning: Meaning): void {
    const isOther = this.#meaning?.draft.site !== meaning.draft.site
    this.#meaning = meaning
    // What was meant for one site is not written into another.
    if (isOther) {
      for (const form of byId('recipes').querySelectorAll('form')) form.reset()
      byId<HTMLFormElement>('switches-form').reset()
      this.#showNamed()
    }
    if (meaning.draft !== this.#written) byId('switched').replaceChildren()
    for (const said of byId('recipes').querySelectorAll('[role=status]')) said.replaceChildren()
    this.#draw()
  }

  /** A row for the crawler that is named. The others stay, and so does the focus on one of them. */
  #showNamed(): void {
    const name = this.#name.value.trim()
    this.#named?.remove()
    this.#buttons = this.#buttons.filter(({ set }) => set.who.kind !== 'crawler')
    this.#named = name === '' ? null : this.#row({ kind: 'crawler', name })
    if (this.#named !== null) byId('switches').lastElementChild!.append(this.#named)
    this.#draw()
  }

  #row(who: Who): HTMLElement {
    const cells = PEOPLES_USES.map((use) => {
      // Training and answers are what the crawlers of one row fetch pages for.
      const isMeant = use.category === null || who.kind === 'everybody'
      return element('td', {}, isMeant ? this.#button(who, use) : null)
    })
    return element('tr', {}, element('th', { scope: 'row' }, whoInWords(who)), cells)
  }

  #button(who: Who, use: PeoplesUse): HTMLButtonElement {
    const press = () => this.#press({ who, use, path: this.#at, opens: made.ariaPressed === 'false' })
    const made = button({ class: 'switch' }, press)
    this.#buttons = [...this.#buttons, { button: made, set: { who, use } }]
    return made
  }

  get #at(): string {
    const path = this.#path.value.trim()
    return path.startsWith('/') ? path : `/${path}`
  }

  #draw(): void {
    if (!byId<HTMLDetailsElement>('switches-section').open) return
    for (const { button, set } of this.#buttons) {
      const state = stateOf(this.#meaning, { ...set, path: this.#at }, Date.now())
      button.textContent = state
      button.ariaPressed = PRESSED[state]
      button.ariaLabel = `${whoInWords(set.who)}, ${set.use.title}: ${state}`
    }
  }

  #press(set: Switch): void {
    const was = this.#meaning.draft
    const result = setSwitch(this.#meaning, set, this.#registry, Date.now())
    const is = 'draft' in result ? result.draft : was
    this.#written = is
    if ('draft' in result) this.#take(is)
    const words =
      'draft' in result
        ? switchInWords(set)
        : `The files say something finer than this switch, so they stay as they are. ${result.finer} ${FINER}`
    byId('switched').replaceChildren(...answer(words, changedLines(was, is)))
  }

  #form(recipe: Recipe): HTMLElement {
    const said = element('div', { role: 'status' })
    const inputs = recipe.fields.map(({ name, label, type, value, optional }) => {
      const attributes = { name, type, value, required: optional === undefined, autocomplete: 'off', min: 0 }
      return element('label', {}, `${label} `, element('input', attributes))
    })
    const form = element('form', { class: 'switch-fields' }, inputs, element('button', { type: 'submit' }, 'Write it'))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))
      said.replaceChildren(...this.#write(recipe, values))
    })
    return element('details', { class: 'words' }, element('summary', {}, recipe.title), form, said)
  }

  #write(recipe: Recipe, values: Readonly<Record<string, string>>): readonly HTMLElement[] {
    const was = this.#meaning
    if (errorsOf(was) > 0) return answer('The policy has errors. Correct them first.', [])
    const written = recipe.write(was, values)
    if (typeof written === 'string') return answer(written, [])
    this.#take(written)
    const lines = changedLines(was.draft, written)
    if (lines.length === 0) return answer('The files say it already.', [])
    const done = recipe.done?.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '') ?? 'Written.'
    return answer(`${done} “What your changes do” lists the effect; Ctrl+Z takes it back.`, lines)
  }

  async #offerTemplates(): Promise<void> {
    if (byId('templates').childElementCount > 0) return
    const templates = (await (await fetch('templates.json')).json()) as readonly Template[]
    const items = templates.map(({ name, title, files }) => {
      const take = () => this.#take({ ...this.#meaning.draft, files: new Map(Object.entries(files)) })
      return element('li', {}, button({}, take, `Begin with \u201c${name}\u201d`), ` ${title}`)
    })
    byId('templates').append(...items)
  }
}

function answer(words: string, lines: readonly string[]): readonly HTMLElement[] {
  return [element('p', {}, prose(words)), ...(lines.length > 0 ? [codeLines(lines)] : [])]
}
