/**
 * Findings about what another vocabulary can say of a policy.
 */
import { listed, quote, words } from './words.ts'

export const CONVERSION_MESSAGES = {
  'not-expressible': (field: string, vocabulary: string, help: string | null) =>
    words(`${vocabulary} cannot express ${quote(field)}`, help),
  'converted-more-loosely': (field: string, vocabulary: string, what: string) =>
    words(`${quote(field)} becomes looser in ${vocabulary}: ${what}`, null),
  'converted-more-strictly': (field: string, vocabulary: string, what: string) =>
    words(`${quote(field)} becomes stricter in ${vocabulary}: ${what}`, null),
  'letter-case': (field: string, what: string, others: number) =>
    words(
      `letter case changes what ${quote(field)} covers: ${what}${others === 0 ? '' : `; the same happens to ${others} other ${others === 1 ? 'field' : 'fields'}`}`,
      'ignore this unless the site serves a page under several spellings of its path',
    ),
  'converted-in-part': (field: string, vocabulary: string, missing: readonly string[], help: string | null) =>
    words(`${vocabulary} cannot express ${listed(missing.map(quote))} of ${quote(field)}`, help),
}
