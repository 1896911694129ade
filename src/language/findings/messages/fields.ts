/**
 * Findings about permissions, prohibitions, requests, definitions, qualifiers and references (L7, P4, P5, Q1-Q4, R11, T1).
 */
import { dateText, expiresAt, isDate } from '../../../grammar/calendar.ts'
import { isUsage, USAGES } from '../../../vocabulary/usages.ts'
import type { DefinitionFault } from '../../policy/definitions.ts'
import { didYouMean, nearest } from '../suggest.ts'
import { listed, MOST_PATTERNS, quote, words } from './words.ts'

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

/** What becomes of the permission: where it is ignored already (V2), what would under the version it needs. */
function fate(isIgnored: boolean): string {
  return isIgnored
    ? 'under version 1.1 the permission would be read as a prohibition'
    : 'the permission is read as a prohibition'
}

/** Usages in words: all that derive from present in one. */
function grouped(usages: readonly string[]): string[] {
  const derived = usages.filter((usage) => usage.startsWith('present-'))
  if (derived.length < 8) return [...usages]
  return [...usages.filter((usage) => !usage.startsWith('present-')), 'every present-…']
}

export const FIELD_MESSAGES = {
  'unknown-usage': (name: string, usages: readonly string[], isLocal: boolean) =>
    words(
      `${quote(name)} is not a usage, so the field is ignored`,
      isLocal
        ? `write \`(${name})\` for the local usage`
        : didYouMean(name, usages, `the usages are ${usages.join(', ')}`),
    ),
  'unknown-local-usage': (name: string, known: Iterable<string>) =>
    words(
      `${quote(name)} is not defined, so the field is ignored`,
      didYouMean(name, known, 'define it with `ACAP-qualified-usage` or `ACAP-composite-usage`'),
    ),
  'prohibited-local-usage': (name: string, means: readonly { readonly usage: string }[]) => {
    const usages = [...new Set(means.map((each) => each.usage))]
    const fields = listed(usages.map((usage) => `\`ACAP-disallow-${usage}\``))
    return words(
      `a prohibition cannot name a local usage: ${quote(name)} is read as ${listed(usages) || 'nothing'}`,
      usages.length === 0 ? 'name a standard usage' : `write ${fields}`,
    )
  },
  'qualified-local-usage': () =>
    words('a permission for a local usage cannot have qualifiers of its own', 'put them into the definition'),
  'empty-resource': (prohibits: boolean) =>
    words(
      'the field names no resource, so it is ignored',
      prohibits
        ? 'write the path, or `ACAP-allow-crawl: /` if you mean an empty `Disallow`'
        : 'write the path, or `/` for everything',
    ),
  'scheme-in-pattern': (pattern: string) =>
    words(`${quote(pattern)} never matches, because a pattern is a path`, 'write what follows the host'),
  'url-in-rule': (pattern: string) =>
    words(`${quote(pattern)} never matches, because a rule is a path`, 'write what follows the host'),
  'no-leading-slash': (pattern: string) =>
    words(
      `${quote(pattern)} is read as ${quote(`/${pattern}`)}`,
      `write ${quote(`/${pattern}`)}, or ${quote(`*${pattern}`)} for any place`,
    ),
  'rule-without-slash': (pattern: string) =>
    words(
      `${quote(pattern)} never matches, because every path begins with \`/\``,
      `write ${quote(`/${pattern}`)}, or ${quote(`*${pattern}`)} for any place`,
    ),
  'unknown-set': (name: string, known: Iterable<string>, prohibits: boolean) =>
    words(
      `${name === '' ? 'no set is named here' : `the set ${quote(name)} is not defined`}: the field is ${prohibits ? 'read as applying to `/`' : 'ignored'}`,
      name === ''
        ? 'write the name of a set after `the-acap:resource-set:`'
        : didYouMean(name, known, 'define it with `ACAP-resource-set`'),
    ),
  'words-after-prohibition': (text: string) =>
    words(
      `${quote(text)} is ignored, because a prohibition has no qualifiers`,
      `remove it${closedUntil(text) ?? '; terms stand behind a permission'}`,
    ),
  'other-without-reference': () =>
    words(
      'without a reference to your terms this prohibits what it seems to permit',
      'add `usage-ref=` with the URI of your terms',
    ),
  'action-not-one-path': (path: string) =>
    words(
      path === '' ? 'the request names no resource' : `${quote(path)} is not a single path, so the request is ignored`,
      'write one path, without `*`, `$` and host',
    ),
  'malformed-definition': (kind: keyof typeof DEFINITION_FORMS, fault: DefinitionFault | null) =>
    words(
      `this defines nothing: ${fault === null ? 'it is empty' : FAULTS[fault]}`,
      `the form is ${DEFINITION_FORMS[kind]}`,
    ),
  'duplicate-definition': (name: string, line: number) =>
    words(
      `${quote(name)} is already defined in line ${line}, and the first definition counts`,
      'give this one another name',
    ),
  'unknown-member': (
    member: string,
    qualified: ReadonlyMap<string, unknown>,
    defined: ReadonlyMap<string, unknown>,
  ) => {
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
  'opened-pattern': (patterns: readonly string[]) => {
    const [first] = patterns
    return words(
      `a query opens what ${listed(patterns.map(quote), MOST_PATTERNS)} ${patterns.length === 1 ? 'closes' : 'close'}`,
      `add ${quote(`${first!.slice(0, -1)}?`)} beside ${quote(first!)}, or drop the \`$\``,
    )
  },
  'take-down-query': (path: string, more: number) =>
    words(
      more === 0
        ? `the take-down of ${quote(path)} does not count for ${quote(`${path}?x`)}`
        : `the take-downs of ${quote(path)} and ${more} more do not count where a query follows`,
      'write `take-down-query = "any"` under `[paths]` in site.toml',
    ),
  'unknown-qualifier': (name: string, valid: readonly string[], isIgnored: boolean) =>
    words(
      `${quote(name)} is not a qualifier: ${fate(isIgnored)}`,
      didYouMean(name, valid, valid.length === 0 ? 'remove it' : `valid here: ${valid.join(', ')}`),
    ),
  'word-without-value': (word: string, isIgnored: boolean) =>
    words(
      `${quote(word)} is not a qualifier: ${fate(isIgnored)}`,
      word.startsWith('/') || word.startsWith('*')
        ? 'give each pattern a field of its own, or name them in an `ACAP-resource-set`'
        : 'the form is `name=value`',
    ),
  // `location` qualifies every usage: misplaced is one in robots.txt.
  'misplaced-qualifier': (name: string, usage: string, usages: readonly string[], isIgnored: boolean) =>
    name === 'location'
      ? words(
          `\`location\` applies in pages and routes only: ${fate(isIgnored)}`,
          'put it into a META tag or a route of site.toml',
        )
      : words(`\`${name}\` does not apply to ${usage}: ${fate(isIgnored)}`, `it qualifies ${listed(grouped(usages))}`),
  'malformed-qualifier': (name: string, value: string, values: string, isIgnored: boolean) =>
    words(
      `${value === '' ? `\`${name}\` has no value` : `${quote(value)} is not a value of \`${name}\``}: ${fate(isIgnored)}`,
      `write ${values}`,
    ),
  'dropped-qualifier': (qualifier: string) =>
    words(`${quote(qualifier)} is ignored, because another qualifier takes precedence`, 'remove it'),
  'relative-location': (value: string) =>
    words(`${quote(value)} is not an absolute URI, so it matches no page`, 'write an absolute URI'),
  'empty-reference': () => words('the reference names no file', "write the path of a file in the site's folder"),
  'missing-file': (path: string, files: Iterable<string>) =>
    words(
      `there is no file ${quote(path)} in the site's folder`,
      didYouMean(path, files, 'create the file, or correct the path'),
    ),
  'nested-reference': () =>
    words('a referenced file cannot refer to another, so this reference is ignored', 'move the record into robots.txt'),
  'reference-to-itself': () =>
    words('the file refers to itself, so this reference is ignored', 'name another file, or write the fields here'),
  'reference-elsewhere': (uri: string) => words(`${quote(uri)} is on another server, so it is not evaluated`, null),
  'file-level-in-reference': (name: string) =>
    words(`\`${name}\` has no effect in a referenced file`, 'write it in robots.txt'),
  'route-field-form': (text: string, lacks: 'name' | 'usage') =>
    lacks === 'name'
      ? words(
          `${quote(text)} is ignored: the text before its colon is not a crawler's name`,
          'write a name there; for any crawler, write neither name nor colon',
        )
      : words(
          `${quote(text)} is ignored: it holds neither \`allow-USAGE\` nor \`disallow-USAGE\``,
          'write one, as `disallow-index`, or `NAME: disallow-index` for one crawler',
        ),
  'route-allows-crawl': (text: string) =>
    words(
      `a route cannot permit the crawl, as ${quote(text)} does`,
      'write the permission in robots.txt, or use `location`',
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

/** How pages are closed until a date (E7), for who wrote a time behind a prohibition; null for any other words. */
function closedUntil(text: string): string | null {
  const [, date] = /^time-limit=(?:until-(\d{4}-\d{2}-\d{2})|.*)$/i.exec(text) ?? [null, null]
  if (date === null) return /^[/*]/.test(text) ? ', and write a field for each path' : null
  const opening = date !== undefined && isDate(date) ? dateText(expiresAt(date)) : '2026-12-01'
  return `; \`closed-until = ${opening}\` on a route of site.toml closes pages until then`
}
