/** Maps a platform's verdict or a signer to the crawler that it proves (I4). */

import type { Agent } from '../../decide/agents.ts'
import type { NameProofs } from '../../words/name-proofs.ts'
import { matchesUserAgent } from '../../words/name-token.ts'
import type { BotVerdict } from '../platform.ts'

/**
 * Whether a platform's verdict proves an agent's name. The verdict says "a verified search engine's
 * crawler", not whose: the category must be the name's, and the client's autonomous system one of
 * the operator's. Microsoft's system contains Azure's customers, whom the category excludes. A
 * longer name that contains an operator's as a whole word is the same operator's.
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
 * The crawler name of a documented signer (Web Bot Auth): null if it sends a browser's User-Agent,
 * undefined for a stranger. It proves nothing without a valid signature; it selects the cache and
 * budget of the signer's directory.
 */
export function nameOfSigner(identity: string, proofs?: NameProofs): string | null | undefined {
  return own(proofs?.signers, identity)
}

/** Own keys only: a client must not reach Object.prototype. */
function own<T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return table && Object.hasOwn(table, key) ? table[key] : undefined
}
