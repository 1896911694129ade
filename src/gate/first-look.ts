/**
 * A store → the version in force when the gate begins to listen: its readers need the origins that the sites name.
 */
import type { Edge } from '../edge/edge.ts'
import type { BundleStore } from '../edge/platform.ts'
import { MadeUpExchange } from '../edge/warm-up.ts'

const READER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Has the edge look into a store, for so many milliseconds at most. False where it found no version there until then. */
export async function lookInto(store: BundleStore, edge: Edge, most: number): Promise<boolean> {
  const before = edge.bundleHash
  const look = new FirstLook(store)
  await edge.answer(look)
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, most)
  })
  await Promise.race([look.work, patience])
  clearTimeout(timer)
  return edge.bundleHash !== before
}

/** A reader's request that nobody sent: the edge looks into the store beside answering it. */
class FirstLook extends MadeUpExchange {
  override readonly bundles: BundleStore
  work: Promise<unknown> = Promise.resolve()

  constructor(store: BundleStore) {
    super('http://store.invalid/', READER)
    this.bundles = store
  }

  override keepAlive(work: Promise<unknown>): void {
    this.work = work
  }
}
