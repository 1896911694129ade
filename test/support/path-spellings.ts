/**
 * A path → several hundred ways to write it, some of which some server takes for it.
 */

const percent = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`
const PREFIXES = [
  '',
  '/.',
  '//',
  '/./',
  '/x/..',
  '/x/%2e%2e',
  '/x/.%2E',
  '/x/..%2f',
  '/x/..%5c',
  '/;a=b',
  '/x;a/..',
  '/x/..;',
  '/%2f',
  '/%5c',
  '/\\',
  '/%2e',
  '/.well-known/..',
  '/.well-known/..%2f',
  '/.well-known/%2e%2e',
  '/robots.txt/..',
  '/robots.txt/..%2f',
  '/x//..',
  '/x/y/../..',
  '/allowed/..',
  '/allowed/..%2f',
  '/allowed/%2e%2e%2f',
  '/allowed;/..',
  '///',
  '/%2e/',
  '/x/..//',
]
const SUFFIXES = [
  '',
  '?',
  '?a=b',
  '?/allowed/',
  '#',
  '#x',
  ';a=b',
  ';jsessionid=1',
  '/',
  '/.',
  '%2f',
  '%00',
  '%20',
  '.',
  '//',
  '/..;/',
]

/** The ways, without duplicates. They are raw: some are no valid request targets. */
export function pathSpellings(path: string): readonly string[] {
  const letters = [...path]
  const inside = [
    path,
    path.toUpperCase(),
    path[0] + path[1]!.toUpperCase() + path.slice(2),
    ...letters.map((letter, i) => [...letters.slice(0, i), percent(letter), ...letters.slice(i + 1)].join('')),
    ...letters.map((letter, i) =>
      [...letters.slice(0, i), percent(letter).toUpperCase(), ...letters.slice(i + 1)].join(''),
    ),
    ...letters.map((letter, i) =>
      [...letters.slice(0, i), percent(letter).replace('%', '%25'), ...letters.slice(i + 1)].join(''),
    ),
    path[0] + letters.slice(1).map(percent).join(''),
    path.replaceAll('/', '//'),
    path.replaceAll('/', '/./'),
    path.replaceAll('/', '/x/../'),
    path.slice(0, 1) + path.slice(1).replaceAll('/', '%2f'),
    path.slice(0, 1) + path.slice(1).replaceAll('/', '%5c'),
    path.slice(0, 1) + path.slice(1).replaceAll('/', '\\'),
    path.slice(0, 1) + path.slice(1).replaceAll('/', ';a/'),
    path.slice(0, 1) + path.slice(1).replaceAll('/', ';/'),
  ]
  const around = PREFIXES.flatMap((prefix) => SUFFIXES.map((suffix) => prefix + path + suffix))
  return [...new Set([...inside.flatMap((each) => [each, `${each}?a=b`]), ...around])]
}
