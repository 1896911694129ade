/**
 * Which word of another vocabulary a prohibition of ACAP becomes, and why it covers what the word covers. No permission
 * is here: each of these words permits more than one usage of ACAP does, so a grant is site.toml's to write.
 */
import type { Usage } from '../vocabulary/usages.ts'

/** A prohibition and the word for it. */
export interface Mapping {
  readonly usage: Usage
  readonly word: string
  readonly reason: string
}

const NAMELESS = 'ACAP 1.1 names no usage for it, so `other` covers it (ACAP Part 1, 2.5.6)'

/** draft-ietf-aipref-vocab: the keys. */
export const CONTENT_USAGE: readonly Mapping[] = [
  { usage: 'other', word: 'train-ai', reason: `training: ${NAMELESS}` },
  { usage: 'index', word: 'search', reason: 'selecting assets and leading to them takes an index' },
]

/** contentsignals.org: the keys. */
export const CONTENT_SIGNAL: readonly Mapping[] = [
  { usage: 'index', word: 'search', reason: 'building a search index comes first in what it covers' },
  { usage: 'other', word: 'ai-input', reason: `grounding of answers: ${NAMELESS}` },
  { usage: 'other', word: 'ai-train', reason: `training: ${NAMELESS}` },
]

/** W3C TDM Reservation Protocol: the member. */
export const TDMREP: Mapping = { usage: 'other', word: 'tdm-reservation', reason: `mining: ${NAMELESS}` }

/** RSL 1.0: what is prohibited. */
export const RSL: Mapping = {
  usage: 'other',
  word: 'all',
  reason: 'a licence permits what it does not prohibit, free of charge where it names no price',
}
