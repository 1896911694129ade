/**
 * A policy's meaning → the board of switches: kinds of crawlers by what they may do, for the site, a folder or a named
 * crawler. A switch writes lines of the policy's files; the board shows which, and what they say.
 */
import type { Registry } from '../../bundle/program.ts'
import { crawlersToCompare } from '../../compare/crawlers.ts'
import { PEOPLES_USES, type PeoplesUse } from '../../vocabulary/uses.ts'
import type { Draft, Meaning } from '../draft.ts'
import { type Switch, setSwitch, type Who } from '../switch.ts'
import { changedLines, stateOf, switchInWords, whoInWords } from '../switch-words.ts'
import { byId, element, prose } from './element.ts'

const CATEGORIES = ['search', 'training', 'assistant', 'agent', 'archive', 'seo'] as const
const ROWS: readonly Who[] = [
  { kind: 'everybody' },
  ...CATEGORIES.map((category) => ({ kind: 'category', category }) as const),
]

const STATES = { open: 'open', closed: 'closed', some: 'some' } as const
const PRESSED = { open: 'true', closed: 'false', some: 'mixed' } as const

export class SwitchBoard {
  readonly #registry: Registry
  readonly #take: (draft: Draft) => void
  readonly #path = byId<HTMLInputElement>('switch-path')
  readonly #name = byId<HTMLInputElement>('switch-name')
  #meaning!: Meaning
  #written: Draft | null = null
  #buttons: readonly { readonly button: HTMLButtonElement; readonly set: Omit<Switch, 'opens' | 'path'> }[] = []

  /** `take` gets the draft that a switch has written. */
  constructor(registry: Registry, take: (draft: Draft) => void) {
    this.#registry = registry
    this.#take = take
    byId('switches-form').addEventListener('submit', (event) => event.preventDefault())
    this.#path.addEventListener('input', () => this.#draw())
    this.#name.addEventListener('change', () => this.#build())
    byId('switches-section').addEventListener('toggle', () => this.#draw())
    this.#build()
  }

  /** Shows how the switches stand; what the last one has written, until the files are others. */
  show(meaning: Meaning): void {
    this.#meaning = meaning
    if (meaning.draft !== this.#written) byId('switched').replaceChildren()
    for (const said of byId('recipes').querySelectorAll('[role=status]')) said.replaceChildren()
    this.#draw()
  }

  #build(): void {
    const name = this.#name.value.trim()
    const rows = name === '' ? ROWS : [...ROWS, { kind: 'crawler', name } as const]
    this.#buttons = []
    const head = element(
      'tr',
      {},
      element('td'),
      ...PEOPLES_USES.map(({ title }) => element('th', { scope: 'col' }, title)),
    )
    byId('switches').replaceChildren(
      element('thead', {}, head),
      element('tbody', {}, ...rows.map((who) => this.#row(who))),
    )
    if (this.#meaning !== undefined) this.#draw()
  }

  #row(who: Who): HTMLElement {
    const cells = PEOPLES_USES.map((use) => {
      // Training and answers are what the crawlers of one row fetch pages for.
      return use.category === null || who.kind === 'everybody'
        ? element('td', {}, this.#button(who, use))
        : element('td')
    })
    return element('tr', {}, element('th', { scope: 'row' }, whoInWords(who)), ...cells)
  }

  #button(who: Who, use: PeoplesUse): HTMLButtonElement {
    const button = element('button', { type: 'button', class: 'switch' })
    button.addEventListener('click', () =>
      this.#press({ who, use, path: this.#at, opens: button.ariaPressed === 'false' }),
    )
    this.#buttons = [...this.#buttons, { button, set: { who, use } }]
    return button
  }

  get #at(): string {
    const path = this.#path.value.trim()
    return path.startsWith('/') ? path : `/${path}`
  }

  #draw(): void {
    if (!byId<HTMLDetailsElement>('switches-section').open) return
    const { program } = this.#meaning
    const kinds = crawlersToCompare(program, program, null)
    for (const { button, set } of this.#buttons) {
      const state = stateOf(this.#meaning, kinds, { ...set, path: this.#at }, Date.now())
      button.textContent = STATES[state]
      button.ariaPressed = PRESSED[state]
      button.ariaLabel = `${whoInWords(set.who)}, ${set.use.title}: ${STATES[state]}`
    }
  }

  #press(set: Switch): void {
    const was = this.#meaning
    const result = setSwitch(was, set, this.#registry, Date.now())
    this.#written = 'draft' in result ? result.draft : was.draft
    if ('draft' in result) this.#take(result.draft)
    const lines = 'draft' in result ? changedLines(was.draft, result.draft) : []
    const words =
      'draft' in result
        ? switchInWords(set)
        : `The files say something finer than this switch, so they stay as they are. ${result.finer}`
    const list = element('ul', { class: 'lines' }, ...lines.map((line) => element('li', {}, element('code', {}, line))))
    byId('switched').replaceChildren(element('p', {}, ...prose(words)), ...(lines.length > 0 ? [list] : []))
  }
}
