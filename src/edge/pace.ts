/**
 * A rate and whose it is → whether this document may go now (X3). Asks the crawler's counter, with a deadline. Where it
 * does not answer, the document goes: a counter that is down must not keep a permitted crawler out.
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
    // A name that the policy or the registry knows has one counter for each assurance.
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
 * The counter of everybody else: of clients with no name, and of those whose name failed its check. They choose their
 * own headers, so the network that they come from chooses the counter, by a hash whose key (`bundle.counterKey`) they
 * do not know. There are 64 for each site, no matter what is sent.
 */
async function sharedCounter(site: string, address: string | null, key: string): Promise<string> {
  const [first] = await digestOf(encoder.encode(JSON.stringify([key, site, networkOf(address)])))
  return JSON.stringify([site, first! % SHARED_COUNTERS])
}

const BUDGET_MS = 1000
/** The longest interval that is counted: stores have limits of their own, and a fault in one would end all counting. */
const YEAR_S = 366 * 24 * 60 * 60

/** Seconds until the next document conforms, rounded up; 0: this one does. Throws where the counter does not answer. */
async function pace(paces: PaceStore, counter: string, seconds: number): Promise<number> {
  const interval = Math.min(seconds, YEAR_S) * 1000
  const wait = await within(BUDGET_MS, paces.admit(counter, interval), () => {
    throw new Error(`the pace store did not answer within ${BUDGET_MS} ms`)
  })
  if (!(wait >= 0)) throw new Error(`the pace store answered ${wait}`)
  return Math.ceil(Math.min(wait, interval) / 1000)
}

/** Milliseconds to wait before the next document; 0 admits one. */
export function waitingTime(last: number | undefined, now: number, interval: number): number {
  // A clock that was set back must not hold anybody until it is as late again.
  if (last === undefined || last > now) return 0
  return Math.max(0, last + interval - now)
}
