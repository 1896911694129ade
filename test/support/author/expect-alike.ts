/**
 * Two answers to the same facts → a failure where they differ. `expect` takes longer than the engine, so it is kept for that.
 */
import { expect } from 'vitest'

/** Fails where what is served says something else than what is meant. */
export function expectAlike(facts: object, meant: unknown, served: unknown) {
  if (JSON.stringify(meant) !== JSON.stringify(served))
    expect({ facts, said: served }).toEqual({ facts, said: meant })
}
