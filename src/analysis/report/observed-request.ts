/**
 * An entry of a log and who sent it → the request of a crawler, with what proves its name and whose fetches it belongs to.
 */
import type { Proof } from '../../vocabulary/log-line.ts'
import { requestOf } from '../judge-entry.ts'
import { type LogClient, networkIn, proofOf } from '../log-clients.ts'
import type { LogEntry } from '../log-entry.ts'
import type { JudgedRequest } from './conduct.ts'
import { actorOf, isRobots } from './robots-fetches.ts'

/** A request of a crawler. */
export interface ObservedRequest extends JudgedRequest {
  readonly client: LogClient
  readonly proof: Proof
  readonly network: string
  readonly isRobots: boolean
}

/** The request of an entry. */
export function observedRequest(entry: LogEntry, client: LogClient): ObservedRequest {
  const { place, context, name } = client
  const { target } = requestOf(entry, context.home, entry.time)
  const proof = proofOf(entry, client)
  const network = networkIn(entry, proof)
  const actor = actorOf(place, entry.host, name, network)
  return { entry, client, place, target, proof, network, actor, isRobots: isRobots(target) }
}

/** Our own lines are of crawlers, unless they say otherwise: a signature may have proven more than the header tells. */
export function isCrawler({ isOwn, outcome }: LogEntry, { agent }: LogClient): boolean {
  return outcome !== 'reader' && (isOwn || agent.kind === 'crawler')
}

/** Whether somebody has got a page. */
export function isPage({ method, status }: LogEntry): boolean {
  return method === 'GET' && (status < 300 || status === 304)
}
