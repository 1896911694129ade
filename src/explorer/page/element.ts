/** The elements of index.html: what is in sight, and what is written into it. */
import { render } from 'preact'
import { codeProse } from './html.ts'

export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`index.html has no #${id}`)
  return found as E
}

/** Calls a function for each click on an element. */
export function onClick(id: string, act: () => void): void {
  byId(id).addEventListener('click', act)
}

/** Whether the page is one of static files, without a server: the playground. */
export function isAlone(): boolean {
  return document.documentElement.hasAttribute('data-alone')
}

/** Whether the view that an element is in is open, and what it is folded into. */
export function isInSight(id: string): boolean {
  return byId(id).closest('[data-view][hidden], details:not([open])') === null
}

const waiting = new Map<string, () => void>()

/**
 * Draws into an element as soon as it is in sight, because much of a large site is never looked at.
 * Of several drawings for one element only the latest is made.
 */
export function drawInSight(id: string, draw: () => void): void {
  waiting.set(id, draw)
  drawWaiting()
}

/** Makes the drawings whose element has come in sight. */
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
  render(codeProse(text ?? ''), byId(id))
}

/**
 * Gives an element a text. The same text is left alone, so that screen readers do not repeat it.
 */
export function say(id: string, text: string): void {
  if (byId(id).textContent !== text) byId(id).textContent = text
}
