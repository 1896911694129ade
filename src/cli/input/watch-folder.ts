/**
 * A folder → a moment now, and one after every change of a file in it. Changes that come together are one moment.
 */

import { once } from 'node:events'
import { watch } from 'node:fs'

/** Editors write a file in several steps; they are over within this time. */
const SETTLE_MS = 50

/** Yields until the process is interrupted. */
export async function* watchFolder(folder: string): AsyncGenerator<void> {
  const watcher = watch(folder, { recursive: true })
  try {
    for (;;) {
      const change = once(watcher, 'change')
      yield
      await change
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    }
  } finally {
    watcher.close()
  }
}
