/**
 * Findings about what another vocabulary can say of a policy.
 */
import { listed, quote, row, words } from './row.ts'

export const CONVERSION_ROWS = {
  'not-expressible': row(
    'ACAP110',
    'warning',
    `The vocabulary cannot express this field, so the result does not contain it. Crawlers may treat that as a
permission or as a prohibition.`,
    (field: string, vocabulary: string, help: string | null) =>
      words(`${vocabulary} cannot express ${quote(field)}`, help),
  ),
  'converted-more-loosely': row(
    'ACAP111',
    'error',
    `The result permits something that the policy prohibits. It uses the closest words of the vocabulary. The publisher
must decide whether they are good enough.`,
    (field: string, vocabulary: string, what: string) =>
      words(`${quote(field)} becomes looser in ${vocabulary}: ${what}`, null),
  ),
  'converted-more-strictly': row(
    'ACAP112',
    'warning',
    `The result prohibits something that the policy permits. If the vocabulary has only a wider word for a prohibition,
the result uses it, because that is safer for the publisher.`,
    (field: string, vocabulary: string, what: string) =>
      words(`${quote(field)} becomes stricter in ${vocabulary}: ${what}`, null),
  ),
  'letter-case': row(
    'ACAP113',
    'warning',
    `ACAP ignores the letter case of paths (P3): \`/news/\` covers \`/News/\`. Conventional rules and most other
vocabularies do not. So a converted field covers more spellings of its paths than before, or fewer. It matters only
where the site serves a page under several spellings. The finding names one field as an example.`,
    (field: string, what: string, others: number) =>
      words(
        `letter case changes what ${quote(field)} covers: ${what}${others === 0 ? '' : `; the same happens to ${others} other ${others === 1 ? 'field' : 'fields'}`}`,
        'ignore this unless the site serves a page under several spellings of its path',
      ),
  ),
  'converted-in-part': row(
    'ACAP114',
    'warning',
    `The vocabulary can express a part of this field. The rest is missing from the result.`,
    (field: string, vocabulary: string, missing: readonly string[], help: string | null) =>
      words(`${vocabulary} cannot express ${listed(missing.map(quote))} of ${quote(field)}`, help),
  ),
}
