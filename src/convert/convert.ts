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
  /** What a policy must say for it to have something to write. */
  readonly needs: string
}

const OTHER = '`ACAP-disallow-other: /` in a record of robots.txt'
const USAGE = 'a rule about using pages, such as `ACAP-disallow-index: /archive/` in a record of robots.txt'

export const VOCABULARIES: Readonly<Record<string, Vocabulary>> = {
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
  'robots-meta': { convert: robotsMeta, summary: 'the robots META tag of every page, by path', needs: USAGE },
  'x-robots-tag': {
    convert: xRobotsTag,
    summary: 'X-Robots-Tag by path, as the `_headers` file of static hosts',
    needs: USAGE,
  },
  'content-usage': {
    convert: contentUsage,
    summary: 'the robots.txt with Content-Usage lines of AI Preferences',
    needs: `${OTHER}, or \`content-usage = "train-ai=n"\` under \`[signals]\` in site.toml`,
  },
  'content-signal': {
    convert: contentSignal,
    summary: 'the robots.txt with Content-Signal lines',
    needs: `${OTHER}, or \`content-signal = "ai-train=no"\` under \`[signals]\` in site.toml`,
  },
  tdmrep: {
    convert: tdmrep,
    summary: '/.well-known/tdmrep.json',
    needs: `${OTHER}, or \`tdm-reservation = 1\` under \`[signals]\` in site.toml`,
  },
  rsl: { convert: rsl, summary: 'an RSL document, to which a License line of robots.txt points', needs: OTHER },
}
