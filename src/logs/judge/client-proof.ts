/**
 * Tells from a logged address and operators' lists how far a crawler's name is proven, and where
 * the request came from.
 */

import { isInternetAddress } from '../../base/internet-address.ts'
import { networkOf } from '../../base/ip-address.ts'
import { networkAt, proofByAddress } from '../../decide/networks.ts'
import type { Network } from '../../program/program.ts'
import type { Proof } from '../../words/log-line.ts'
import type { LogClient } from './log-clients.ts'
import type { LogEntry } from './log-entry.ts'

/**
 * Why the address of a line is not its client's: `private`, no client on the Internet has it, so it
 * is a proxy's;
 * `shortened`, the log's writer has cut it, as `192.0.2.0`.
 */
type AddressFault = 'private' | 'shortened'

export function addressFault({
  ip,
  network,
}: Pick<LogEntry, 'ip' | 'network'>): AddressFault | null {
  const prefix = network?.includes('/') ? network.slice(0, network.indexOf('/')) : ''
  if (networkOf(ip || prefix) === null) return null
  if (!isInternetAddress(ip || prefix)) return 'private'
  return ip !== '' && SHORTENED.test(ip) ? 'shortened' : null
}

const SHORTENED = /(?:\.0|::)$/

/**
 * The address to check a name against; null where the log has no usable one. A private address
 * counts only if a list contains it, as an author's own list may.
 */
export function checkedAddress(
  entry: Pick<LogEntry, 'ip' | 'network'>,
  lists: readonly Network[],
): string | null {
  const { ip } = entry
  const fault = addressFault(entry)
  if (ip === '' || fault === 'shortened') return null
  return fault === null || networkAt(lists, ip) !== undefined ? ip : null
}

/**
 * The proof that a log shows for each assurance of the engine. A list that is too old to disprove a
 * name leaves it claimed. Mind `claimed`: the engine says it where no list could check a name, a
 * log where one was looked into in vain.
 */
const PROOF_BY_ASSURANCE = {
  network: 'verified',
  failed: 'forged',
  unlisted: 'claimed',
  claimed: 'unchecked',
} as const

export function proofOf(entry: LogEntry, { agent, context, lists }: LogClient): Proof {
  // A gate behind a proxy that it does not know saw the proxy's address, not the client's.
  if (entry.proof === 'forged' && addressFault(entry) === 'private') return 'unchecked'
  if (entry.proof !== null) return entry.proof
  if (lists.length === 0) return 'unchecked'
  if (lists.some(({ name }) => name === entry.network)) return 'verified'
  const address = checkedAddress(entry, lists)
  if (address === null || networkOf(address) === null) return 'unchecked'
  return PROOF_BY_ASSURANCE[proofByAddress(agent, context.site.config, context.networks, address)]
}

/** The network that a client comes from. All addresses that an operator publishes count as one. */
export function networkIn({ ip, network }: LogEntry, proof: Proof): string {
  if (network !== null) return network.includes('/') ? network : PUBLISHED
  return proof === 'verified' ? PUBLISHED : (networkOf(ip) ?? 'unknown')
}

export const PUBLISHED = 'published'
