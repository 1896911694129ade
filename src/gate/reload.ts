/**
 * Changes of the policies → a new bundle in force, without a pause. They are built in a process of their own, so that no
 * request waits for it; a policy that cannot be built leaves the last good one in force.
 */
import { watch } from 'node:fs'
import { logWarning } from '../edge/log.ts'
import type { LogSink } from '../edge/platform.ts'

/** Builds the policies as they are now. @throws Error that says why they cannot be built. */
export type Build = () => Promise<Uint8Array>

/** How long files must have been left alone, in milliseconds: editors and checkouts write several. */
const QUIET_MS = 300

/** Reloads policies, one build at a time. */
export class Reloader {
  readonly #build: Build
  readonly #adopt: (bytes: Uint8Array) => boolean
  readonly #log: LogSink
  #isBuilding = false
  #isStale = false

  constructor(build: Build, adopt: (bytes: Uint8Array) => boolean, log: LogSink) {
    this.#build = build
    this.#adopt = adopt
    this.#log = log
  }

  /** Builds and adopts; what changes meanwhile is built afterwards. Never rejects. */
  async reload(): Promise<void> {
    this.#isStale = true
    if (this.#isBuilding) return
    this.#isBuilding = true
    while (this.#isStale) {
      this.#isStale = false
      try {
        const isGood = this.#adopt(await this.#build())
        if (isGood) this.#log.log(JSON.stringify({ acap: 'policies', state: 'reloaded' }))
      } catch (fault) {
        logWarning(this.#log, 'policies', { state: 'the last good ones stay', fault: String(fault) })
      }
    }
    this.#isBuilding = false
  }

  /** Reloads when files below a folder, or the file itself, have changed. Gives what ends it. */
  watch(path: string): () => void {
    let timer: NodeJS.Timeout | undefined
    const watcher = watch(path, { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(() => void this.reload(), QUIET_MS)
    })
    watcher.on('error', (fault) => logWarning(this.#log, 'watch', { path, fault: String(fault) }))
    return () => {
      clearTimeout(timer)
      watcher.close()
    }
  }
}
