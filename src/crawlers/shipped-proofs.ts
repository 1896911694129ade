/** What proves a crawler's name beside its addresses (I4), for every bundle: a platform's verdict, a documented signature. */
import type { NameProofs } from '../words/name-proofs.ts'
import categories from './lists/verdict-categories.json' with { type: 'json' }
import { SIGNERS, SYSTEMS } from './tables.ts'

/** The categories are those of https://developers.cloudflare.com/bots/concepts/bot/verified-bots/categories/. */
export const NAME_PROOFS: NameProofs = { systems: SYSTEMS, categories, signers: SIGNERS }
