/**
 * RSL 1.0 (rslstandard.org/rsl): a document to which a `License` line of robots.txt points. A licence without
 * `<permits>` grants what it does not prohibit, and free of charge where it names no price; so where ACAP reserves the usages that it does not
 * name, every use is prohibited, and the document says where to get a licence.
 */

import { escapeMarkup } from '../../../base/printable.ts'
import { writtenPattern } from '../../../words/path-form.ts'
import type { ReservationVocabulary } from '../reservations.ts'
import type { TermRule } from '../term-rules.ts'

const ALL = 'all'

/** `other` covers every use that RSL has a word for. RSL cannot except search from it. */
export const RSL: ReservationVocabulary = {
  name: 'rsl',
  title: 'RSL',
  mapping: {
    usage: 'other',
    word: ALL,
    reason:
      'a licence without `<permits>` grants what it does not prohibit, free of charge where it names no price',
  },
  ownOf: () => null,
  write: (rules, { license = 'the address of this file' }) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      // Two hyphens end a comment too early.
      `<!-- In robots.txt: License: ${license.replaceAll('--', '-%2D')} -->`,
      '<rsl xmlns="https://rslstandard.org/rsl">',
      ...rules.flatMap(contentOf),
      '</rsl>',
      '',
    ].join('\n'),
  writtenOf: ({ terms, permission }) => [terms, permission],
  widerThan:
    'a licence without `<permits>` grants what it does not prohibit, so `all` is prohibited, search and the rest with it',
}

function contentOf({ pattern, references }: TermRule): string[] {
  const { terms = null, permission = null } = references ?? {}
  return [
    `  <content url="${escapeMarkup(writtenPattern(pattern))}">`,
    '    <license>',
    `      <prohibits type="usage">${ALL}</prohibits>`,
    ...(permission === null
      ? []
      : [`      <legal type="contact">${escapeMarkup(permission)}</legal>`]),
    '    </license>',
    ...(terms === null ? [] : [`    <terms>${escapeMarkup(terms)}</terms>`]),
    '  </content>',
  ]
}
