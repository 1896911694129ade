/**
 * A draft on disk and as it is written → what takes longer than a keystroke may: what the author's changes change, and the
 * summary of the site. A worker finds it after a pause; one question at a time.
 */
import type { KnownCrawler } from '../../bundle/program.ts'
import type { Draft } from '../draft.ts'
import type { BackgroundAnswer, BackgroundQuestion } from './background-worker.ts'
import { byId } from './element.ts'

/** The pause after a change before the worker is asked, in milliseconds. */
const PAUSE = 300

type Asked = Omit<BackgroundQuestion, 'crawlers'>

export class Background {
  readonly #crawlers: readonly KnownCrawler[]
  readonly #show: (answer: BackgroundAnswer) => void
  #worker: Worker | null = null
  /** The question that the worker is at, the one that it gets next, and the latest. */
  #asked: Asked | null = null
  #next: Asked | null = null
  #latest: Asked | null = null
  #timer = 0

  constructor(crawlers: readonly KnownCrawler[], show: (answer: BackgroundAnswer) => void) {
    this.#crawlers = crawlers
    this.#show = show
  }

  /** Asks about a draft; `was` is null where the author has changed nothing. */
  ask(was: Draft | null, now: Draft): void {
    clearTimeout(this.#timer)
    byId('overview').setAttribute('aria-busy', 'true')
    this.#latest = { was, now, at: Date.now() }
    this.#next = this.#latest
    this.#timer = setTimeout(() => this.#send(), PAUSE)
  }

  #send(): void {
    if (this.#asked !== null || this.#next === null) return
    const isFirst = this.#worker === null
    this.#worker ??= this.#start()
    this.#worker.postMessage({ ...this.#next, crawlers: isFirst ? this.#crawlers : null })
    this.#asked = this.#next
    this.#next = null
  }

  #start(): Worker {
    const worker = new Worker('background-worker.js', { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<BackgroundAnswer>) => {
      // An answer about another policy, or about changes that are gone, comes too late.
      if (this.#asked?.was === this.#latest?.was && this.#asked?.now.site === this.#latest?.now.site) this.#show(data)
      byId('overview').setAttribute('aria-busy', String(this.#latest !== this.#asked))
      this.#asked = null
      this.#send()
    })
    return worker
  }
}
