/** Findings: usages and resources of ACAP fields. */
import { dateText, expiresAt, isDate } from '../../../base/calendar.ts'
import { didYouMean } from '../suggest.ts'
import { type KindOfFinding, quote, words } from '../words.ts'

export const USAGES_FINDINGS = {
  'repeated-directive': {
    code: 'ACAP032',
    severity: 'note',
    words: () => words('the conventional records are ignored already', 'remove this line'),
    explain:
      '`ACAP-ignore-conventional-records` applies to the whole file, so once is enough ' +
      '(ACAP Part 1, 2.10.1).',
  },
  'unknown-usage': {
    code: 'ACAP033',
    severity: 'error',
    words: (name: string, usages: readonly string[], isLocal: boolean) =>
      words(
        `${quote(name)} is not a usage, so the field is ignored`,
        isLocal
          ? `write \`(${name})\` for the local usage`
          : didYouMean(name, usages, `the usages are ${usages.join(', ')}`),
      ),
    explain:
      'ACAP 1.1 has the usages crawl, follow, index, preserve, present, eight kinds of ' +
      'present-…, and other (ACAP Part 1, 2.5). A field about another usage is ignored ' +
      '(L7), so such a prohibition prohibits nothing. A local usage is written in ' +
      'parentheses.',
  },
  'empty-resource': {
    code: 'ACAP037',
    severity: 'error',
    words: (prohibits: boolean) =>
      words(
        'the field names no resource, so it is ignored',
        prohibits
          ? 'write the path, or `ACAP-allow-crawl: /` if you mean an empty `Disallow`'
          : 'write the path, or `/` for everything',
      ),
    explain:
      'An ACAP field without a resource is ignored (P4). As a pattern, an empty value ' +
      'would match everything. But a converter wrote it for an empty `Disallow:`, which ' +
      'prohibits nothing.',
  },
  'scheme-in-pattern': {
    code: 'ACAP038',
    severity: 'error',
    words: (pattern: string) =>
      words(
        `${quote(pattern)} never matches, because a pattern is a path`,
        'write what follows the host',
      ),
    explain:
      'A pattern is compared with path and query only (P1). A whole URI, which begins with ' +
      'a scheme, never matches (P4).',
  },
  'no-leading-slash': {
    code: 'ACAP039',
    severity: 'warning',
    words: (pattern: string) =>
      words(
        `${quote(pattern)} is read as ${quote(`/${pattern}`)}`,
        `write ${quote(`/${pattern}`)}, or ${quote(`*${pattern}`)} for any place`,
      ),
    explain:
      'A resource path pattern is relative to the document root (ACAP Part 1, 2.4.4), so ' +
      'it is read with `/` before it (P4). The same value in a conventional rule would ' +
      'match nothing.',
  },
  'rule-without-slash': {
    code: 'ACAP040',
    severity: 'warning',
    words: (pattern: string) =>
      words(
        `${quote(pattern)} never matches, because every path begins with \`/\``,
        `write ${quote(`/${pattern}`)}, or ${quote(`*${pattern}`)} for any place`,
      ),
    explain:
      'Every path begins with `/`, and a conventional pattern is matched from the first ' +
      'character (RFC 9309 2.2.2): this one never matches (P4).',
  },
  'words-after-prohibition': {
    code: 'ACAP042',
    severity: 'error',
    words: (text: string) =>
      words(
        `${quote(text)} is ignored, because a prohibition has no qualifiers`,
        `remove it${closedUntil(text) ?? '; terms stand behind a permission'}`,
      ),
    explain:
      'A prohibition has a resource and nothing else (ACAP Part 1, 2.4.2). The rest is ' +
      'ignored; the prohibition applies (L7), and has no end. A route of site.toml with ' +
      '`closed-until` closes pages until a date (E7).',
  },
  'other-without-reference': {
    code: 'ACAP043',
    severity: 'warning',
    words: () =>
      words(
        'without a reference to your terms this prohibits what it seems to permit',
        'add `usage-ref=` with the URI of your terms',
      ),
    explain:
      'Usages that ACAP does not define are permitted only by an explicit reference to ' +
      'where they are described (ACAP Part 1, 2.5.6.1). Without one, the field is read as ' +
      'the prohibition of these usages, as a qualifier that cannot be interpreted would be ' +
      '(Q1, Q4).',
  },
  'action-not-one-path': {
    code: 'ACAP044',
    severity: 'error',
    words: (path: string) =>
      words(
        path === ''
          ? 'the request names no resource'
          : `${quote(path)} is not a single path, so the request is ignored`,
        'write one path, without `*`, `$` and host',
      ),
    explain:
      'A request is about a single resource, by its path (ACAP Part 1, 2.6). With a ' +
      'wildcard, a final `$` or a scheme it is not a single path, and the request is ' +
      'ignored (T1).',
  },
  'lone-other': {
    code: 'ACAP049',
    severity: 'note',
    words: () =>
      words(
        'this prohibits every usage except the crawl',
        'add `ACAP-disallow-crawl` if crawlers should stay away',
      ),
    explain:
      '`disallow-other` decides for every usage that no other field decides, but never for ' +
      'the crawl (L4): a crawler must be able to fetch a page to use what it is permitted. ' +
      'Alone in a record it prohibits indexing, preserving and presenting, but not the ' +
      'crawl.',
  },
} satisfies Readonly<Record<string, KindOfFinding>>

/**
 * How pages are closed until a date (E7), for who wrote a time behind a prohibition; null for any
 * other words.
 */
function closedUntil(text: string): string | null {
  const [, date] = /^time-limit=(?:until-(\d{4}-\d{2}-\d{2})|.*)$/i.exec(text) ?? [null, null]
  if (date === null) return /^[/*]/.test(text) ? ', and write a field for each path' : null
  const opening = date !== undefined && isDate(date) ? dateText(expiresAt(date)) : '2026-12-01'
  return `; \`closed-until = ${opening}\` on a route of site.toml closes pages until then`
}
