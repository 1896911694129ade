/**
 * The vocabularies of `acap convert --to`. A new one needs a file in `vocabularies/` and a row
 * here.
 */

import { checkArgument } from '../../base/check-argument.ts'
import { checkReading, type SiteReading } from '../../language/site/read-site.ts'
import { checkServedOptions } from '../served/generate-robots.ts'
import { toAcap } from './acap.ts'
import { toConventional } from './conventional.ts'
import type { Conversion, ConversionOptions, Convert } from './conversion.ts'
import { preferences } from './preferences.ts'
import { reservations } from './reservations.ts'
import { robotsConversion } from './robots-words.ts'
import { CONTENT_SIGNAL } from './vocabularies/content-signal.ts'
import { CONTENT_USAGE } from './vocabularies/content-usage.ts'
import { ROBOTS_META } from './vocabularies/robots-meta.ts'
import { RSL } from './vocabularies/rsl.ts'
import { TDMREP } from './vocabularies/tdmrep.ts'
import { X_ROBOTS_TAG } from './vocabularies/x-robots-tag.ts'

export interface Vocabulary {
  readonly convert: Convert
  readonly summary: string
  /** What a policy must say for it to have something to write. */
  readonly needs: string
}

const OTHER = '`ACAP-disallow-other: /` in a record of robots.txt'
const USAGE =
  'a rule about using pages, such as `ACAP-disallow-index: /archive/` in a record of robots.txt'

const ROWS = {
  acap: {
    convert: toAcap,
    summary: 'the robots.txt with ACAP records beside its conventional groups',
    needs: 'a conventional rule, such as `Disallow: /private/`',
  },
  conventional: {
    convert: toConventional,
    summary: 'a robots.txt for crawlers that know no ACAP (RFC 9309)',
    needs:
      'a rule about the crawl, such as `ACAP-disallow-crawl: /private/` in a record of robots.txt',
  },
  'robots-meta': {
    convert: robotsConversion(ROBOTS_META),
    summary: 'the robots META tag of every page, by path',
    needs: USAGE,
  },
  'x-robots-tag': {
    convert: robotsConversion(X_ROBOTS_TAG),
    summary: 'X-Robots-Tag by path, as the `_headers` file of static hosts',
    needs: USAGE,
  },
  'content-usage': {
    convert: preferences(CONTENT_USAGE),
    summary: 'the robots.txt with Content-Usage lines of AI Preferences',
    needs: `${OTHER}, or \`content-usage = "train-ai=n"\` under \`[signals]\` in site.toml`,
  },
  'content-signal': {
    convert: preferences(CONTENT_SIGNAL),
    summary: 'the robots.txt with Content-Signal lines',
    needs: `${OTHER}, or \`content-signal = "ai-train=no"\` under \`[signals]\` in site.toml`,
  },
  tdmrep: {
    convert: reservations(TDMREP),
    summary: '/.well-known/tdmrep.json',
    needs: `${OTHER}, or \`tdm-reservation = 1\` under \`[signals]\` in site.toml`,
  },
  rsl: {
    convert: reservations(RSL),
    summary: 'an RSL document, to which a License line of robots.txt points',
    needs: OTHER,
  },
} as const satisfies Readonly<Record<string, Vocabulary>>

/** What `to` of the library's `convert` takes. */
export type VocabularyName = keyof typeof ROWS

export const VOCABULARIES: Readonly<Record<string, Vocabulary>> = ROWS

/**
 * Writes a site in a vocabulary of `acap convert --to`.
 *
 * @param reading What `readSite` or `readText` gave.
 * @param to The vocabulary, such as `conventional`, `rsl` or `content-usage`.
 * @param options The known crawlers, whether originals are kept as comments, and the time.
 * @throws TypeError for a vocabulary that is none of these, and for a site with `[categories]`
 * where a vocabulary that names crawlers gets no `crawlers`.
 * @example convert(readText('User-agent: *\nDisallow: /private/\n'), 'acap').text
 */
export function convert(
  reading: SiteReading,
  to: VocabularyName,
  options: Partial<ConversionOptions> = {},
): Conversion {
  checkReading('convert', reading)
  const vocabulary = Object.hasOwn(VOCABULARIES, to) ? VOCABULARIES[to] : undefined
  if (vocabulary === undefined)
    throw new TypeError(
      `unknown vocabulary \`${to}\`: one of ${Object.keys(VOCABULARIES).join(', ')}`,
    )
  checkServedOptions('convert', options, ['originals', 'now'])
  const given = { originals: false, now: Date.now(), ...options }
  checkArgument(typeof given.originals === 'boolean', 'convert', 'originals', 'true or false')
  checkArgument(Number.isFinite(given.now), 'convert', 'now', 'milliseconds since 1970')
  const { text, findings } = vocabulary.convert(reading, given)
  return { text, findings }
}
