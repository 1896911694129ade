/**
 * Enforces crawl rates (X3) with the crawler's counter, within a deadline. If the counter does not
 * answer, the request passes: a broken counter must not keep out a permitted crawler.
 */

import { networkOf } from '../base/ip-address.ts'
import { digestOf, encoder } from '../base/octets.ts'
import type { Ruling } from '../decide/ruling.ts'
import { within } from './after.ts'
import type { PaceStore } from './platform.ts'
import { noteFault, type Visit } from './request/read-request.ts'

export function keepPace(ruling: Ruling, visit: Visit): Ruling | Promise<Ruling> {
  const { rate } = ruling
  const { paces } = visit.exchange
  return rate === null || paces === null ? ruling : atPace(ruling, visit, paces, rate.seconds)
}

async function atPace(
  ruling: Ruling,
  visit: Visit,
  paces: PaceStore,
  interval: number,
): Promise<Ruling> {
  const { site, bundle, exchange } = visit
  const { name, assurance } = ruling.crawler
  try {
    // A known name has one counter for each assurance.
    const counter =
      name === null
        ? await sharedCounter(site.name, exchange.clientAddress, bundle.counterKey)
        : JSON.stringify([site.name, name, assurance])
    const wait = await pace(paces, counter, interval)
    return wait === 0 ? ruling : ruling.deferredBy(wait)
  } catch (fault) {
    noteFault(visit, 'pace', { crawler: name, fault })
    return ruling
  }
}

const SHARED_COUNTERS = 64

/**
 * The shared counter for clients without a name and those whose name failed its check. They choose
 * their headers, so their network selects one of 64 counters per site, by a hash whose key
 * (`bundle.counterKey`) is secret.
 */
async function sharedCounter(site: string, address: string | null, key: string): Promise<string> {
  const [first] = await digestOf(encoder.encode(JSON.stringify([key, site, networkOf(address)])))
  return JSON.stringify([site, first! % SHARED_COUNTERS])
}

const BUDGET_MS = 1000
/**
 * The longest interval that is counted. Stores have limits, and an error in one would stop all
 * counting.
 */
const YEAR_S = 366 * 24 * 60 * 60

/**
 * Seconds until the next document is allowed, rounded up; 0: now. Throws if the counter does not
 * answer.
 */
async function pace(paces: PaceStore, counter: string, seconds: number): Promise<number> {
  const interval = Math.min(seconds, YEAR_S) * 1000
  const wait = await within(BUDGET_MS, paces.admit(counter, interval), () => {
    throw new Error(`the pace store did not answer within ${BUDGET_MS} ms`)
  })
  if (!(wait >= 0)) throw new Error(`the pace store answered ${wait}`)
  return Math.ceil(Math.min(wait, interval) / 1000)
}

/** Milliseconds to wait before the next document; 0: now. */
export function waitingTime(last: number | undefined, now: number, interval: number): number {
  // If the clock was set back, nobody waits for it to catch up.
  if (last === undefined || last > now) return 0
  return Math.max(0, last + interval - now)
}
