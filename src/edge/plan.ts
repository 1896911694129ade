/**
 * What is to be done with a request: an answer, or a page to fetch and what is to be made of it.
 */
import type { Reading } from './request/read-request.ts'
import { withOwnTags } from './validators.ts'

/** An answer that needs no origin, or a page to fetch. */
export type Plan = Response | Fetch

/** A page to fetch. */
export interface Fetch {
  readonly reading: Reading
  /** What the origin is asked. */
  readonly request: Request
  readonly isCrawler: boolean
  /** The answer, made of the origin's; null where that is the answer as it is. */
  readonly finish: ((response: Response) => Response | Promise<Response>) | null
}

/** The origin's answer to a request as it came, untouched. */
export function untouched(reading: Reading): Fetch {
  return { reading, request: reading.request, isCrawler: false, finish: null }
}

/** Whether a crawler gets 503 where the edge's own code fails: a policy that only observes refuses no crawler. */
export function closesOnFault(reading: Reading): boolean {
  return reading.kind !== 'visit' || reading.mode === 'enforce'
}

/** Asks the origin of what was read. */
export function askOrigin({ exchange, origin }: Reading, request: Request): Promise<Response> {
  return exchange.askOrigin(withOwnTags(request), origin)
}
