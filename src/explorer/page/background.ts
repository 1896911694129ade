/**
 * Sends questions to a worker, one at a time. Where a newer question of the same kind waits, the
 * older one is dropped. If the worker fails, the page says so.
 */
import type { Desk } from '../desk.ts'
import type { DeskAnswers } from '../desk-answers.ts'
import { byId, isAlone } from './element.ts'

type Kind = keyof DeskAnswers
type About<K extends Kind> = Parameters<Desk[K]>[0]
export type Answer<K extends Kind> = DeskAnswers[K]

/** What the worker is sent. */
export interface DeskQuestion {
  readonly kind: Kind
  readonly about: About<Kind>
}

interface Waiting extends DeskQuestion {
  readonly done: (answer: never) => void
}

/** Kinds of questions that are never dropped: each is asked once, and has to be answered. */
const EACH: readonly Kind[] = ['change', 'changes', 'closing', 'learn']

export class Background {
  readonly #worker: Worker | null
  readonly #busy: HTMLElement
  #learnt: string | null = null
  /** The question that the worker is answering comes first. */
  #waiting: readonly Waiting[] = []

  /** `busy` is marked while answers are on their way. */
  constructor(busy: HTMLElement) {
    this.#busy = busy
    this.#worker =
      'Worker' in globalThis ? new Worker('background-worker.js', { type: 'module' }) : null
    this.#worker?.addEventListener('message', ({ data }) => this.#answered(data))
    this.#worker?.addEventListener('error', () => this.#answered(null))
    byId('stopped').hidden = this.#worker !== null
  }

  /** Marks that a question will come. */
  expect(): void {
    this.#busy.ariaBusy = 'true'
  }

  /**
   * Has the worker load the recent requests to a site, once. Without a server there are none.
   */
  async learn(site: string): Promise<void> {
    if (site === this.#learnt || isAlone()) return
    this.#learnt = site
    await this.ask('learn', site)
  }

  /**
   * The answer; null where a newer question of the same kind has come, or the worker has failed.
   */
  ask<K extends Kind>(kind: K, about: About<K>): Promise<Answer<K> | null> {
    this.expect()
    const isOlder = (each: Waiting, i: number) =>
      i > 0 && each.kind === kind && !EACH.includes(kind)
    for (const each of this.#waiting.filter(isOlder)) each.done(null as never)
    return new Promise((done) => {
      this.#waiting = [
        ...this.#waiting.filter((each, i) => !isOlder(each, i)),
        { kind, about, done },
      ]
      if (this.#waiting.length === 1) this.#send()
    })
  }

  #send(): void {
    const [next] = this.#waiting
    this.#busy.ariaBusy = String(next !== undefined)
    if (next !== undefined) this.#worker?.postMessage({ kind: next.kind, about: next.about })
  }

  #answered(answer: unknown): void {
    const [asked, ...rest] = this.#waiting
    this.#waiting = rest
    if (answer === null) byId('stopped').hidden = false
    if (asked === undefined) return
    const isOld = !EACH.includes(asked.kind) && rest.some(({ kind }) => kind === asked.kind)
    asked.done((isOld ? null : answer) as never)
    this.#send()
  }
}
