/** What proves a crawler's name beside its addresses (I4), for every bundle: a platform's verdict, a documented signature. */
import type { NameProofs } from '../words/name-proofs.ts'
import networks from './data/networks.json' with { type: 'json' }
import signers from './data/signers.json' with { type: 'json' }

/**
 * The systems are those of https://www.peeringdb.com, the categories those of
 * https://developers.cloudflare.com/bots/concepts/bot/verified-bots/categories/. The signers are documented at
 * https://developers.google.com/crawling/docs/crawlers-fetchers/allow-google-agent,
 * https://help.openai.com/en/articles/11845367-chatgpt-agent-allowlisting and, on bots, https://www.kernel.sh/docs.
 */
export const NAME_PROOFS: NameProofs = { ...networks, signers }
