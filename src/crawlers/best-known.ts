/** Names of crawlers → the same, those first by which people know what a sentence is about. */

/** Search, training and answers of the large operators: whom publishers ask about. */
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

/** Names in lower case: the best known, then those that are written (in a policy), then the others, each in their order. */
export function bestKnownFirst(
  names: readonly string[],
  isWritten: (name: string) => boolean = () => false,
): readonly string[] {
  const placeOf = (name: string) =>
    PLACES.get(name) ?? BEST_KNOWN.length + (isWritten(name) ? 0 : 1)
  return [...names].sort((a, b) => placeOf(a) - placeOf(b))
}
