/**
 * The vocabularies that a site can be written in, by the name that `acap convert --to` knows. Adding one is a file in
 * this folder and a row here.
 */
import { toAcap } from './acap.ts'
import { contentSignal } from './content-signal.ts'
import { contentUsage } from './content-usage.ts'
import { toConventional } from './conventional.ts'
import type { Convert } from './conversion.ts'
import { robotsMeta } from './robots-meta.ts'
import { rsl } from './rsl.ts'
import { tdmrep } from './tdmrep.ts'
import { xRobotsTag } from './x-robots-tag.ts'

/** A row: how a site is written in a vocabulary, and for whom. */
export interface Vocabulary {
  readonly convert: Convert
  readonly summary: string
}

export const VOCABULARIES: Readonly<Record<string, Vocabulary>> = {
  acap: { convert: toAcap, summary: 'the robots.txt with ACAP records beside its conventional groups' },
  conventional: { convert: toConventional, summary: 'a robots.txt for crawlers that know no ACAP (RFC 9309)' },
  'robots-meta': { convert: robotsMeta, summary: 'the robots META tag of every page, by path' },
  'x-robots-tag': { convert: xRobotsTag, summary: 'X-Robots-Tag by path, as the `_headers` file of static hosts' },
  'content-usage': { convert: contentUsage, summary: 'the robots.txt with Content-Usage lines of AI Preferences' },
  'content-signal': { convert: contentSignal, summary: 'the robots.txt with Content-Signal lines' },
  tdmrep: { convert: tdmrep, summary: '/.well-known/tdmrep.json' },
  rsl: { convert: rsl, summary: 'an RSL document, to which a License line of robots.txt points' },
}
