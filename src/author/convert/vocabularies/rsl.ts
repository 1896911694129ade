/**
 * Writes RSL 1.0 (rslstandard.org/rsl, known second-hand): a document that a `License` line of
 * robots.txt references. A licence without `<permits>` grants what it does not prohibit (3.5), for
 * free if it names no price (3.7). So if ACAP reserves unnamed usages, every use is prohibited,
 * except search where the policy permits it to everyone. No policy demands reports, so
 * `<reporting>` (3.12) is never written.
 */

import { escapeMarkup } from '../../../base/printable.ts'
import { writtenPattern } from '../../../words/path-form.ts'
import type { ReservationVocabulary } from '../reservations.ts'
import { priceOfSearch } from '../search-terms.ts'
import type { TermRule } from '../term-rules.ts'

const ALL = 'all'

/** `other` covers every use that RSL has a word for. */
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
  permitsSearch: true,
  write: (rules, { signals, refuse }) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      // Two hyphens end a comment too early.
      `<!-- In robots.txt: License: ${(signals.license ?? 'the address of this file').replaceAll('--', '-%2D')} -->`,
      '<rsl xmlns="https://rslstandard.org/rsl">',
      ...rules.flatMap((rule) => contentOf(rule, refuse.contact)),
      '</rsl>',
      '',
    ].join('\n'),
  writtenOf: ({ terms, permission }) => [terms, permission],
  widerThan:
    'a licence without `<permits>` grants what it does not prohibit, so `all` is prohibited, search and the rest with it',
}

function contentOf({ pattern, words, references }: TermRule, contact: string | null): string[] {
  const { terms = null, permission = null } = references ?? {}
  return [
    `  <content url="${escapeMarkup(writtenPattern(pattern))}">`,
    '    <license>',
    ...usesOf(priceOfSearch(words)).map((line) => `      ${line}`),
    ...legal(permission ?? contact),
    '    </license>',
    ...(terms === null ? [] : [`    <terms>${escapeMarkup(terms)}</terms>`]),
    '  </content>',
  ]
}

/**
 * What is permitted closes all other uses; those of AI are prohibited beside it, for readers that
 * take it for a list of examples.
 */
function usesOf(price: string | null | undefined): readonly string[] {
  if (price === undefined) return [`<prohibits type="usage">${ALL}</prohibits>`]
  const uses = [
    '<permits type="usage">search</permits>',
    '<prohibits type="usage">ai-all</prohibits>',
  ]
  if (price === null) return uses
  const [currency, amount] = price.split(' ')
  return [
    ...uses,
    '<payment type="crawl">',
    `  <amount currency="${currency}">${amount}</amount>`,
    '</payment>',
  ]
}

/** The policy's own address for permissions, else that of the site's refusals. */
function legal(contact: string | null): readonly string[] {
  return contact === null ? [] : [`      <legal type="contact">${escapeMarkup(contact)}</legal>`]
}
