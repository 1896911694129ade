/**
 * The vocabularies that a site can be written in, by the name that `acap convert --to` knows. Adding one is a file in
 * convert/ and a row here.
 */
import { toAcap } from './convert/acap.ts'
import type { ConvertAsking } from './convert/conversion.ts'

/** A row: how a site is written in a vocabulary, and for whom. */
export interface Vocabulary {
  readonly convert: ConvertAsking
  readonly summary: string
}

export const VOCABULARIES: Readonly<Record<string, Vocabulary>> = {
  acap: { convert: toAcap, summary: 'the robots.txt with ACAP records beside its conventional groups' },
}
