/** A platform's verdict or a signer, and what the bundle knows of them → whose crawler it is (I4). */

import type { Agent } from '../../decide/agents.ts'
import type { NameProofs } from '../../words/name-proofs.ts'
import { matchesUserAgent } from '../../words/name-token.ts'
import type { BotVerdict } from '../platform.ts'

/**
 * Whether a platform's verdict that a client is a verified bot proves that an agent is who it says. It says "a verified search
 * engine's crawler", not whose: the category must be the name's own, and the client's autonomous system one of the operator's.
 * Azure's customers are in Microsoft's system too: there the category tells them apart. A longer name with an operator's in it
 * as a whole word is of the same operator.
 */
export function isVerifiedAs(
  { name, category }: Agent,
  verdict: BotVerdict | null,
  proofs?: NameProofs,
): boolean {
  if (name === null || category === null || verdict?.category == null || verdict.asn === null)
    return false
  if (!own(proofs?.categories, verdict.category.toLowerCase())?.includes(category)) return false
  return (
    own(proofs?.systems, String(verdict.asn))?.some((each) => matchesUserAgent(each, name)) === true
  )
}

/**
 * The crawler name that a documented signer (Web Bot Auth) signs for: null where it sends the User-Agent of a browser, undefined
 * for a stranger. Being documented proves nothing by itself: the signature must hold. It gives the signer's directory a cache
 * and a budget that strangers cannot use up.
 */
export function nameOfSigner(identity: string, proofs?: NameProofs): string | null | undefined {
  return own(proofs?.signers, identity)
}

/** Keys come from clients: what every object has by its prototype is none of the table. */
function own<T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return table && Object.hasOwn(table, key) ? table[key] : undefined
}
