/** Findings: what stands behind a permission. */
import { qualifierNamed } from '../../../words/qualifiers.ts'
import { didYouMean } from '../suggest.ts'
import VALUE_FORMS from '../value-forms.json' with { type: 'json' }
import { type KindOfFinding, listed, quote, words } from '../words.ts'

export const QUALIFIERS_FINDINGS = {
  'unknown-qualifier': {
    code: 'ACAP050',
    severity: 'error',
    words: (name: string, valid: readonly string[], isIgnored: boolean) =>
      words(
        `${quote(name)} is not a qualifier: ${fate(isIgnored)}`,
        didYouMean(
          name,
          valid,
          valid.length === 0 ? 'remove it' : `valid here: ${valid.join(', ')}`,
        ),
      ),
    explain:
      'ACAP 1.1 defines no qualifier of that name. A permission with a qualifier that ' +
      'cannot be interpreted is read as a prohibition of the same usage on the same ' +
      'resource (ACAP Part 1, 2.4.3, Q4), because its condition may not be met.',
  },
  'word-without-value': {
    code: 'ACAP051',
    severity: 'error',
    words: (word: string, isIgnored: boolean) =>
      words(
        `${quote(word)} is not a qualifier: ${fate(isIgnored)}`,
        word.startsWith('/') || word.startsWith('*')
          ? 'give each pattern a field of its own, or name them in an `ACAP-resource-set`'
          : 'the form is `name=value`',
      ),
    explain:
      'After the resource a permission has qualifiers, each `name=value` (ACAP Part 1, ' +
      '2.4.1.2). A word without `=` is an unknown qualifier. A permission with a qualifier ' +
      'that cannot be interpreted is read as a prohibition of the same usage on the same ' +
      'resource (ACAP Part 1, 2.4.3, Q4), because its condition may not be met. A second ' +
      'pattern needs a field of its own, or a resource set.',
  },
  'misplaced-qualifier': {
    code: 'ACAP052',
    severity: 'error',
    // `location` qualifies every usage: misplaced is one in robots.txt.
    words: (name: string, usage: string, isIgnored: boolean) =>
      name === 'location'
        ? words(
            `\`location\` applies in pages and routes only: ${fate(isIgnored)}`,
            'put it into a META tag or a route of site.toml',
          )
        : words(
            `\`${name}\` does not apply to ${usage}: ${fate(isIgnored)}`,
            `it qualifies ${usagesOf(name)}`,
          ),
    explain:
      'Each qualifier is defined for some usages only (ACAP Part 1, 2.5), and `location` ' +
      'for pages and routes only (ACAP Part 2, 2.2.9.1, Q1). A permission with a qualifier ' +
      'that cannot be interpreted is read as a prohibition of the same usage on the same ' +
      'resource (ACAP Part 1, 2.4.3, Q4), because its condition may not be met.',
  },
  'malformed-qualifier': {
    code: 'ACAP053',
    severity: 'error',
    words: (name: string, value: string, isIgnored: boolean) => {
      const row = qualifierNamed(name)
      return words(
        `${value === '' ? `\`${name}\` has no value` : `${quote(value)} is not a value of \`${name}\``}: ${fate(isIgnored)}`,
        `write ${row === null ? '' : VALUE_FORMS[row.type]}`,
      )
    },
    explain:
      'The value is outside the grammar of its qualifier (ACAP Part 1, 2.5, 3). A ' +
      'permission with a qualifier that cannot be interpreted is read as a prohibition of ' +
      'the same usage on the same resource (ACAP Part 1, 2.4.3, Q4), because its condition ' +
      'may not be met.',
  },
  'dropped-qualifier': {
    code: 'ACAP054',
    severity: 'warning',
    words: (qualifier: string) =>
      words(
        `${quote(qualifier)} is ignored, because another qualifier takes precedence`,
        'remove it',
      ),
    explain:
      'Most qualifiers count once: the first applies. Two time limits apply only if they ' +
      'are of different kinds: `until-recrawled`, a date, a number of days. `plus-terms` ' +
      'and `rulesref:` count only first and alone; `any` absorbs the other modifications ' +
      '(ACAP Part 1, 2.5.3.1-2.5.5.9, Q2).',
  },
  'relative-location': {
    code: 'ACAP055',
    severity: 'error',
    words: (location: string) =>
      words(
        `${quote(location)} is not an absolute URI, so it matches no page`,
        'write an absolute URI',
      ),
    explain:
      "`location` permits only where the page's own URI equals the value (ACAP Part 2, " +
      '2.2.9.1). A value that is not an absolute URI never equals it, so the usage is ' +
      'prohibited everywhere (E3).',
  },
  'unreachable-purpose': {
    code: 'ACAP057',
    severity: 'warning',
    words: (
      purpose: string,
      known: readonly string[],
      route?: { readonly named: string | null },
    ) => {
      const added = 'add it to `purposes` of `[crawlers.NAME]` in site.toml'
      const named = route?.named ?? null
      return words(
        route === undefined
          ? `no crawler of this record is known to have the purpose ${quote(purpose)}`
          : `${quote(purpose)} is read as a purpose, but no crawler here is known to have it`,
        didYouMean(
          purpose,
          known,
          named === null ? added : `write ${quote(named)} if it is a crawler's name, or ${added}`,
        ),
      )
    },
    explain:
      'Fields below a usage purpose apply to crawlers that have it. The edge knows a ' +
      "crawler's purposes only from its profile in site.toml (L8). Without a matching " +
      'profile the edge never applies the fields below, though crawlers may read them. In ' +
      "a route's `fields`, a word before `allow-` or `disallow-` is also a purpose; a " +
      "crawler's name is followed by a colon.",
  },
  'token-of-no-agent': {
    code: 'ACAP088',
    severity: 'note',
    words: (token: string, crawler: string) =>
      words(
        `no request carries ${quote(token)}: its operator fetches as \`${crawler}\`, so nothing is enforced for it here`,
      ),
    explain:
      'Some operators read a token in robots.txt that none of their requests contains. The ' +
      'served robots.txt has it for them. The edge cannot recognise requests by it, ' +
      'because the crawler sends another name.',
  },
  'expired-date': {
    code: 'ACAP089',
    severity: 'warning',
    words: (date: string) =>
      words(
        `the permission expired on ${date}, so the usage is prohibited`,
        'write a later date, or a prohibition',
      ),
    explain:
      '`until-` permits through the end of that day in UTC; then the permission has ' +
      'expired and the usage is prohibited (Q3).',
  },
} satisfies Readonly<Record<string, KindOfFinding>>

/**
 * What becomes of the permission: where it is ignored already (V2), what would under the version it
 * needs.
 */
function fate(isIgnored: boolean): string {
  return isIgnored
    ? 'under version 1.1 the permission would be read as a prohibition'
    : 'the permission is read as a prohibition'
}

/** The usages that a qualifier is for, in words: all that derive from present in one. */
function usagesOf(name: string): string {
  const usages: readonly string[] = qualifierNamed(name)?.usages ?? []
  const basic = usages.filter((usage) => !usage.startsWith('present-'))
  return listed(usages.length - basic.length < 8 ? usages : [...basic, 'every present-…'])
}
