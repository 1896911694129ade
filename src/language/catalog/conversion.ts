/**
 * Findings about what another vocabulary can say of a policy.
 */
import { quote, row, words } from './row.ts'

export const CONVERSION_ROWS = {
  'not-expressible': row(
    'ACAP100',
    'warning',
    `The vocabulary that was asked for has no words for this field, so the result says nothing of it. What readers of that
vocabulary make of silence is theirs to say: never take it for a permission, nor for a prohibition.`,
    (field: string, vocabulary: string, help: string | null) =>
      words(`${quote(field)} cannot be said in ${vocabulary}`, help),
  ),
  'said-more-loosely': row(
    'ACAP101',
    'error',
    `Readers of the result are permitted something that the policy prohibits. The nearest words that the vocabulary has were
written; whether they are good enough is for the publisher to decide.`,
    (field: string, vocabulary: string, what: string) =>
      words(`${vocabulary} says ${quote(field)} more loosely: ${what}`, null),
  ),
  'said-more-strictly': row(
    'ACAP102',
    'warning',
    `Readers of the result are prohibited something that the policy permits. Where a vocabulary has only a wider word for a
prohibition, the wider word is written: it keeps the publisher on the safe side.`,
    (field: string, vocabulary: string, what: string) =>
      words(`${vocabulary} says ${quote(field)} more strictly: ${what}`, null),
  ),
}
