/** The page's questions and the worker that answers them, one at a time. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** Answers by a call of its test. */
class HeldWorker {
  static only: HeldWorker
  readonly asked: string[] = []
  readonly #listeners = new Map<string, (event: { data: unknown }) => void>()

  constructor() {
    HeldWorker.only = this
  }

  addEventListener(name: string, listener: (event: { data: unknown }) => void): void {
    this.#listeners.set(name, listener)
  }

  postMessage({ about }: { readonly about: string }): void {
    this.asked.push(about)
  }

  answer(data: unknown): void {
    this.#listeners.get('message')!({ data })
  }
}

beforeEach(() => {
  vi.stubGlobal('Worker', HeldWorker)
  vi.stubGlobal('document', { getElementById: () => ({}) })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function background() {
  // What runs in browsers is typed beside their globals, not here.
  const { Background } = await import('../../src/explorer/page/background.ts' as string)
  return new Background({ ariaBusy: 'false' }) as {
    ask(kind: string, about: string): Promise<unknown>
  }
}

it('asks for the latest text alone, and drops the answer to an older one', async () => {
  const page = await background()
  const answers = ['first', 'second', 'third'].map((text) => page.ask('read', text))
  HeldWorker.only.answer('of the first')
  HeldWorker.only.answer('of the third')
  expect(await Promise.all(answers)).toEqual([null, null, 'of the third'])
  expect(HeldWorker.only.asked).toEqual(['first', 'third'])
})

it('answers each click, in its order', async () => {
  const page = await background()
  const answers = ['first', 'second'].map((set) => page.ask('change', set))
  HeldWorker.only.answer('of the first')
  HeldWorker.only.answer('of the second')
  expect(await Promise.all(answers)).toEqual(['of the first', 'of the second'])
})
