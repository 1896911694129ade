/** Orders crawler names for messages, so that the best known come first. */

import { foldCase } from '../words/path-form.ts'

/**
 * Crawlers for search, training and answers of large operators: those that publishers ask about.
 */
const BEST_KNOWN = [
  'googlebot',
  'bingbot',
  'gptbot',
  'claudebot',
  'google-extended',
  'ccbot',
  'oai-searchbot',
  'chatgpt-user',
  'perplexitybot',
  'applebot',
  'applebot-extended',
  'meta-externalagent',
  'amazonbot',
  'bytespider',
  'duckduckbot',
  'yandexbot',
  'yandex',
  'baiduspider',
  'ia_archiver',
] as const
const PLACES: ReadonlyMap<string, number> = new Map(BEST_KNOWN.map((name, place) => [name, place]))

/**
 * Sorts names: the best known, then those in the policy (`isWritten`), then the
 * others.
 */
export function bestKnownFirst(
  names: readonly string[],
  isWritten: (name: string) => boolean = () => false,
): readonly string[] {
  const placeOf = (name: string) =>
    PLACES.get(foldCase(name)) ?? BEST_KNOWN.length + (isWritten(name) ? 0 : 1)
  return [...names].sort((a, b) => placeOf(a) - placeOf(b))
}

/**
 * Names for a sentence: the best known, and how many are left. `spell` writes a name; `isWritten`
 * is as in `bestKnownFirst`.
 */
export function namesShown(
  names: readonly string[],
  most: number,
  spell: (name: string) => string,
  isWritten?: (name: string) => boolean,
): readonly string[] {
  const inOrder = bestKnownFirst(names, isWritten).map(spell)
  const more = inOrder.length - most
  return more > 1 ? [...inOrder.slice(0, most), `${more} more`] : inOrder
}

/** `namesShown` as a list: `a, b`, or `a, b and 9 more`. */
export function nameList(
  names: readonly string[],
  most: number,
  spell: (name: string) => string,
): string {
  const shown = namesShown(names, most, spell)
  return names.length > shown.length ? inRow(shown) : shown.join(', ')
}

/** Joins words: `a, b and c`. */
export function inRow(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
