/**
 * A policy → an RSL 1.0 document (rslstandard.org/rsl), to which a `License` line of robots.txt points. A licence
 * grants what it does not prohibit, and free of charge where it names no price; so where ACAP reserves the usages that
 * it does not name, every use is prohibited, and the document says where to get a licence.
 */
import { escapeMarkup } from '../grammar/markup.ts'
import { writtenPattern } from '../grammar/path-form.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import type { Conversion, ConversionOptions } from './conversion.ts'
import { RSL } from './mappings.ts'
import { Reservations, type ReservedPath } from './reservation.ts'

const WIDER = 'a licence permits what it does not prohibit, so `all` is prohibited, search and the rest with it'

/** `other` covers every use that RSL has a word for. RSL cannot except search from it. */
export function rsl(reading: SiteReading, options: ConversionOptions): Conversion {
  const reserved = new Reservations(reading, options, null)
  const { license } = reading.policy.config.signals
  const text = reserved.paths.length === 0 ? '' : documentOf(reserved.paths, license)
  reserved.widen(WIDER)
  return { text, findings: reserved.findings('rsl', ({ terms, permission }) => [terms, permission]) }
}

function documentOf(paths: readonly ReservedPath[], license: string | undefined): string {
  const address = license ?? 'the address of this file'
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    // Two hyphens end a comment too early.
    `<!-- In robots.txt: License: ${address.replaceAll('--', '-%2D')} -->`,
    '<rsl xmlns="https://rslstandard.org/rsl">',
    ...paths.flatMap(contentOf),
    '</rsl>',
    '',
  ].join('\n')
}

function contentOf({ pattern, terms }: ReservedPath): string[] {
  return [
    `  <content url="${escapeMarkup(writtenPattern(pattern))}">`,
    '    <license>',
    `      <prohibits type="usage">${RSL.word}</prohibits>`,
    ...(terms.permission === null ? [] : [`      <legal type="contact">${escapeMarkup(terms.permission)}</legal>`]),
    '    </license>',
    ...(terms.terms === null ? [] : [`    <terms>${escapeMarkup(terms.terms)}</terms>`]),
    '  </content>',
  ]
}
