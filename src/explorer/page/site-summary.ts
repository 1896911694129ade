/**
 * The summary of a site → the first thing on the page: sentences, each with links to its lines, and what lies ahead.
 */
import type { SiteReport } from '../../analysis/summary/site-report.ts'
import type { WrittenPlace } from '../../analysis/written-place.ts'
import { byId, element, prose } from './element.ts'

/** Lines that a sentence links to; the first ones. */
const MOST_LINES = 5

/** Unfolds it, or leaves a line of it: the page was opened for a question. In print all of it is there. */
export function openSummary(isOpen: boolean): void {
  const details = byId<HTMLDetailsElement>('overview')
  details.open = isOpen
  addEventListener('beforeprint', () => details.setAttribute('open', ''))
}

/** Shows it; without one, that the policy has errors. */
export function showSummary(report: SiteReport | null, go: (place: WrittenPlace) => void): void {
  const ahead = report?.ahead ?? []
  byId('ahead').hidden = ahead.length === 0
  byId('ahead').replaceChildren(...ahead.map((text) => element('li', {}, ...prose(text))))
  const notes = report?.notes ?? ['This policy has errors, so it would not be built.']
  const sections = report?.sections ?? []
  byId('overview-text').replaceChildren(
    ...sections.flatMap(({ title, sentences }) => [
      element('h3', {}, title),
      element(
        'ul',
        {},
        ...sentences.map(({ text, places }) => element('li', {}, ...prose(text), ...links(places, go))),
      ),
    ]),
    ...notes.map((note) => element('p', { class: 'quiet' }, ...prose(note))),
  )
}

function links(places: readonly WrittenPlace[], go: (place: WrittenPlace) => void): Node[] {
  return places.slice(0, MOST_LINES).flatMap((place) => {
    const link = element(
      'button',
      { type: 'button', class: 'link line-link', title: place.text },
      `${place.file}:${place.line}`,
    )
    link.addEventListener('click', () => go(place))
    return [document.createTextNode(' '), link]
  })
}
