/**
 * A path → hundreds of other ways to write it that some server might take for it: encodings, dots, slashes, parameters,
 * queries, detours through paths that are open. Whether a server does is for the test to find out.
 */
import { random } from '../base/random.ts'
import { isLong } from '../runs.ts'

type Roll = (below: number) => number
type Trick = (target: string, roll: Roll) => string

const hex = (character: string, roll: Roll) => {
  const code = character.charCodeAt(0).toString(16).padStart(2, '0')
  return `%${roll(2) === 0 ? code : code.toUpperCase()}`
}

/** The target with one of its characters (of those that fit) written otherwise. */
const replaceOne = (fits: RegExp, by: (character: string, roll: Roll) => string): Trick => {
  return (target, roll) => {
    const places = [...target].flatMap((character, i) => (i > 0 && fits.test(character) ? [i] : []))
    if (places.length === 0) return target
    const at = places[roll(places.length)]!
    return target.slice(0, at) + by(target[at]!, roll) + target.slice(at + 1)
  }
}

const oneOf = (...forms: readonly string[]) => {
  return (_: string, roll: Roll) => forms[roll(forms.length)]!
}

const before = (...forms: readonly string[]): Trick => {
  return (target, roll) => forms[roll(forms.length)]! + target
}

const after = (...forms: readonly string[]): Trick => {
  return (target, roll) => target + forms[roll(forms.length)]!
}

const TRICKS: readonly Trick[] = [
  replaceOne(/[a-z.]/i, hex),
  (target, roll) =>
    target.replace(/[a-z.]/gi, (character) => (roll(3) === 0 ? hex(character, roll) : character)),
  replaceOne(/[a-z]/i, (character, roll) => `%25${hex(character, roll).slice(1)}`),
  replaceOne(/\//, oneOf('%2f', '%2F')),
  replaceOne(/\//, oneOf('\\', '%5c', '%5C')),
  replaceOne(/\//, oneOf('//', '///', '/%2f', '%2f/', '/\\')),
  replaceOne(/\//, oneOf('/./', '/%2e/', '/.%2f', '%2f.%2F', '//.//')),
  replaceOne(
    /\//,
    oneOf(
      '/x/../',
      '/x/%2e%2e/',
      '/x/.%2E/',
      '/x/..%2f',
      '/x%2f..%2f',
      '/x/..%5c',
      '/x//../../',
      '/x\\..\\',
    ),
  ),
  replaceOne(/\//, oneOf(';/', ';a=b/', ';a=b;c/', '/;a/', '/x/..;/', '/x/..;a=b/', '/.;/')),
  replaceOne(
    /\//,
    oneOf('/ ', '/%20', '%20/', '/%09', '/\t', '/%00', '/+', '/%c0%af', '/%u002f', '/%', '/%2'),
  ),
  before(
    '/',
    '//',
    '/.',
    '/./',
    '/..',
    '/../..',
    '/%2e%2e',
    '/%2f',
    '/\\',
    '/;',
    '/;a=b',
    '/x/..',
    '/*/..',
    '/$/..',
  ),
  before(
    '/.well-known/..',
    '/.well-known/..%2f',
    '/.well-known/%2e%2e',
    '/.well-known/x/../..',
    '/.well-known/..;',
  ),
  before(
    '/open/..',
    '/open/..%2f',
    '/open/%2e%2e%2f',
    '/open/x/..%2f..',
    '/open;/..',
    '/health/..',
    '/robots.txt/..',
  ),
  before(
    '/robots.txt/..%2f',
    '/robots.txt%2f..',
    '/robots.txt;/..',
    '/robots.txt%3f/..',
    '/robots.txt%23/..',
  ),
  after(
    '?',
    '?a=b',
    '?a=/open/',
    '?/../../open/',
    '?;',
    '??',
    '?%23',
    '?a#b',
    '?robots.txt',
    '?/robots.txt',
    '?*',
    '?$',
  ),
  after(
    ';',
    ';a',
    ';a=b?c',
    ';/../',
    '%3b',
    '%3ba',
    '/',
    '/.',
    '/..',
    '/./',
    '//',
    '%2f',
    '\\',
    '/x/..',
    '/;',
  ),
  after(
    '%00',
    '%00.html',
    '%20',
    '%0a',
    '.',
    '...',
    '~',
    '#',
    '#/open/',
    '%23',
    '%3f',
    '%3fa=b',
    '::$DATA',
    '%2e',
  ),
]

const CASES: readonly Trick[] = [
  (target) => target.toUpperCase(),
  replaceOne(/[a-z]/, (character) => character.toUpperCase()),
  (target, roll) =>
    target.replace(/[a-z]/g, (character) => (roll(2) === 0 ? character.toUpperCase() : character)),
]

/** What some origins fold beside: octets encoded twice, full-width characters, dots and blanks at the end of a segment. */
const FOLDED: readonly Trick[] = [
  replaceOne(/[a-z.]/i, (character, roll) => `%25${hex(character, roll).slice(1)}`),
  replaceOne(/\//, oneOf('%252f', '%25252F', '%255c', '%ef%bc%8f', '%EF%BC%BC', '/%ef%bc%8e/')),
  replaceOne(/[a-z]/, (character) =>
    encodeURIComponent(String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
  ),
  replaceOne(/\//, oneOf('./', '.../', '%20/', '.%20./', '/x/..%252f', '/x/%252e%252e/')),
  after('.', '...', '%20', '.%20', '%ef%bc%8e', '%2e', '%252e'),
]

/**
 * Short ways around, by which the mildest rule of a path was found: other routes, other modes, other endings. In a
 * short run a third of them, another one for paths of other lengths: each is tried at some path.
 */
export function detoursOf(path: string): readonly string[] {
  const heads = ['/off/', '/watched/', '/open/', '/strict/', '/.well-known/', '/health/']
  const ups = [
    '..',
    '..%2f',
    '..%5c',
    '..;',
    '%2e%2e%2f',
    'x/..%2f..',
    ';/..',
    './..%2f',
    '..%2f.',
    '%2f..%2f..',
  ]
  const around = heads.flatMap((head) =>
    ups.map((up) => `${head}${up}${path}`.replace(/%2f\/$/, '%2f')),
  )
  const glued = heads.flatMap((head) => ups.map((up) => head + up + path.slice(1)))
  const endings = [
    '?',
    '??',
    '?&',
    '/',
    '//',
    '/?',
    '/.',
    '/./',
    '%2f',
    ';',
    ';a',
    '/;a',
    '%2e',
    '/x/..',
    '?#',
    '#',
  ]
  const all = [
    ...new Set([
      ...around,
      ...glued,
      ...endings.map((ending) => path + ending),
      `/${path}`,
      `/.${path}`,
    ]),
  ]
  return all.filter((_, i) => isLong || i % 3 === path.length % 3)
}

/**
 * So many spellings of a target, the plain one first; `folds` plays with letter case too, `foldsMore` with what some
 * origins fold beside. The same in every run.
 */
export function spellingsOf(
  target: string,
  count: number,
  folds: boolean,
  foldsMore = false,
): readonly string[] {
  const roll = random(count + target.length)
  const tricks = [...TRICKS, ...(folds ? CASES : []), ...(foldsMore ? FOLDED : [])]
  // A server that resolves dots before it merges slashes finds the page behind the last of these.
  const found = new Set([
    target,
    `http://localhost${target}`,
    target.replace(/\/(?=[^/]*$)/, '//x//../../'),
  ])
  while (found.size < count) {
    let spelling = target
    for (let left = 1 + roll(3); left > 0; left--)
      spelling = tricks[roll(tricks.length)]!(spelling, roll)
    found.add(spelling)
  }
  return [...found]
}
