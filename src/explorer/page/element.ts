/** Names, attributes and children → DOM elements. Text is always text: nothing here takes HTML. */
import { withLocalTimes } from '../local-times.ts'

type Attributes = Readonly<Record<string, string | number | boolean | null>>
type Child = Node | string | null

/** Makes an element. `true` is an empty attribute; `false` and null are none. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Child | readonly Child[])[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null)
      made.setAttribute(name, value === true ? '' : String(value))
  }
  made.append(...children.flat().filter((child) => child !== null))
  return made
}

export function button(
  attributes: Attributes,
  act: () => void,
  ...children: readonly Child[]
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, ...children)
  made.addEventListener('click', act)
  return made
}

/** Makes an item of a list that is a button. */
export function buttonItem(
  attributes: Attributes,
  act: () => void,
  ...children: readonly Child[]
): HTMLLIElement {
  return element('li', {}, button(attributes, act, ...children))
}

export function codeLines(lines: readonly string[]): HTMLElement {
  return element(
    'ul',
    { class: 'lines' },
    ...lines.map((line) => element('li', {}, element('code', {}, line))),
  )
}

const SVG = 'http://www.w3.org/2000/svg'

/** One of the drawings of index.html. The words beside it say the same to those who do not see it. */
export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(SVG, 'use')
  use.setAttribute('href', `#icon-${name}`)
  svg.append(use)
  return svg
}

/** Words with `code` between backticks, and the time here beside each time in UTC. */
export function prose(text: string): Node[] {
  const word = (part: string) => document.createTextNode(withLocalTimes(part))
  return text.split('`').map((part, i) => (i % 2 === 1 ? element('code', {}, part) : word(part)))
}

export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`index.html has no #${id}`)
  return found as E
}

/** Whether the view that an element is in is open, and what it is folded into. */
export function isInSight(id: string): boolean {
  return byId(id).closest('[data-view][hidden], details:not([open])') === null
}

const waiting = new Map<string, () => void>()

/** Draws into an element when it is in sight: of a large site much is never looked at. The latest drawing counts. */
export function drawInSight(id: string, draw: () => void): void {
  waiting.set(id, draw)
  drawWaiting()
}

/** Draws what has come in sight. */
export function drawWaiting(): void {
  for (const [id, draw] of waiting) {
    if (!isInSight(id)) continue
    waiting.delete(id)
    draw()
  }
}

/** Shows a note, or hides it where there is none. */
export function note(id: string, text: string | null): void {
  byId(id).hidden = text === null
  byId(id).replaceChildren(...prose(text ?? ''))
}

/** Gives an element another text. The same again is not read out again. */
export function say(id: string, text: string): void {
  if (byId(id).textContent !== text) byId(id).textContent = text
}
