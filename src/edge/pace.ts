/**
 * A rate and whose it is → whether this document may go now (X3). Asks the crawler's Pacer, within a budget; where it
 * does not answer the document goes: a counter that is down must not keep a permitted crawler out.
 */
import { networkOf } from '../grammar/ip-address.ts'
import type { Assurance } from '../vocabulary/decision-words.ts'
import type { PaceStore } from './platform.ts'

/** The counter of a name that the policy or the registry knows: one for each assurance. */
export function namedCounter(site: string, name: string, assurance: Assurance): string {
  return JSON.stringify([site, name, assurance])
}

const SHARED_COUNTERS = 64

/**
 * The counter of everybody else: of clients with no name, and of those whose name failed its check. They choose their
 * own headers, so the network that they come from chooses the counter, by a hash whose key (`bundle.counterKey`) they
 * do not know. There are 64 for each site, no matter what is sent.
 */
export async function sharedCounter(site: string, address: string | null, key: string): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify([key, site, networkOf(address)]))
  const [first] = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return JSON.stringify([site, first! % SHARED_COUNTERS])
}

const BUDGET_MS = 1000

/**
 * Seconds until the next document conforms, rounded up; 0 where this one does. Throws where the Pacer does not answer.
 */
export async function pace(paces: PaceStore, counter: string, seconds: number): Promise<number> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the pace store did not answer within ${BUDGET_MS} ms`)), BUDGET_MS)
  })
  try {
    return Math.ceil((await Promise.race([paces.admit(counter, seconds * 1000), late])) / 1000)
  } finally {
    clearTimeout(timer)
  }
}
