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
  /**
   * One finding for each field that the text leaves out, or expresses more strictly or less
   * strictly.
   */
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

/** A usage and the word that prohibits it in the other vocabulary. */
export interface Mapping {
  readonly usage: Usage
  readonly word: string
  readonly reason: string
}

/** The note for words about uses that have no usage in ACAP, and so map to `other`. */
export const NAMELESS = 'ACAP 1.1 names no usage for it, so `other` covers it (ACAP Part 1, 2.5.6)'
