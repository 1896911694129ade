/**
 * Findings about permissions, prohibitions, requests and definitions (L7, P4, P5, T1).
 */

import { isUsage, USAGES } from '../../../vocabulary/usages.ts'
import type { DefinitionFault } from '../../policy/definitions.ts'
import { didYouMean, nearest } from '../suggest.ts'
import { listed, quote, row, words } from './row.ts'

const DEFINITION_FORMS = {
  'qualified-usage': '`ACAP-qualified-usage: NAME USAGE QUALIFIERS`',
  'composite-usage': '`ACAP-composite-usage: NAME USAGES`',
  'resource-set': '`ACAP-resource-set: NAME PATTERNS`',
} as const

const FAULTS: Readonly<Record<DefinitionFault, string>> = {
  name: 'its name is missing, or is not a letter with letters, digits, `-`, `_` and `.` after it',
  nothing: 'it has a name but no meaning',
  usage: 'its second word is not a standard usage',
  qualifiers: 'it has no qualifier',
}

/** How many patterns a message names. */
const MOST_PATTERNS = 3

export const FIELD_ROWS = {
  'unknown-usage': row(
    'ACAP033',
    'error',
    `ACAP 1.1 has the usages crawl, follow, index, preserve, present, eight kinds of present-…, and other (ACAP Part 1,
2.5). A field about another usage is ignored (L7), so such a prohibition prohibits nothing. A local usage is written in
parentheses.`,
    (name: string, usages: readonly string[], isLocal: boolean) =>
      words(
        `${quote(name)} is not a usage, so the field is ignored`,
        isLocal
          ? `write \`(${name})\` for the local usage`
          : didYouMean(name, usages, `the usages are ${usages.join(', ')}`),
      ),
  ),
  'unknown-local-usage': row(
    'ACAP034',
    'error',
    `\`ACAP-qualified-usage\` or \`ACAP-composite-usage\` defines a name in parentheses, in the same file or in the file
that refers to it (ACAP Part 1, 2.4.1.3). A field with an unknown name is ignored (L7).`,
    (name: string, known: Iterable<string>) =>
      words(
        `${quote(name)} is not defined, so the field is ignored`,
        didYouMean(name, known, 'define it with `ACAP-qualified-usage` or `ACAP-composite-usage`'),
      ),
  ),
  'prohibited-local-usage': row(
    'ACAP035',
    'error',
    `A prohibition may not name a local usage (ACAP Part 1, 2.4.2): write a qualified permission instead. The field is
read as a prohibition of the standard usages under the name (L7).`,
    (name: string, means: readonly { readonly usage: string }[]) => {
      const usages = [...new Set(means.map((each) => each.usage))]
      const fields = listed(usages.map((usage) => `\`ACAP-disallow-${usage}\``))
      return words(
        `a prohibition cannot name a local usage: ${quote(name)} is read as ${listed(usages) || 'nothing'}`,
        usages.length === 0 ? 'name a standard usage' : `write ${fields}`,
      )
    },
  ),
  'qualified-local-usage': row(
    'ACAP036',
    'error',
    `A permission for a local usage may not have qualifiers of its own (ACAP Part 1, 2.4.1.3). They are added after the
definition's qualifiers, for each of its usages, and the rules for repeats decide which apply (L7, Q2).`,
    () => words('a permission for a local usage cannot have qualifiers of its own', 'put them into the definition'),
  ),
  'empty-resource': row(
    'ACAP037',
    'error',
    `An ACAP field without a resource is ignored (P4). As a pattern, an empty value would match everything. But a
converter wrote it for an empty \`Disallow:\`, which prohibits nothing.`,
    (prohibits: boolean) =>
      words(
        'the field names no resource, so it is ignored',
        prohibits
          ? 'write the path, or `ACAP-allow-crawl: /` if you mean an empty `Disallow`'
          : 'write the path, or `/` for everything',
      ),
  ),
  'scheme-in-pattern': row(
    'ACAP038',
    'error',
    `A pattern is compared with path and query only (P1). A whole URI, which begins with a scheme, never matches (P4).`,
    (pattern: string) =>
      words(`${quote(pattern)} never matches, because a pattern is a path`, 'write what follows the host'),
  ),
  'url-in-rule': row(
    'ACAP105',
    'warning',
    `A rule is compared with path and query only (P1). A whole URL, which begins with a scheme, never matches (P4).`,
    (pattern: string) =>
      words(`${quote(pattern)} never matches, because a rule is a path`, 'write what follows the host'),
  ),
  'no-leading-slash': row(
    'ACAP039',
    'warning',
    `A resource path pattern is relative to the document root (ACAP Part 1, 2.4.4), so it is read with \`/\` before it
(P4). The same value in a conventional rule would match nothing.`,
    (pattern: string) =>
      words(
        `${quote(pattern)} is read as ${quote(`/${pattern}`)}`,
        `write ${quote(`/${pattern}`)}, or ${quote(`*${pattern}`)} for any place`,
      ),
  ),
  'rule-without-slash': row(
    'ACAP040',
    'warning',
    `Every path begins with \`/\`, and a conventional pattern is matched from the first character (RFC 9309 2.2.2): this
one never matches (P4).`,
    (pattern: string) =>
      words(
        `${quote(pattern)} never matches, because every path begins with \`/\``,
        `write ${quote(`/${pattern}`)}, or ${quote(`*${pattern}`)} for any place`,
      ),
  ),
  'unknown-set': row(
    'ACAP041',
    'error',
    `The resource set is defined neither in this file nor in the one that refers to it (ACAP Part 1, 2.4.5). So a
prohibition applies to everything, and a permission is ignored (P5): a mistake must not open anything.`,
    (name: string, known: Iterable<string>, prohibits: boolean) =>
      words(
        `${name === '' ? 'no set is named here' : `the set ${quote(name)} is not defined`}: the field is ${prohibits ? 'read as applying to `/`' : 'ignored'}`,
        name === ''
          ? 'write the name of a set after `the-acap:resource-set:`'
          : didYouMean(name, known, 'define it with `ACAP-resource-set`'),
      ),
  ),
  'words-after-prohibition': row(
    'ACAP042',
    'error',
    `A prohibition has a resource and nothing else (ACAP Part 1, 2.4.2). The rest is ignored; the prohibition applies
(L7). Write "not unless …" as a permission with a qualifier.`,
    (text: string) =>
      words(
        `${quote(text)} is ignored, because a prohibition has no qualifiers`,
        'remove it, or write a permission with that qualifier',
      ),
  ),
  'other-without-reference': row(
    'ACAP043',
    'warning',
    `A permission of \`other\` must refer to a description of the usages (ACAP Part 1, 2.5.6.1). Without a reference it
permits them all (Q1).`,
    () => words('this permits every usage that no other field decides', 'add `usage-ref=` with the URI of your terms'),
  ),
  'action-not-one-path': row(
    'ACAP044',
    'error',
    `A request is about a single resource, by its path (ACAP Part 1, 2.6). With a wildcard, a final \`$\` or a scheme it is not a single path, and the request is ignored (T1).`,
    (path: string) =>
      words(
        path === ''
          ? 'the request names no resource'
          : `${quote(path)} is not a single path, so the request is ignored`,
        'write one path, without `*`, `$` and host',
      ),
  ),
  'malformed-definition': row(
    'ACAP045',
    'error',
    `A definition has a name and a meaning (ACAP Part 1, 2.7). A malformed one is ignored, so its name is unknown to the
fields that use it (L7, P5).`,
    (kind: keyof typeof DEFINITION_FORMS, fault: DefinitionFault | null) =>
      words(
        `this defines nothing: ${fault === null ? 'it is empty' : FAULTS[fault]}`,
        `the form is ${DEFINITION_FORMS[kind]}`,
      ),
  ),
  'duplicate-definition': row(
    'ACAP046',
    'warning',
    `Two qualified or composite usages must not have the same name, and neither must two resource sets (ACAP Part 1, 3).
The first well-formed definition counts (L7).`,
    (name: string, line: number) =>
      words(
        `${quote(name)} is already defined in line ${line}, and the first definition counts`,
        'give this one another name',
      ),
  ),
  'unknown-member': row(
    'ACAP047',
    'error',
    `A composite usage consists of standard usages and of qualified usages in parentheses (ACAP Part 1, 2.7.2). It
cannot contain another composite usage. An unknown member is ignored (L7).`,
    (member: string, qualified: ReadonlyMap<string, unknown>, defined: ReadonlyMap<string, unknown>) => {
      const bare = member.replace(/^\(|\)$/g, '').toLowerCase()
      return defined.has(bare) && !qualified.has(bare)
        ? words(
            `${quote(member)} is ignored, because it is a composite usage itself`,
            'write the usages that it consists of',
          )
        : words(
            `${quote(member)} is ignored, because it is neither a standard usage nor a qualified usage in parentheses`,
            meantMember(bare, qualified),
          )
    },
  ),
  'opened-pattern': row(
    'ACAP116',
    'note',
    `A pattern that ends in \`$\` matches only where the path and its query end (P1). With a query, as in \`/a.pdf?x\`,
the page is open, and most servers send it. An empty query or a final slash opens nothing at the edge (P6).`,
    (patterns: readonly string[]) => {
      const more = patterns.length - MOST_PATTERNS
      const shown = patterns.slice(0, MOST_PATTERNS).map(quote)
      const [first] = patterns
      return words(
        `a query opens what ${listed(more > 0 ? [...shown, `${more} more`] : shown)} ${patterns.length === 1 ? 'closes' : 'close'}`,
        `add ${quote(`${first!.slice(0, -1)}?`)} beside ${quote(first!)}, or drop the \`$\``,
      )
    },
  ),
  'take-down-query': row(
    'ACAP117',
    'note',
    `A take-down counts for exactly the path and query that it names (T1). With another query, as in \`/gone.html?x\`,
most servers still send the page. \`take-down-query = "any"\` in site.toml makes take-downs without a query count for
their paths with any query.`,
    (path: string, more: number) =>
      words(
        more === 0
          ? `the take-down of ${quote(path)} does not count for ${quote(`${path}?x`)}`
          : `the take-downs of ${quote(path)} and ${more} more do not count where a query follows`,
        'write `take-down-query = "any"` under `[paths]` in site.toml',
      ),
  ),
}

/** What to write for an unknown member of a composite usage. */
function meantMember(bare: string, qualified: ReadonlyMap<string, unknown>): string {
  if (qualified.has(bare)) return `write \`(${bare})\``
  if (isUsage(bare)) return `write \`${bare}\``
  const local = nearest(bare, qualified.keys())
  if (local !== null) return `did you mean \`(${local})\`?`
  return didYouMean(bare, USAGES, 'define it with `ACAP-qualified-usage`, or remove it')
}
