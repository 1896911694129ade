/**
 * Changes of the policies → a new bundle in force, without a pause. A folder is built in a process of its own, so that no
 * request waits for it; what cannot be read leaves the last good bundle in force.
 */
import { logEvent, logWarning } from '../edge/log.ts'
import type { LogSink } from '../edge/platform.ts'
import type { PolicySource } from './policy-source.ts'

type Bytes = ArrayBuffer | Uint8Array

/** What a reloader works with. */
interface Reloading {
  readonly source: PolicySource
  /** What is in force. */
  readonly first: Bytes | null
  /** Puts a bundle in force; false where it cannot be read. */
  readonly adopt: (bytes: Bytes) => boolean
  readonly log: LogSink
  /** Hears how each attempt ended. */
  readonly onReload: (isGood: boolean) => void
}

/** Reloads policies, one at a time. */
export class Reloader {
  readonly #with: Reloading
  #last: Bytes | null
  #isReading = false
  #isStale = false

  constructor(reloading: Reloading) {
    this.#with = reloading
    this.#last = reloading.first
  }

  /** Reads and adopts; what changes meanwhile is read afterwards. Never rejects. */
  async reload(): Promise<void> {
    this.#isStale = true
    if (this.#isReading) return
    this.#isReading = true
    while (this.#isStale) {
      this.#isStale = false
      await this.#once()
    }
    this.#isReading = false
  }

  /** Reloads when the source may have changed. Gives what ends it. */
  watch(): () => void {
    const { source, log } = this.#with
    return source.watch(() => void this.reload(), log)
  }

  async #once(): Promise<void> {
    const { source, adopt, log, onReload } = this.#with
    try {
      const bytes = await source.read()
      if (bytes === this.#last) return
      const isGood = adopt(bytes)
      onReload(isGood)
      if (!isGood) return
      this.#last = bytes
      logEvent(log, 'policies', { state: 'reloaded' })
    } catch (fault) {
      onReload(false)
      logWarning(log, 'policies', { state: 'the last good ones stay', fault })
    }
  }
}
