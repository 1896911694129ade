/**
 * Findings about qualifiers (Q1-Q4).
 */
import { didYouMean } from '../suggest.ts'
import { listed, quote, row, words } from './row.ts'

const READ_AS_PROHIBITION = `A permission with a qualifier that cannot be interpreted is read as a prohibition of the
same usage on the same resource (ACAP Part 1, 2.4.3, Q4), because its condition may not be met.`

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

export const QUALIFIER_ROWS = {
  'unknown-qualifier': row(
    'ACAP050',
    'error',
    `ACAP 1.1 defines no qualifier of that name. ${READ_AS_PROHIBITION}`,
    (name: string, valid: readonly string[], isIgnored: boolean) =>
      words(
        `${quote(name)} is not a qualifier: ${fate(isIgnored)}`,
        didYouMean(name, valid, valid.length === 0 ? 'remove it' : `valid here: ${valid.join(', ')}`),
      ),
  ),
  'word-without-value': row(
    'ACAP051',
    'error',
    `After the resource a permission has qualifiers, each \`name=value\` (ACAP Part 1, 2.4.1.2). A word without \`=\` is an unknown qualifier. ${READ_AS_PROHIBITION} A second pattern needs a field of its own, or a resource set.`,
    (word: string, isIgnored: boolean) =>
      words(
        `${quote(word)} is not a qualifier: ${fate(isIgnored)}`,
        word.startsWith('/') || word.startsWith('*')
          ? 'give each pattern a field of its own, or name them in an `ACAP-resource-set`'
          : 'the form is `name=value`',
      ),
  ),
  'misplaced-qualifier': row(
    'ACAP052',
    'error',
    `Each qualifier is defined for some usages only (ACAP Part 1, 2.5), and \`location\` for pages and routes only (ACAP
Part 2, 2.2.9.1, Q1). ${READ_AS_PROHIBITION}`,
    // `location` qualifies every usage: misplaced is one in robots.txt.
    (name: string, usage: string, usages: readonly string[], isIgnored: boolean) =>
      name === 'location'
        ? words(
            `\`location\` applies in pages and routes only: ${fate(isIgnored)}`,
            'put it into a META tag or a route of site.toml',
          )
        : words(
            `\`${name}\` does not apply to ${usage}: ${fate(isIgnored)}`,
            `it qualifies ${listed(grouped(usages))}`,
          ),
  ),
  'malformed-qualifier': row(
    'ACAP053',
    'error',
    `The value is outside the grammar of its qualifier (ACAP Part 1, 2.5, 3). ${READ_AS_PROHIBITION}`,
    (name: string, value: string, values: string, isIgnored: boolean) =>
      words(
        `${value === '' ? `\`${name}\` has no value` : `${quote(value)} is not a value of \`${name}\``}: ${fate(isIgnored)}`,
        `write ${values}`,
      ),
  ),
  'dropped-qualifier': row(
    'ACAP054',
    'warning',
    `Most qualifiers count once: the first applies. Two time limits apply only if they are of different kinds:
\`until-recrawled\`, a date, a number of days. \`plus-terms\` and \`rulesref:\` count only first and alone; \`any\`
absorbs the other modifications (ACAP Part 1, 2.5.3.1-2.5.5.9, Q2).`,
    (qualifier: string) =>
      words(`${quote(qualifier)} is ignored, because another qualifier takes precedence`, 'remove it'),
  ),
  'relative-location': row(
    'ACAP055',
    'error',
    `\`location\` permits only where the page's own URI equals the value (ACAP Part 2, 2.2.9.1). A value that is not an
absolute URI never equals it, so the usage is prohibited everywhere (E3).`,
    (value: string) => words(`${quote(value)} is not an absolute URI, so it matches no page`, 'write an absolute URI'),
  ),
}
