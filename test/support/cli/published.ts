/** A publisher to a store in memory, and what it has published. */
import { Publisher } from '../../../src/cli/store/publisher.ts'
import type { Release } from '../../../src/program/release.ts'
import { MemoryTarget, versionClosing } from '../base/memory-target.ts'

export const IN_FORCE = { percent: null, dryRun: false, all: false }
export const START = Date.UTC(2026, 10, 22)

/** A publisher whose clock a test sets. */
export function publisherTo(target: MemoryTarget) {
  let now = START
  const publisher = new Publisher(target, () => now)
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  return { publisher, pass }
}

/** A store in which version 1 closes `/one`. */
export async function published() {
  const target = new MemoryTarget()
  const { publisher, pass } = publisherTo(target)
  await publisher.publish(await versionClosing({ a: '/one', b: '/one' }), IN_FORCE)
  target.uploads.length = 0
  return { target, publisher, pass }
}

export const inForce = (release: Release | null) => [
  release?.current.version,
  release?.trial && [release.trial.version, release.trial.percent],
  release?.earlier.map(({ version }) => version),
]
