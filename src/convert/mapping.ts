/**
 * The word of another vocabulary that a prohibition of ACAP becomes, and why it covers what the word covers. No permission
 * has a word: each of these words permits more than one usage of ACAP does, so a grant is site.toml's to write.
 */
import type { Usage } from '../vocabulary/usages.ts'

/** A prohibition and the word for it. */
export interface Mapping {
  readonly usage: Usage
  readonly word: string
  readonly reason: string
}

/** Why a word for a usage without a name of its own maps to `other`. */
export const NAMELESS = 'ACAP 1.1 names no usage for it, so `other` covers it (ACAP Part 1, 2.5.6)'
