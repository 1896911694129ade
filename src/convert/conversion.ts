/**
 * What every conversion of a policy gives: the text in the other vocabulary, and what that vocabulary could not say.
 */
import type { SiteProgram } from '../bundle/program.ts'
import type { Finding } from '../language/findings/diagnostic.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import type { Decide } from '../publish/compare.ts'

/** A policy in another vocabulary. */
export interface Conversion {
  /** The whole text; empty where there is nothing to say. */
  readonly text: string
  /** What it does not say, says more strictly or less strictly than the policy: one finding per field at fault. */
  readonly findings: readonly Finding[]
}

/** What a conversion may depend on beside the policy. */
export interface ConversionOptions {
  /** Keep the lines that were converted as comments beside what became of them. */
  readonly originals: boolean
  /** Milliseconds since 1970, for dates that have passed. */
  readonly now: number
}

/** Writes a policy in one vocabulary. */
export type Convert = (reading: SiteReading, options: ConversionOptions) => Conversion

/** The same, asking the engine what the policy and the text that was written say. */
export type ConvertAsking = (reading: SiteReading, options: ConversionOptions, decide: Decide) => Conversion

/** The engine's robots words for a page: those that the edge writes into it. */
export type Tell = (site: SiteProgram, target: string) => readonly string[]

/** The same, asking what pages are told, too. */
export type ConvertTelling = (
  reading: SiteReading,
  options: ConversionOptions,
  decide: Decide,
  tell: Tell,
) => Conversion
