/**
 * One expression for most readers' headers, tested first, so that the other expressions run rarely.
 * These headers have only known words and numbers, so they can contain only names made of those.
 */

import { cached } from '../../../base/cached.ts'
import type { Registry, SiteProgram } from '../../../program/program.ts'
import { patternsIn } from './crawler-rows.ts'
import { SYSTEM_START } from './header-parts.ts'

const NUMBER = '(?:0|[1-9][0-9]*)'
const VERSION = `${NUMBER}(?:[.]${NUMBER})*`
const LIKE = '[(]khtml,\\x20like\\x20gecko[)]'

const DESKTOP =
  'windows\\x20nt\\x2010[.]0;\\x20win64;\\x20x64|macintosh;\\x20intel\\x20mac\\x20os\\x20x\\x2010_15_7|x11;\\x20linux\\x20x86_64'
/** A device's model is no place of names (I1). */
const ANDROID = `linux;\\x20android\\x20${VERSION};\\x20[a-z0-9\\x20_.-]+`
const IOS =
  '(?:iphone;\\x20cpu\\x20iphone|ipad;\\x20cpu)\\x20os\\x20[1-9][0-9_]*\\x20like\\x20mac\\x20os\\x20x'
const CHROMIUM = `[(](?:${DESKTOP}|${ANDROID})[)]\\x20applewebkit/537[.]36\\x20${LIKE}\\x20chrome/${VERSION}\\x20(?:mobile\\x20)?safari/537[.]36(?:\\x20edg/${VERSION})?`
const FIREFOX = `[(](?:windows\\x20nt\\x2010[.]0;\\x20win64;\\x20x64|macintosh;\\x20intel\\x20mac\\x20os\\x20x\\x2010[.]15|x11;\\x20(?:ubuntu;\\x20)?linux\\x20x86_64|android\\x20${VERSION};\\x20mobile);\\x20rv:${VERSION}[)]\\x20gecko/${VERSION}\\x20firefox/${VERSION}`
const SAFARI = `[(](?:macintosh;\\x20intel\\x20mac\\x20os\\x20x\\x2010_15_7|${IOS})[)]\\x20applewebkit/${VERSION}\\x20${LIKE}\\x20(?:version|crios|gsa)/${VERSION}\\x20(?:mobile/15e148\\x20)?safari/${VERSION}`

export const USUAL_HEADER = `^mozilla/5[.]0\\x20(?:${CHROMIUM}|${FIREFOX}|${SAFARI})$`

/**
 * With this many parentheses or `@`, an expression backtracks until the server gives up, and then
 * serves the page.
 */
const MANY = 12
/** What is hardly an address: odd ends and neighbours of `+`, `@`, `www.` and `//`. */
const ODD_ADDRESSES = [
  '[+@][+@.]',
  '[)][+@]|@[a-z0-9_-]*[+/@]|@[a-z0-9_.-]*[.](?:$|[^a-z]|[a-z]?(?:$|[^a-z])|[a-z]*[0-9_-])',
  '[+][a-z0-9_-]+(?:/|[.](?:$|[^a-z]|[a-z](?:$|[^a-z/])))',
  '[+][a-z0-9._-]+[^a-z0-9._:/?#();,>@\\x00-\\x20\\x22-]',
  '[+](?:[a-z0-9-]+[.])+(?:(?:$|[^a-z0-9])|[a-z0-9-]*[0-9_-][a-z0-9_-]*(?:$|[^a-z0-9_.-]))',
  '[a-z0-9_][+](?:[a-z0-9-]+[.])+[a-z]',
  '[a-z0-9_]www[.]',
  '[a-z0-9_]//|[0-9_][a-z]*://',
  '(?://|www[.])[^\\x00-\\x20),;\\x22>]*[(]',
]
/** Comments in comments, and in a device's product more than a version. */
const ODD_COMMENTS = [
  '[(][()]|[(][^)]*[(][^)]*[(][^)]*[(]',
  `${SYSTEM_START}(?:.*;)?[^);]*/[0-9][^);]*[(+@]`,
]

/**
 * Headers that browsers and crawlers hardly send. In them a name counts wherever it is a word: what
 * the edge finds in them, servers find, too.
 */
export const FOUL_HEADER = `(?:${['(', '@'].map((each) => `[${each}][^${each}]*`.repeat(MANY)).join('|')}|${[...ODD_ADDRESSES, ...ODD_COMMENTS].join('|')})`

const WORDS: ReadonlySet<string> = new Set(
  'mozilla windows nt win64 x64 macintosh intel mac os x x11 linux x86_64 applewebkit khtml like gecko chrome mobile safari edg android k rv firefox ubuntu version iphone ipad cpu crios gsa 15e148 compatible'.split(
    ' ',
  ),
)
const WORD_OF_NUMBERS = /^(?:0|[1-9][0-9_]*)$/

/** Whether no name of a policy or the registry can be in such a header. */
export function areReaders(
  { names }: Pick<SiteProgram, 'names'>,
  registry: Pick<Registry, 'trie'>,
): boolean {
  return (
    !names.some(({ name }) => canStand(name)) &&
    !cached(known, registry.trie, () => ofRegistry(registry))
  )
}

const known = new WeakMap<Registry['trie'], boolean>()

function ofRegistry({ trie }: Pick<Registry, 'trie'>): boolean {
  // The mark of a name that must be a product is no character of it.
  return patternsIn(trie).some(({ pattern }) => canStand(pattern.replace(/^[^ -~]/, '')))
}

function canStand(name: string): boolean {
  const words = name.split(/[^a-z0-9_-]+/).filter((word) => word !== '')
  return words.every((word) => WORDS.has(word) || WORD_OF_NUMBERS.test(word))
}
