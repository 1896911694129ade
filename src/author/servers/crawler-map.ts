/**
 * Compiled policies → the rows by which nginx, Caddy and HAProxy tell crawlers from readers while there is no gate to ask:
 * expressions over a User-Agent header, the first that matches decides. Where an expression cannot say what the gate sees
 * (I1), the client is a reader.
 *
 * The expressions are common to PCRE and RE2, without backslashes, spaces, quotes and braces: each server's file can hold
 * them as they are.
 */

import { READER_CATEGORIES } from '../../decide/names.ts'
import type { Bundle, KnownCrawler } from '../../program/program.ts'
import { MARKS } from '../../words/name-token.ts'
import { SYSTEM_WORDS } from '../../words/system-words.ts'
import { anyOf, chunked } from './expressions.ts'
import { patternsIn } from './identity/crawler-rows.ts'

export interface MapRow {
  readonly expression: string
  readonly client: 'crawler' | 'reader'
}

type Programs = Pick<Bundle, 'sites' | 'registry'>

const NOTHING = '^$'

export const MAP_FORMS: Readonly<Record<string, (row: MapRow) => string>> = {
  // nginx matches no expression against an empty value.
  nginx: ({ expression, client }) =>
    `"${expression === NOTHING ? '' : `~*${expression}`}" ${client};\n`,
  caddy: ({ expression, client }) => `"~(?i)${expression}" ${client}\n`,
  // Of headers in lower case.
  haproxy: ({ expression, client }) => `${expression} ${client}\n`,
}

/** nginx reads no longer parameters than 4,096 bytes. */
const LONGEST_NAMES = 3000

export function crawlerMap({ sites, registry }: Programs): readonly MapRow[] {
  const takesLibraries = sites.every(({ config }) => config.identify.libraries === 'crawler')
  const takesDeclared = sites.every(({ config }) => config.identify.selfDeclared === 'crawler')
  const known = patternsIn(registry.trie)
  const isLibrary = ({ category }: KnownCrawler) => category === 'library'
  const isReaders = (each: KnownCrawler) =>
    READER_CATEGORIES.has(each.category) || (isLibrary(each) && !takesLibraries)
  const all = (test: (crawler: KnownCrawler) => boolean) =>
    known.filter(({ entries }) => entries.every((entry) => test(registry.crawlers[entry]!)))
  const ofReader = all(isReaders)
  // A reader's agent may be made with a library (I5).
  const ofLibrary = all((each) => isLibrary(each) && !isReaders(each))
  const ofCrawler = known.filter((each) => !ofReader.includes(each) && !ofLibrary.includes(each))
  const anywhere = new Set(registry.anywhere ?? registry.crawlers.keys())
  const isAnywhere = ({ entries }: Pattern) => entries.some((entry) => anywhere.has(entry))
  const own = sites.flatMap(({ nameTrie }) => patternsIn(nameTrie))
  const named = textsOf([...own, ...ofCrawler.filter(isAnywhere)])
  const asProducts = textsOf(ofCrawler.filter((each) => !isAnywhere(each)))
  const readers = textsOf(ofReader)
  const addresses = chunks(registry.addresses ?? []).map(
    (each) => ADDRESS_START + each + ADDRESS_END,
  )
  return [
    ...(takesLibraries ? rows('crawler', [NOTHING]) : []),
    ...rows('crawler', [...expressions(named), ...products(asProducts), ...addresses]),
    ...rows('reader', expressions(readers.filter((name) => !named.includes(name)))),
    ...rows('crawler', expressions(textsOf(ofLibrary.filter(isAnywhere)))),
    ...rows('crawler', products(textsOf(ofLibrary.filter((each) => !isAnywhere(each))))),
    ...(takesDeclared ? DECLARED : []),
    ...rows('reader', BROWSERS),
    ...rows('crawler', expressions([...asProducts, ...textsOf(ofLibrary)])),
    ...(takesDeclared ? rows('crawler', [outsideDevice(BOT, `${NAME_END}.*${ADDRESS}`)]) : []),
  ]
}

const rows = (client: MapRow['client'], all: readonly string[]): readonly MapRow[] =>
  all.map((expression) => ({ client, expression }))

type Pattern = ReturnType<typeof patternsIn>[number]

const textsOf = (patterns: readonly Pattern[]) => patterns.map(({ pattern }) => pattern)

/** Expressions for names that count beside a browser's engine as products alone (I5). */
function products(names: readonly string[]): readonly string[] {
  const plain = names.filter((name) => !ALL_MARKS.includes(name[0]!))
  return chunks(plain).flatMap((each) => [
    `^(?:.*compatible;[[:blank:]]*)?${each}${NAME_END}`,
    outsideDevice(each, VERSION_BEHIND),
    inDevice(each),
  ])
}

/** Expressions for names as a trie has them, by where each may stand. */
function expressions(names: readonly string[]): readonly string[] {
  const marked = (mark: string) =>
    names.filter((name) => name.startsWith(mark)).map((name) => name.slice(mark.length))
  const plain = names.filter((name) => !ALL_MARKS.includes(name[0]!))
  return [
    ...chunks(plain).map((each) => outsideDevice(each)),
    ...chunks(plain).map(inDevice),
    ...chunks(marked(MARKS.product)).map(
      (each) => `^(?:[^()]*[(]compatible;[[:blank:]]*)?${each}(?:[^a-z0-9_-]|$)`,
    ),
    ...chunks(marked(MARKS.productOutsideBrowsers)).map(
      (each) => `^(?:${each}${ALONE}|[^()]*[(]compatible;[[:blank:]]*${each}/[^()]*[)])$`,
    ),
    ...chunks(marked(MARKS.header)).map((each) => `^${each}$`),
  ]
}

const ALL_MARKS: readonly string[] = Object.values(MARKS)
const FIRST_COMMENT = '^[^()]*[(]'
/** The first comment of a header names the reader's device, unless it begins so. */
const NO_DEVICE = `${FIRST_COMMENT}(?:compatible|khtml|windows[[:blank:]]nt|windows;|macintosh|x11)[^()]*`
/** A product of which nothing follows but its version and its address: no browser's header is so short. */
const ALONE = '(?:/[^[:blank:]()]*)?(?:[[:blank:]]*[(][+]?http[^()]*[)])?'
/** What may stand before a name: nothing that a URL or a mail address has there. */
const BEFORE = '[^a-z0-9_/@.+=?&%:#~-]'
const ADDRESS_START = '(?:^|[[:blank:](;,+]|//)(?:www[.])?'
const ADDRESS_END = '(?:[^a-z0-9_.@-]|$)'

const NAME_END = '(?:[^a-z0-9_@]|$)'
const VERSION_BEHIND = '(?:-[a-z0-9_-]+)?/[a-z0-9]'

function outsideDevice(name: string, end = NAME_END): string {
  return `^(?:(?:[^()]*|${FIRST_COMMENT.slice(1)}[^()]*[)].*|${NO_DEVICE.slice(1)})${BEFORE})?${name}${end}`
}

/** A product with a version in that comment. */
const inDevice = (name: string) => `${FIRST_COMMENT}(?:[^()]*;)?[[:blank:]]*${name}/[0-9]`

function chunks(names: readonly string[]): readonly string[] {
  return chunked(names, LONGEST_NAMES).map(blankly)
}

/** Without a backslash. */
function blankly(texts: readonly string[]): string {
  return anyOf(texts).replaceAll('\\x20', '[[:blank:]]')
}

/** Headers of browsers, and of the network libraries of phones' apps. */
const BROWSERS = [
  '(?:applewebkit|(?:^|[^a-z0-9_])msie(?:[^a-z0-9_]|$)|trident|presto|cfnetwork|dalvik|okhttp)',
  `^[^(]*[(][[:blank:]]*${anyOf([...SYSTEM_WORDS].sort())}(?:[^a-z]|$)`,
]

/** What bots that nobody knows call themselves (I3). */
const BOT = '[a-z0-9_-]*(?:bot|crawler|spider|scraper)(?:s|[0-9]*)'
const ADDRESS = '(?://|www[.]|@)'
const OUTSIDE_COMMENTS = '^(?:[^()]*(?:[(][^()]*[)][^()]*)*'
/** What the gate takes for such bots beside a browser's engine; phones, apps and readers' agents, whose words it leaves alone. */
const DECLARED: readonly MapRow[] = [
  ...rows('crawler', [`compatible[[:blank:]]*;[[:blank:]]*(?:[^();]*${BEFORE})?${BOT}${NAME_END}`]),
  ...rows('reader', [
    'android|ip(?:hone|ad|od)|darwin|cfnetwork|dalvik|okhttp|electron|midp|trident/',
    'preview|unfurl|feed|rss|podcast|uptime|monitor',
  ]),
  ...rows('crawler', [
    `${OUTSIDE_COMMENTS}${BEFORE.replace('^', '^(')})?${BOT}${NAME_END}`,
    outsideDevice(BOT, '/v?[0-9]'),
  ]),
]
