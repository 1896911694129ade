/**
 * Writes rows for unknown clients that declare a bot (I3), in the order of
 * src/decide/declared-bot.ts.
 */

import { markedRows, type Row } from '../expressions.ts'
import {
  between,
  deviceProduct,
  NAME_END,
  outsideComments,
  type Shape,
  standing,
} from './header-parts.ts'

const DOMAIN = '(?:[a-z0-9][a-z0-9-]*[.])+[a-z][a-z]+'
const ADDRESS = `(?://|(?:^|[^a-z0-9_])www[.]|[+]${DOMAIN}(?:$|[:/?#\\x00-\\x20();,\\x22>])|@${DOMAIN}(?:$|[^a-z0-9_]))`
const TOKEN = '[a-z0-9_-]*'
const KIND = '(?:bot|crawler|spider|scraper)'
const WORD = `${KIND}(?:s|[0-9]*)`
/** A word for a bot at the end of a token; phones are of the make `CUBOT`. */
const BOT = `(?:${otherThan(['cu'], 'a-z0-9_-')}|)${WORD}`
const VERSION = '/v?[0-9]'

const FOR_READERS = '(?:preview|unfurl|feed|rss|podcast|uptime|monitor)'
const READERS =
  'android|ip(?:hone|ad|od)|(?:^|[^a-z0-9_])ios(?:[^a-z0-9_]|$)|darwin|cfnetwork|dalvik|okhttp|electron|midp|(?:^|[^a-z0-9_])msie(?:[^a-z0-9_]|$)|trident/'
const COMPATIBLE = 'compatible[\\x20]*;[\\x20]*'
const NO_BROWSER = otherThan(['u', 'msie', 'mozilla', 'konqueror', 'linux', 'windows'], 'a-z0-9_')

/** `Bot` at the very end, behind an address and not in it. */
const TRAILING = `${ADDRESS}.*${standing('bot', 'plain', '$')}`

export function declaredRows(shape: Shape): readonly Row[] {
  const bots = [
    ...outsideComments(BOT),
    standing(BOT, shape, VERSION),
    ...deviceProduct(BOT, shape),
    ...(shape === 'plain'
      ? [
          `${standing(BOT, shape)}.*${ADDRESS}`,
          `${standing(BOT, shape, '(?://|[^a-z0-9_.+@:-]www[.])')}`,
          `${ADDRESS}.*${standing(BOT, shape)}`,
          `[+@]${DOMAIN}${standing(BOT, shape)}`,
        ]
      : []),
  ]
  return [
    ...markedRows([standing(`${TOKEN}${FOR_READERS}${TOKEN}`, shape), TRAILING], false),
    ...markedRows(COMPATIBLE_BOTS, true),
    ...markedRows([READERS], false),
    ...markedRows(bots, true),
  ]
}

/**
 * What follows `compatible;`, unless it is a browser's, with a word for a bot in it or an address
 * behind it.
 */
const COMPATIBLE_BOTS = [
  `${COMPATIBLE}(?:[a-z0-9][a-z0-9_]*)?${WORD}${NAME_END}`,
  `${COMPATIBLE}${NO_BROWSER}(?:[^a-z0-9_;()/@]|/[^/;()@])(?:[^;()/@]|/[^/;()@])*${WORD}${NAME_END}`,
  `${COMPATIBLE}${NO_BROWSER}(?:[^a-z0-9_().:+@-]|[.:+@-][^/()])(?:[^()]*[^a-z0-9_()])?(?:[a-z]*:)?${ADDRESS}`,
  `${COMPATIBLE}${NO_BROWSER}(?:[^a-z0-9_().:+@-][^()]*)?[+.,;/\\x20-]${ADDRESS}`,
  `${COMPATIBLE}${NO_BROWSER}(?:[.+-][a-z0-9_.+-]*)?(?:[^a-z0-9_.+()@:-]|:[^/()])[^()]*@${DOMAIN}(?:$|[^a-z0-9_])`,
]

const WORD_ALONE = `${WORD}(?:$|[^a-z0-9_])`
/**
 * The same of a foul header: at least all bots, and of phones those alone that say `compatible;`.
 */
export const FOUL_DECLARED: readonly Row[] = [
  [
    `${COMPATIBLE}(?:[a-z0-9_]*${WORD_ALONE}|${NO_BROWSER}(?:[^a-z0-9_()][^()]*)?(?:${WORD_ALONE}|//|www[.]|[+@][a-z0-9]))`,
    '1',
  ],
  [READERS, '0'],
  [between(`${TOKEN}${WORD}`), '1'],
  // Behind a digit an address may begin without a boundary: `scraper2https://x.test/`.
  [`${KIND}[0-9]+[a-z]+://`, '1'],
]

/** A run of these characters, not empty, that is none of these words; it need not end here. */
function otherThan(words: readonly string[], alphabet: string): string {
  const firsts = [...new Set(words.map((word) => word[0]!))].sort()
  const branches = firsts.map((first) => {
    const rests = words.filter((word) => word[0] === first).map((word) => word.slice(1))
    const longer = rests.filter((rest) => rest !== '')
    const ends = rests.includes('') ? '' : '|'
    const rest = longer.length === 0 ? `[${alphabet}]+` : otherThan(longer, alphabet)
    return `${first}(?:${rest}${ends})`
  })
  return `(?:${without(alphabet, firsts)}[${alphabet}]*|${branches.join('|')})`
}

/** The class of an alphabet without some of its letters. */
function without(alphabet: string, letters: readonly string[]): string {
  const rest: string[] = []
  let from = 'a'
  for (const letter of letters) {
    if (from < letter) rest.push(`${from}-${before(letter)}`)
    from = String.fromCharCode(letter.charCodeAt(0) + 1)
  }
  if (from <= 'z') rest.push(`${from}-z`)
  return `[${rest.join('')}${alphabet.replace('a-z', '')}]`
}

function before(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) - 1)
}
