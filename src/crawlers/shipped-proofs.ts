/**
 * The evidence for crawlers' names that every bundle contains, besides addresses (I4): platforms'
 * verdicts and documented signatures.
 */
import type { NameProofs } from '../words/name-proofs.ts'
import categories from './lists/verdict-categories.json' with { type: 'json' }
import { SIGNERS, SYSTEMS } from './tables.ts'

/**
 * The categories are those of
 * https://developers.cloudflare.com/bots/concepts/bot/verified-bots/categories/.
 */
export const NAME_PROOFS: NameProofs = { systems: SYSTEMS, categories, signers: SIGNERS }
