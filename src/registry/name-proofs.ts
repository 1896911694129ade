/** What proves a crawler's name beside its addresses (I4): a platform's verdict, a documented signature. */
import { matchesUserAgent } from '../grammar/name-token.ts'
import type { Category } from '../vocabulary/decision-words.ts'
import networks from './data/networks.json' with { type: 'json' }
import signers from './data/signers.json' with { type: 'json' }

interface NamedAgent {
  readonly name: string | null
  readonly category: Category | null
}

interface Verdict {
  readonly category: string | null
  readonly asn: number | null
}

type Names = ReadonlyMap<string, readonly string[]>

/** By the number of an autonomous system: names of its operator's crawlers. */
const SYSTEMS: Names = new Map(Object.entries(networks.systems))
const CATEGORIES: Names = new Map(Object.entries(networks.categories))

/**
 * Whether a platform's verdict that a client is a verified bot proves that an agent is who it says. It says "a verified search
 * engine's crawler", not whose: the category must be the name's own, and the client's autonomous system one of the operator's
 * (https://www.peeringdb.com/asn/15169; https://developers.cloudflare.com/bots/concepts/bot/verified-bots/categories/).
 * Azure's customers are in Microsoft's system too: there the category tells them apart. A longer name with an operator's in it
 * as a whole word is of the same operator.
 */
export function isVerifiedAs({ name, category }: NamedAgent, verdict: Verdict | null): boolean {
  if (name === null || category === null || verdict?.category == null || verdict.asn === null) return false
  if (!CATEGORIES.get(verdict.category.toLowerCase())?.includes(category)) return false
  return SYSTEMS.get(String(verdict.asn))?.some((each) => matchesUserAgent(each, name)) === true
}

const NAMES: ReadonlyMap<string, string | null> = new Map(Object.entries(signers))

/**
 * The crawler name that a documented signer (Web Bot Auth) signs for: null where it sends the User-Agent of a browser, undefined
 * for a stranger. Being documented proves nothing by itself: the signature must hold. It gives the signer's directory a cache
 * and a budget that strangers cannot use up. The operators say so at
 * https://developers.google.com/crawling/docs/crawlers-fetchers/allow-google-agent,
 * https://help.openai.com/en/articles/11845367-chatgpt-agent-allowlisting and, on bots, https://www.kernel.sh/docs.
 */
export function nameOfSigner(identity: string): string | null | undefined {
  return NAMES.get(identity)
}
