/**
 * A draft on disk and as it is written → the list of what the author's changes change, compared in a worker after a pause.
 */
import type { KnownCrawler } from '../../bundle/program.ts'
import type { Changes, ShownChange } from '../changes.ts'
import type { Draft } from '../draft.ts'
import { count } from '../words.ts'
import type { ChangesQuestion } from './changes-worker.ts'
import { byId, element, prose } from './element.ts'

/** The pause after a change before the policies are compared, in milliseconds. */
const PAUSE = 300

export class ChangesList {
  readonly #crawlers: readonly KnownCrawler[]
  readonly #ask: (change: ShownChange) => void
  #worker: Worker | null = null
  /** The question that the worker is at; null where it has none. */
  #asked: Omit<ChangesQuestion, 'crawlers'> | null = null
  /** What the list compares with; null where it shows nothing. */
  #base: Draft | null = null
  #timer = 0
  #next: Omit<ChangesQuestion, 'crawlers'> | null = null

  constructor(crawlers: readonly KnownCrawler[], ask: (change: ShownChange) => void) {
    this.#crawlers = crawlers
    this.#ask = ask
    byId('see-changes').addEventListener('click', () => {
      byId('changes-title').scrollIntoView({ block: 'center' })
      byId('changes-title').focus({ preventScroll: true })
    })
  }

  /** Compares a draft with what is on disk; shows nothing where the author has changed nothing. */
  show(was: Draft, now: Draft, isChanged: boolean): void {
    const section = byId('changes-section')
    if (!isChanged && section.contains(document.activeElement)) byId('text').focus()
    section.hidden = !isChanged
    byId('see-changes').hidden = !isChanged
    if (this.#base !== was) this.#draw({ summary: '', shown: [], more: 0, settings: [], incomplete: '' })
    this.#base = isChanged ? was : null
    clearTimeout(this.#timer)
    this.#next = isChanged ? { was, now, at: Date.now() } : null
    if (isChanged) this.#timer = setTimeout(() => this.#compare(), PAUSE)
  }

  #compare(): void {
    if (this.#asked !== null || this.#next === null) return
    const isFirst = this.#worker === null
    this.#worker ??= this.#start()
    this.#worker.postMessage({ ...this.#next, crawlers: isFirst ? this.#crawlers : null })
    this.#asked = this.#next
    this.#next = null
  }

  #start(): Worker {
    const worker = new Worker('changes-worker.js', { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<Changes>) => {
      // A list for another policy, or for changes that are gone, comes too late.
      if (this.#asked?.was === this.#base) this.#draw(data)
      this.#asked = null
      this.#compare()
    })
    return worker
  }

  #draw({ summary, shown, more, settings, incomplete }: Changes): void {
    byId('changes-summary').textContent = summary
    const rest = [
      ...(more > 0 ? [`and ${count(more, 'change')} more: \`acap diff\` lists all`] : []),
      ...settings,
      ...(incomplete === '' ? [] : [`${incomplete}: too many patterns overlap to try every path`]),
    ]
    const items = shown.map((change) => this.#item(change))
    const notes = rest.map((text) => element('li', { class: 'quiet' }, ...prose(text)))
    byId('changes').replaceChildren(...items, ...notes)
  }

  #item(change: ShownChange): HTMLElement {
    const { effect, crawlers, what, was, now } = change
    const side = (word: string, lines: readonly string[]) =>
      lines.map((line, i) => element('span', { class: 'help' }, ...prose(`${i === 0 ? word : 'and'} ${line}`)))
    const button = element(
      'button',
      { type: 'button', class: 'case' },
      element('span', { class: 'badge', 'data-effect': effect }, effect),
      element('span', {}, ` ${crawlers}: ${what}`),
      ...side('was', was),
      ...side('now', now),
    )
    button.addEventListener('click', () => this.#ask(change))
    return element('li', {}, button)
  }
}
