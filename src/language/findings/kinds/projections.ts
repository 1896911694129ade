/** Findings: what is served and converted, and what it costs. */
import { byCount, type KindOfFinding, quote, quotedList, words } from '../words.ts'

export const PROJECTIONS_FINDINGS = {
  'served-differs': {
    code: 'ACAP099',
    severity: 'error',
    words: (
      { crawler, usage, target }: { crawler: string; usage: string; target: string },
      { meant, served }: { meant: string; served: string },
      field: string | null,
      version: string | null,
    ) => {
      const policy = `${usage} of ${quote(target)} is ${meant} to \`${crawler}\``
      const what = `${policy}, and ${served} by the robots.txt that is served`
      return version === null
        ? words(what, field && `change ${quote(field)}, or the route that contradicts it`)
        : words(
            `${what}: by ${quote(version)} its group does not exist`,
            'write an even minor version, such as `2.0`',
          )
    },
    silence: 'never',
    explain:
      'The build reads the served robots.txt again and compares its decisions with the ' +
      "edge's, for every name of the policy, at a path for every set of patterns that can " +
      'match at once. If they differ, the file says one thing and the edge does another. ' +
      'The usual cause is a route that cannot be published as it is (E5): another route ' +
      'inside it prohibits nothing, or a group of the 1996 standard permits by `Allow` ' +
      'only, or is experimental and does not exist (X1).',
  },
  'not-expressible': {
    code: 'ACAP110',
    severity: 'warning',
    words: (text: string, vocabulary: string, remedy: string | null) =>
      words(`${vocabulary} cannot express ${quote(text)}`, remedy),
    silence: 'later',
    explain:
      'The vocabulary cannot express this field, so the result does not contain it. ' +
      'Crawlers may treat that as a permission or as a prohibition.',
  },
  'converted-more-loosely': {
    code: 'ACAP111',
    severity: 'error',
    words: (text: string, vocabulary: string, what: string) =>
      words(`${quote(text)} becomes looser in ${vocabulary}: ${what}`),
    silence: 'later',
    explain:
      'The result permits something that the policy prohibits. It uses the closest words ' +
      'of the vocabulary. The publisher must decide whether they are good enough.',
  },
  'converted-more-strictly': {
    code: 'ACAP112',
    severity: 'warning',
    words: (text: string, vocabulary: string, what: string) =>
      words(`${quote(text)} becomes stricter in ${vocabulary}: ${what}`),
    silence: 'later',
    explain:
      'The result prohibits something that the policy permits. If the vocabulary has only ' +
      'a wider word for a prohibition, the result uses it, because that is safer for the ' +
      'publisher.',
  },
  'letter-case': {
    code: 'ACAP113',
    severity: 'warning',
    words: (text: string, what: string, others: number) => {
      const change = `letter case changes what ${quote(text)} covers: ${what}`
      return words(
        byCount(
          others,
          change,
          `${change}; the same happens to 1 other field`,
          `${change}; the same happens to ${others} other fields`,
        ),
        'ignore this unless the site serves a page under several spellings of its path',
      )
    },
    silence: 'later',
    explain:
      'ACAP ignores the letter case of paths (P3): `/news/` covers `/News/`. Conventional ' +
      'rules and most other vocabularies do not. So a converted field covers more ' +
      'spellings of its paths than before, or fewer. It matters only where the site serves ' +
      'a page under several spellings. The finding names one field as an example.',
  },
  'converted-in-part': {
    code: 'ACAP114',
    severity: 'warning',
    words: (text: string, vocabulary: string, parts: readonly string[], remedy: string | null) =>
      words(`${vocabulary} cannot express ${quotedList(parts)} of ${quote(text)}`, remedy),
    silence: 'later',
    explain:
      'The vocabulary can express a part of this field. The rest is missing from the ' + 'result.',
  },
  'slow-to-decide': {
    code: 'ACAP130',
    severity: 'error',
    words: (field: string, steps: string, most: string) =>
      words(
        `one request could take ${steps} steps, and the limit is ${most}; ${quote(field)} takes the most`,
        'use fewer patterns with `*`, or fewer stars in each',
      ),
    explain:
      'The engine may have to search the text after a `*` at every position of a path. The ' +
      'build counts how many steps one request can take at most, over all spellings of a ' +
      'path of 8,192 bytes (P8). About 6,000 rules with a `*` for one crawler are within ' +
      'the bound. A policy beyond it is refused, because readers and crawlers would wait ' +
      'for its decisions. The finding marks the field with the greatest share.',
  },
  'too-many-rules': {
    code: 'ACAP131',
    severity: 'error',
    words: (field: string, rules: string, most: string) =>
      words(
        `the policy has ${rules} rules, and the limit is ${most}; ${quote(field)} makes the most`,
        'merge fields about one resource set, or use a pattern with `*` in place of a long set',
      ),
    explain:
      'A field about a resource set becomes one rule for each pattern of the set (P5). A ' +
      'field that several names share becomes one rule for each set of names. A name in a ' +
      'referenced file counts for the names that refer to it (R11), one rule for each. So ' +
      'a short policy can produce millions of rules. One site may have 500,000. The ' +
      'finding marks the field with the greatest share.',
  },
  'closed-in-acap-alone': {
    code: 'ACAP152',
    severity: 'warning',
    words: (text: string, _vocabulary: string, what: string) =>
      words(
        `robots.txt cannot express ${quote(text)}: by its lines, ${what}`,
        '`/acap.txt` says it, and the edge refuses the crawl; ' +
          'with `acap = "file"` robots.txt says it, too',
      ),
    silence: 'later',
    explain:
      'With `[robots] acap = "meta"` robots.txt has conventional lines alone. Only ACAP can say ' +
      'this prohibition: it is for a purpose, or for a name that no conventional group can ' +
      'address. It stands in `/acap.txt`, and the edge enforces it. A crawler that reads ' +
      'robots.txt alone does not know of it before it is refused.',
  },
  'path-of-policy': {
    code: 'ACAP153',
    severity: 'error',
    words: () =>
      words(
        'with `[robots] acap = "meta"` the whole policy is served at this path',
        'rename the file, and the reference to it',
      ),
    explain:
      'A permission file that a record refers to is served at its own path (R11). The path ' +
      '`/acap.txt` belongs to the whole policy where robots.txt has no ACAP (R4).',
  },
  'aged-vocabulary': {
    code: 'ACAP150',
    severity: 'note',
    words: (age: string) => words(`${age}; \`acap vocabularies\` lists the dates`),
    explain:
      'Vocabularies for crawlers change by the month, and drafts expire. Each is read and ' +
      'written here by one text with a date (docs/interop.md). After that text expired, or ' +
      'a year after it was last compared with its sources, operators may read other words. ' +
      'This is information: it changes no exit code.',
  },
} satisfies Readonly<Record<string, KindOfFinding>>
