/**
 * Words that the project does not use: how a test finds each, and what to write. docs/glossary.md lists them.
 */

/** A word, or words of one kind. */
interface BannedWord {
  readonly not: string
  readonly but: string
  readonly form: RegExp
}

export const BANNED_WORDS: readonly BannedWord[] = [
  { not: 'whoever', but: 'anyone who, the crawler that', form: /\bwhoever\b/i },
  {
    not: 'whatever',
    but: 'any, everything that, no matter what, regardless of',
    form: /\bwhatever\b/i,
  },
  { not: "nobody's", but: 'of no crawler, unnamed', form: /\bnobody['’]s\b/i },
  {
    not: 'lest, thereof, whence',
    but: 'so that … not, of it, from which',
    form: /\b(?:lest|thereof|whence)\b/i,
  },
  { not: 'to be had', but: 'where to get, available', form: /\b(?:is|are) to be had\b/i },
  { not: 'goes without saying', but: '(leave it out)', form: /\bgoes without saying\b/i },
  { not: 'in so many words', but: 'explicitly', form: /\bin so many words\b/i },
  { not: 'mend', but: 'fix, correct', form: /\bmend(?:s|ed|ing)?\b/i },
  {
    not: 'Court, Bench',
    but: 'SiteContext, ReplayContext',
    form: /\b(?:Court|Bench|courtOf|benchFor)\b/,
  },
  {
    not: 'Said, Told, Telling',
    but: 'terms, expected and actual',
    form: /\b(?:Said|Told|Telling)\b/,
  },
  // A letter with a number is a rule of docs/semantics.md and nothing else.
  { not: 'P1 2.4.3', but: 'ACAP Part 1, 2.4.3', form: /\bP[12] (?:fn )?\d/ },
  { not: 'but for', but: 'except, except for', form: /\bbut for\b/i },
  { not: 'reckon', but: 'compute, count', form: /\breckon(?:s|ed|ing)?\b/i },
  { not: 'entrance', but: 'entry point', form: /\bentrances?\b/i },
  { not: 'put to both', but: 'asked of both, decided by both', form: /\bput to both\b/i },
  { not: 'save that', but: 'except that', form: /\bsave that\b/i },
  { not: 'anew', but: 'again', form: /\banew\b/i },
  { not: 'is told', but: 'gets, is reported', form: /\b(?:is|are|was|were) told\b/i },
  { not: 'act upon', but: 'enforce, apply', form: /\bact(?:s|ed|ing)? upon\b/i },
  { not: 'gives way', but: 'is overridden by', form: /\bg(?:ive|ives|ave|iven|iving) way\b/i },
  { not: 'taken for', but: 'counts as, identified as, read as', form: /\btaken for\b/i },
  { not: 'what no', but: 'the usages, bytes or values that no', form: /\bwhat no\b/i },
  { not: 'closes it not', but: 'does not close it', form: /\b\w+s (?:it|them|him) not\b/i },
  {
    not: 'so it is decided, the account of it',
    but: 'so both are checked; its explanation',
    form: /\bso it is (?:decided|told)\b|\bthe account of (?:it|one)\b/i,
  },
  {
    not: 'telling, leaning, told-',
    but: 'tagging, tagged',
    form: /\b(?:telling|leaning)\b|\btold-/i,
  },
]
