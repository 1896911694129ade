/**
 * Findings about what another vocabulary can say of a policy.
 */
import { listed, quote, row, words } from './row.ts'

export const CONVERSION_ROWS = {
  'not-expressible': row(
    'ACAP110',
    'warning',
    `The vocabulary that was asked for has no words for this field, so the result says nothing of it. What readers of that
vocabulary make of silence is theirs to say: never take it for a permission, nor for a prohibition.`,
    (field: string, vocabulary: string, help: string | null) =>
      words(`${quote(field)} cannot be said in ${vocabulary}`, help),
  ),
  'said-more-loosely': row(
    'ACAP111',
    'error',
    `Readers of the result are permitted something that the policy prohibits. The nearest words that the vocabulary has were
written; whether they are good enough is for the publisher to decide.`,
    (field: string, vocabulary: string, what: string) =>
      words(`${quote(field)} is said more loosely in ${vocabulary}: ${what}`, null),
  ),
  'said-more-strictly': row(
    'ACAP112',
    'warning',
    `Readers of the result are prohibited something that the policy permits. Where a vocabulary has only a wider word for a
prohibition, the wider word is written: it keeps the publisher on the safe side.`,
    (field: string, vocabulary: string, what: string) =>
      words(`${quote(field)} is said more strictly in ${vocabulary}: ${what}`, null),
  ),
  'letter-case': row(
    'ACAP113',
    'warning',
    `ACAP reads paths in every letter case (P3), and robots.txt by RFC 9309 as they are written. So a field that is
converted from one to the other speaks of more paths than before, or of fewer. That matters where a site answers to
more than one spelling of a path. The first such field is named; it stands for all of them.`,
    (field: string, what: string, others: number) =>
      words(
        `${quote(field)} is read in another letter case: ${what}${others === 0 ? '' : `, and so for ${others} other ${others === 1 ? 'field' : 'fields'}`}`,
        null,
      ),
  ),
  'said-in-part': row(
    'ACAP114',
    'warning',
    `The vocabulary that was asked for has words for a part of this field, and those were written. Of the rest the result says
nothing.`,
    (field: string, vocabulary: string, missing: readonly string[], help: string | null) =>
      words(`${quote(field)} is said in part in ${vocabulary}: nothing of ${listed(missing.map(quote))}`, help),
  ),
}
