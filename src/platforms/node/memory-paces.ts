/**
 * Crawlers' clocks in the memory of one process, bounded in bytes. Where strangers fill them, the clock used longest ago
 * goes first. A clock that is gone admits one document too many and no more.
 */
import type { PaceStore } from '../../edge/platform.ts'
import { waitingTime } from '../../edge/waiting-time.ts'
import { BoundedCache, textBytes } from '../../engine/bounded-cache.ts'

const MAX_BYTES = 4 * 1024 * 1024

/** Keeps paces for as long as the process lives. */
export class MemoryPaces implements PaceStore {
  readonly #last = new BoundedCache<string, number>(MAX_BYTES)

  async admit(key: string, interval: number): Promise<number> {
    const now = Date.now()
    const wait = waitingTime(this.#last.get(key), now, interval)
    if (wait === 0) this.#last.set(key, now, textBytes(key))
    return wait
  }
}
