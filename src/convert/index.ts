/**
 * Part of the library's `acap-edge/policy`: a site that was read in, the same in another vocabulary out, with findings about what
 * that vocabulary cannot express. Runs offline.
 */
import type { SiteReading } from '../language/site/read-site.ts'
import type { Conversion, ConversionOptions } from './conversion.ts'
import { VOCABULARIES, type VocabularyName } from './convert.ts'

export type { Conversion, ConversionOptions } from './conversion.ts'
export { VOCABULARIES, type Vocabulary, type VocabularyName } from './convert.ts'

/**
 * Writes a site in a vocabulary of `acap convert --to`.
 * @throws TypeError for a vocabulary that is none of VOCABULARIES, and for a site with `[categories]` where a vocabulary
 * that names crawlers gets no `crawlers`.
 */
export function convert(
  reading: SiteReading,
  to: VocabularyName,
  options: Partial<ConversionOptions> = {},
): Conversion {
  const vocabulary = Object.hasOwn(VOCABULARIES, to) ? VOCABULARIES[to] : undefined
  if (vocabulary === undefined)
    throw new TypeError(`unknown vocabulary \`${to}\`: one of ${Object.keys(VOCABULARIES).join(', ')}`)
  return vocabulary.convert(reading, { originals: false, now: Date.now(), ...options })
}
