/**
 * The result of every conversion: the text in the other vocabulary, and what it could not express.
 */
import type { Finding } from '../../language/findings/diagnostic.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import type { Usage } from '../../words/usages.ts'
import type { ServedOptions } from '../served/generate-robots.ts'

/** A policy in another vocabulary. */
export interface Conversion {
  /** The whole text; empty where there is nothing to say. */
  readonly text: string
  /** What it does not say, says more strictly or less strictly than the policy: one finding per field at fault. */
  readonly findings: readonly Finding[]
}

/** What a conversion may depend on beside the policy. */
export interface ConversionOptions extends ServedOptions {
  /** Keep the lines that were converted as comments beside what became of them. */
  readonly originals: boolean
  /** Milliseconds since 1970, for dates that have passed. */
  readonly now: number
}

export type Convert = (reading: SiteReading, options: ConversionOptions) => Conversion

/** A prohibition and the word for it. */
export interface Mapping {
  readonly usage: Usage
  readonly word: string
  readonly reason: string
}

/** Why a word for a usage without a name of its own maps to `other`. */
export const NAMELESS = 'ACAP 1.1 names no usage for it, so `other` covers it (ACAP Part 1, 2.5.6)'
