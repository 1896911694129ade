/**
 * The vocabularies that a site can be written in, by the name that `acap convert --to` knows. Adding one is a file in
 * this folder and a row here.
 */

import { finding, inOrder } from '../language/findings/diagnostic.ts'
import { toAcap } from './acap.ts'
import { contentSignal } from './content-signal.ts'
import { contentUsage } from './content-usage.ts'
import { toConventional } from './conventional.ts'
import type { Convert } from './conversion.ts'
import { categoriesOf } from './inexpressible.ts'
import { robotsMeta } from './robots-meta.ts'
import { rsl } from './rsl.ts'
import { tdmrep } from './tdmrep.ts'
import { xRobotsTag } from './x-robots-tag.ts'

/** A row: how a site is written in a vocabulary, and for whom. */
export interface Vocabulary {
  readonly convert: Convert
  readonly summary: string
  /** What a policy must say for it to have something to write. */
  readonly needs: string
}

const OTHER = '`ACAP-disallow-other: /` in a record of robots.txt'
const USAGE = 'a rule about using pages, such as `ACAP-disallow-index: /archive/` in a record of robots.txt'

/** A conversion about pages, the same for every crawler: categories cannot be expressed. */
function forEverybody(convert: Convert, vocabulary: string): Convert {
  return (reading, options) => {
    const { text, findings } = convert(reading, options)
    const missing = categoriesOf(reading).map((each) =>
      finding(each.at, 'not-expressible', [each.text, vocabulary, each.help]),
    )
    return { text, findings: inOrder([...findings, ...missing]) }
  }
}

const ROWS = {
  acap: {
    convert: toAcap,
    summary: 'the robots.txt with ACAP records beside its conventional groups',
    needs: 'a conventional rule, such as `Disallow: /private/`',
  },
  conventional: {
    convert: toConventional,
    summary: 'a robots.txt for crawlers that know no ACAP (RFC 9309)',
    needs: 'a rule about the crawl, such as `ACAP-disallow-crawl: /private/` in a record of robots.txt',
  },
  'robots-meta': {
    convert: forEverybody(robotsMeta, 'robots META'),
    summary: 'the robots META tag of every page, by path',
    needs: USAGE,
  },
  'x-robots-tag': {
    convert: forEverybody(xRobotsTag, 'X-Robots-Tag'),
    summary: 'X-Robots-Tag by path, as the `_headers` file of static hosts',
    needs: USAGE,
  },
  'content-usage': {
    convert: forEverybody(contentUsage, 'Content-Usage'),
    summary: 'the robots.txt with Content-Usage lines of AI Preferences',
    needs: `${OTHER}, or \`content-usage = "train-ai=n"\` under \`[signals]\` in site.toml`,
  },
  'content-signal': {
    convert: forEverybody(contentSignal, 'Content-Signal'),
    summary: 'the robots.txt with Content-Signal lines',
    needs: `${OTHER}, or \`content-signal = "ai-train=no"\` under \`[signals]\` in site.toml`,
  },
  tdmrep: {
    convert: forEverybody(tdmrep, 'TDMRep'),
    summary: '/.well-known/tdmrep.json',
    needs: `${OTHER}, or \`tdm-reservation = 1\` under \`[signals]\` in site.toml`,
  },
  rsl: {
    convert: forEverybody(rsl, 'RSL'),
    summary: 'an RSL document, to which a License line of robots.txt points',
    needs: OTHER,
  },
} as const satisfies Readonly<Record<string, Vocabulary>>

/** What `to` of the library's `convert` takes. */
export type VocabularyName = keyof typeof ROWS

export const VOCABULARIES: Readonly<Record<string, Vocabulary>> = ROWS
