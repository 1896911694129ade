/**
 * Findings about qualifiers (Q1-Q4).
 */
import { didYouMean } from '../suggest.ts'
import { listed, quote, words } from './words.ts'

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

export const QUALIFIER_MESSAGES = {
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
}
