/**
 * A Durable Object that enforces one crawler's rate (X3): it stores when the crawler last got a
 * document, and returns the wait until the next. One object for each site, crawler and assurance.
 * The time is deleted when it no longer matters.
 */
import { DurableObject } from 'cloudflare:workers'
import { waitingTime } from '../../edge/pace.ts'

const LAST = 'last'

/** What a Pacer does; written out, because the library's types compile without those of Workers. */
export interface Clock {
  admit(interval: number): Promise<number>
  alarm(): Promise<void>
}

/** The Durable Object behind the binding `PACE`. */
export const Pacer: new (state: never, env: never) => Clock = class extends DurableObject {
  /** Admits one document per so many milliseconds: 0 where this is it, else how long until then. */
  async admit(interval: number): Promise<number> {
    const now = Date.now()
    const { kv } = this.ctx.storage
    // No await before the write: two requests cannot come between.
    const left = waitingTime(kv.get<number>(LAST), now, interval)
    if (left > 0) return left
    kv.put(LAST, now)
    await this.ctx.storage.setAlarm(now + interval)
    return 0
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll()
  }
}
